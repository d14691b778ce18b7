import Catalog
import Synchronization

/// What readers see: the segments, exchanged as a whole.
final class SuggestState: Sendable {
    struct Contents {
        var segments: [Segment] = []
        /// Of the segments that are in the file, the number there.
        var stored: [ObjectIdentifier: Int64] = [:]
        /// Newest revision by row: 0 never seen, negative deleted at that `seq`.
        var revisions: [Seq] = []
        var appliedSeq: Seq = 0
        /// Names that were replaced or deleted and still lie in a segment.
        var dead = 0

        func revision(_ row: RowID) -> Seq { Int(row) < revisions.count ? revisions[Int(row)] : 0 }

        mutating func set(_ revision: Seq, of row: RowID) {
            let index = Int(row)
            if index >= revisions.count {
                let more = max(index + 1 - revisions.count, revisions.count / 8)
                revisions.append(contentsOf: repeatElement(0, count: more))
            }
            revisions[index] = revision
        }
    }

    private let contents = Mutex(Contents())

    func with<R: Sendable>(_ body: (inout Contents) throws -> R) rethrows -> R {
        try contents.withLock { contents in try body(&contents) }
    }

    var segments: [Segment] { contents.withLock { $0.segments } }
}
