import Glibc
import Matrices

// `facebench-benchmarks ROW [FILE…] [--name value…]`: measures one row inside this process and prints
// one JSON object. `Scripts/bench` calls it, once a row, so that peak memory is the row's own.
do {
  let request = try Request(Array(CommandLine.arguments.dropFirst()))
  LinearAlgebraKernels.choose()
  guard let row = Rows.all[request.row] else {
    throw RequestError(
      "no row '\(request.row)'; rows: \(Rows.all.keys.sorted().joined(separator: ", "))")
  }
  print(try row(request).json)
} catch {
  let words = Array("error: \(error)\n".utf8)
  _ = write(2, words, words.count)
  exit(1)
}
