import AlmagestEntities
import Catalog
import Foundation

/// Where the next page begins, as the caller carries it. It names its request by a hash, so that a cursor of
/// another request is refused.
struct Cursor: Sendable, Equatable {
    var request: UInt64
    var offset: Int
    var seq: Seq

    private static let version: UInt8 = 1

    var text: String {
        var bytes: [UInt8] = [Self.version]
        for value in [request, UInt64(bitPattern: Int64(offset)), UInt64(bitPattern: seq)] {
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
        }
        return Data(bytes).base64EncodedString()
    }

    init(request: UInt64, offset: Int, seq: Seq) {
        self.request = request
        self.offset = offset
        self.seq = seq
    }

    init(text: String) throws(AlmagestError) {
        guard let data = Data(base64Encoded: text), data.count == 25, data.first == Self.version else {
            throw AlmagestError(
                .invalidParameter, "This is no cursor that a reply gave.", path: "cursor",
                hint: "Ask again without one.")
        }
        let bytes = [UInt8](data)
        func value(_ index: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(bytes[1 + index * 8 + $1]) << UInt64($1 * 8) }
        }
        request = value(0)
        guard let offset = Int(exactly: Int64(bitPattern: value(1))), offset >= 0 else {
            throw AlmagestError(.invalidParameter, "This is no cursor that a reply gave.", path: "cursor")
        }
        self.offset = offset
        seq = Int64(bitPattern: value(2))
    }
}
