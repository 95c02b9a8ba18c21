import FaceShell
import Glibc

exit(Shell.main(Array(CommandLine.arguments.dropFirst())))
