import CooperativeWork
package import FaceVocabulary
import WorkerProtocol

/// Why a picture could not be written as PNG.
package enum ImageEncodingError: Error, Equatable, Sendable {
  /// It does not fit into the memory shared with the helper.
  case tooLarge(PixelSize, limitBytes: Int)
  case encoderFailed(String)
  case helperUnavailable(HelperFault)
}

extension ImageEncodingError: ExplainedError {
  package var message: String {
    switch self {
    case .tooLarge(let size, let limit):
      "a picture of \(size) does not fit into the \(limit) bytes that a PNG may be made from"
    case .encoderFailed(let words): "the PNG could not be made: \(words)"
    case .helperUnavailable(let fault): "pictures cannot be written: \(fault.reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .tooLarge: "make the picture smaller"
    case .encoderFailed: nil
    case .helperUnavailable(let fault): fault.advice
    }
  }

  package var kind: String {
    switch self {
    case .tooLarge: "picture_too_large"
    case .encoderFailed: "encoder_failed"
    case .helperUnavailable: "decoder_unavailable"
    }
  }
}

/// One exchange with a helper that makes a PNG; a helper that died before is tried once more.
struct PNGEncoding {
  let pool: HelperPool

  func encode(
    _ pixels: [UInt8], size: PixelSize, channels: Int
  ) throws(ImageEncodingError) -> [UInt8] {
    var failure = HelperFault(reason: "it gave no answer")
    for _ in 0..<2 {
      let lease: HelperPool.Lease
      do {
        lease = try pool.lease(cancellation: Cancellation())
      } catch let error as WorkerError {
        throw .helperUnavailable(HelperFault(error, of: pool.worker))
      } catch {
        throw .helperUnavailable(HelperFault(reason: "cancelled"))
      }
      let number = lease.helper.processNumber
      let answer = ask(lease.helper, pixels, size: size, channels: channels)
      pool.giveBack(lease, number: number)
      switch answer {
      case .success(let bytes): return bytes
      case .failure(.helperUnavailable(let why)): failure = why
      case .failure(let error): throw error
      }
    }
    throw .helperUnavailable(failure)
  }

  private func ask(
    _ helper: WorkerProcess, _ pixels: [UInt8], size: PixelSize, channels: Int
  ) -> Result<[UInt8], ImageEncodingError> {
    let memory = helper.memory
    guard pixels.count <= memory.inputRoom,
      let room = memory.bytes(at: SharedMemory.inputStart, count: pixels.count)
    else { return .failure(.tooLarge(size, limitBytes: memory.inputRoom)) }
    defer { memory.trim(keeping: 8 << 20) }
    room.copyBytes(from: pixels)
    do {
      let reply = try helper.ask(
        .encode(size: size, channels: channels, offset: SharedMemory.inputStart),
        stallSeconds: 60, cancellation: Cancellation())
      switch reply {
      case .encoded(let offset, let length):
        guard let bytes = memory.bytes(at: offset, count: length) else {
          return .failure(.encoderFailed("its bytes did not arrive"))
        }
        return .success(Array(bytes))
      case .failed(let words): return .failure(.encoderFailed(words))
      default: return .failure(.encoderFailed("it answered another question"))
      }
    } catch let error as WorkerError {
      return .failure(.helperUnavailable(HelperFault(error, of: pool.worker)))
    } catch {
      return .failure(.helperUnavailable(HelperFault(reason: "cancelled")))
    }
  }
}
