import ForeignFiles
import Glibc

exit(ForeignFilesWorker.run(arguments: CommandLine.arguments))
