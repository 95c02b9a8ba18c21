package import FaceVocabulary

/// Pictures side by side on one sheet, row after row, each centred in a cell of the largest size.
package struct ContactSheet: Sendable {
  /// The sheet: white, with a gap around every cell.
  package let image: GrayImage

  /// - Parameters:
  ///   - tiles: At least one picture, of any sizes; none is scaled.
  ///   - columns: Pictures in a row; nil makes the sheet about 4:3.
  ///   - gap: White pixels between cells.
  package init(tiles: [GrayImage], columns: Int? = nil, gap: Int = 4) {
    precondition(!tiles.isEmpty, "a sheet needs a picture")
    let cellWidth = tiles.reduce(0) { max($0, $1.width) } + gap
    let cellHeight = tiles.reduce(0) { max($0, $1.height) } + gap
    let wide = (Double(tiles.count * cellHeight) / Double(cellWidth) * 4 / 3).squareRoot()
    let across = min(tiles.count, max(1, columns ?? Int(wide.rounded(.up))))
    let down = (tiles.count + across - 1) / across
    let size = PixelSize(width: across * cellWidth + gap, height: down * cellHeight + gap)
    var pixels = [UInt8](repeating: 255, count: size.area)
    for (number, tile) in tiles.enumerated() {
      let left = gap + number % across * cellWidth + (cellWidth - gap - tile.width) / 2
      let top = gap + number / across * cellHeight + (cellHeight - gap - tile.height) / 2
      for y in 0..<tile.height {
        let row = tile.pixels[y * tile.width..<(y + 1) * tile.width]
        let start = (top + y) * size.width + left
        pixels.replaceSubrange(start..<start + tile.width, with: row)
      }
    }
    image = GrayImage(size: size, pixels: pixels)
  }
}
