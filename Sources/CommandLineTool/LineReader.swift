import AlmagestEntities
import Foundation

/// The lines of a file or of standard input, in memory one at a time, however long the file is.
final class LineReader {
    struct Line {
        let bytes: [UInt8]
        /// Counted from 1.
        let number: Int
        let isTooLong: Bool
    }

    private let descriptor: Int32
    private let name: String
    private let size: Int?
    private let maximum: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var number = 0
    private var consumed = 0
    private var ended = false

    /// `-` is standard input. Throws when the file cannot be opened.
    init(_ path: String, maximum: Int) throws(AlmagestError) {
        name = path
        self.maximum = maximum
        if path == "-" {
            descriptor = 0
            size = nil
            return
        }
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw AlmagestError(.notFound, "\(path): \(String(cString: strerror(errno)))")
        }
        var status = stat()
        size = fstat(descriptor, &status) == 0 && status.st_size > 0 ? Int(status.st_size) : nil
    }

    deinit { if descriptor > 0 { close(descriptor) } }

    /// How much of the file has been read; nil for a stream.
    var fraction: Double? { size.map { Double(consumed) / Double($0) } }

    /// The next line without its newline, or nil at the end.
    func next() throws(AlmagestError) -> Line? {
        var dropped = false
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let bytes = dropped ? [] : Array(buffer[start..<end])
                start = end + 1
                number += 1
                return Line(bytes: bytes, number: number, isTooLong: dropped)
            }
            if ended {
                guard start < buffer.count || dropped else { return nil }
                let bytes = dropped ? [] : Array(buffer[start...])
                buffer = []
                start = 0
                number += 1
                return Line(bytes: bytes, number: number, isTooLong: dropped)
            }
            if buffer.count - start > maximum {
                dropped = true
                start = buffer.count
            }
            if start > 0 {
                buffer.removeFirst(start)
                start = 0
            }
            searched = buffer.count
            try fill()
        }
    }

    private func fill() throws(AlmagestError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            buffer.append(contentsOf: chunk[..<count])
            consumed += count
        } else if count == 0 {
            ended = true
        } else if errno != EINTR {
            throw AlmagestError(.unavailable, "\(name): \(String(cString: strerror(errno)))")
        }
    }
}
