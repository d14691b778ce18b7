import Foundation

/// A blocking connection that sends a line and waits for a line: next to nothing of its own to be measured.
final class LineConnection {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 20)

    init(path: String) throws(BenchmarkError) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard descriptor >= 0, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw BenchmarkError("\(path): no socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw BenchmarkError("\(path): \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// Sends `line` (with its newline) and gives the reply to `body`, without its newline.
    func exchange<Result>(_ line: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result) throws(BenchmarkError) -> Result
    {
        var sent = 0
        while sent < line.count {
            let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + sent }, line.count - sent) }
            guard count > 0 else { throw BenchmarkError("The daemon closed the connection.") }
            sent += count
        }
        var received = 0
        while true {
            if received == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
            let room = buffer.count - received
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + received }, room) }
            guard count > 0 else { throw BenchmarkError("The daemon closed the connection.") }
            received += count
            if buffer[received - 1] == UInt8(ascii: "\n") {
                return buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[0..<received - 1])) }
            }
        }
    }
}
