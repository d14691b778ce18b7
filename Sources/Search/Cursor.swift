import AlmagestEntities
import Catalog
import Foundation
import Properties

/// Where the next page begins, as the caller carries it. It names its request by a hash, so that a cursor of
/// another request is refused, and its ranking, so that it goes on in the one that it began in.
struct Cursor: Sendable, Equatable {
    /// What was shown last, for when the ranking is no longer kept.
    enum Place: Sendable, Equatable {
        case beginning
        /// Behind a hit of that score; equals are in the order of their rows.
        case score(Double, RowID)
        /// Behind a place in a list sorted by properties, or by row alone.
        case sorted(SortPosition)
    }

    var request: UInt64
    var ranking: UInt64
    /// Places from the beginning.
    var offset: Int
    var seq: Seq
    var place: Place

    private static let version: UInt8 = 2
    private static let head = 33
    /// Eight sort keys with their texts need a third of it.
    private static let maximumBytes = 4_096

    var text: String {
        var bytes: [UInt8] = [Self.version]
        func append(_ value: UInt64) {
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
        }
        append(request)
        append(ranking)
        append(UInt64(clamping: offset))
        append(UInt64(bitPattern: seq))
        switch place {
        case .beginning: bytes.append(0)
        case .score(let score, let row):
            bytes.append(1)
            append(score.bitPattern)
            append(UInt64(row))
        case .sorted(let position):
            bytes.append(2)
            bytes += position.encoded
        }
        return Data(bytes).base64EncodedString()
    }

    init(request: UInt64, ranking: UInt64, offset: Int, seq: Seq, place: Place) {
        self.request = request
        self.ranking = ranking
        self.offset = offset
        self.seq = seq
        self.place = place
    }

    /// Reads what `text` gave. Throws `invalidParameter` for anything else.
    init(text: String) throws(AlmagestError) {
        let refusal = AlmagestError(
            .invalidParameter, "This is no cursor that a reply gave.", path: "cursor", hint: "Ask again without one.")
        guard text.utf8.count <= 2 * Self.maximumBytes, let data = Data(base64Encoded: text),
            data.count <= Self.maximumBytes, data.count > Self.head, data.first == Self.version
        else { throw refusal }
        let bytes = [UInt8](data)
        func value(_ at: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64($1 * 8) }
        }
        request = value(1)
        ranking = value(9)
        // No list is longer than there are rows.
        guard let row = RowID(exactly: value(17)) else { throw refusal }
        offset = Int(row)
        seq = Seq(bitPattern: value(25))
        let rest = bytes[(Self.head + 1)...]
        switch bytes[Self.head] {
        case 0 where rest.isEmpty: place = .beginning
        case 1 where rest.count == 16:
            let score = Double(bitPattern: value(Self.head + 1))
            guard score.isFinite, let row = RowID(exactly: value(Self.head + 9)) else { throw refusal }
            place = .score(score, row)
        case 2:
            guard let position = SortPosition(encoded: Array(rest)) else { throw refusal }
            place = .sorted(position)
        default: throw refusal
        }
    }
}
