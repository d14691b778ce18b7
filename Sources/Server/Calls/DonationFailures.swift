import AlmagestEntities
import Foundation
import Indexer
import Synchronization

/// Which apps donate what is refused, since the daemon started: how often, and where the latest faults were. Nothing of
/// the content is kept.
final class DonationFailures: Sendable {
    struct Fault: Sendable {
        let date: Date
        let type: String?
        let name: AlmagestError.Name
        /// Within the entity.
        let path: String?
    }

    struct Failing: Sendable {
        /// Nil where it could not be read.
        var bundle: String?
        /// Entities refused.
        var entities = 0
        /// The newest last.
        var latest: [Fault] = []
    }

    private let state = Mutex<[ExactName?: Failing]>([:])

    /// Apps that are remembered, and faults of each.
    private static let apps = 64
    private static let faults = 8
    /// Characters of a bundle, a type and a path.
    private static let shown = 200
    /// Faults of one call whose entities are looked at by name; the others are counted with the first.
    private static let named = 1_000

    /// Notes what was refused; `session` is the connection's bundle, where it said one.
    func note(_ rejected: [Rejection], in entities: JSONValue, session: String?) {
        guard let first = rejected.first else { return }
        let names = DonatedName.names(of: rejected.prefix(Self.named).lazy.map(\.index), in: entities)
        let now = Date()
        state.withLock { failing in
            var last: Int?
            for rejection in rejected {
                let name = names[rejection.index]
                let bundle = session ?? Self.plainName((name ?? names[first.index])?.bundle)
                let key = bundle.map(ExactName.init)
                if failing[key] == nil, failing.count >= Self.apps { Self.forgetOldest(&failing) }
                if rejection.index != last { failing[key, default: Failing(bundle: bundle)].entities += 1 }
                last = rejection.index
                guard name != nil else { continue }
                let fault = Fault(
                    date: now, type: Self.plainName(name?.type), name: rejection.fault.name,
                    path: rejection.fault.path.map(Self.plainPath))
                failing[key]?.latest.append(fault)
                if failing[key]?.latest.count ?? 0 > Self.faults { failing[key]?.latest.removeFirst() }
            }
        }
    }

    /// A name that is one; anything else that stands in its place may be content.
    static func plainName(_ text: String?) -> String? {
        guard let text, text.utf8.count <= shown, text.utf8.allSatisfy(isPlain) else { return nil }
        return text
    }

    /// A path up to the first key that is no plain name, as it would not be in data of the right form.
    static func plainPath(_ path: String) -> String {
        let steps = path.utf8
        let strange = steps.firstIndex { !isPlain($0) && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
        let limit = steps.index(steps.startIndex, offsetBy: shown, limitedBy: steps.endIndex) ?? steps.endIndex
        let end = min(strange ?? steps.endIndex, limit)
        if end == steps.endIndex { return path }
        // Back to where the step begins.
        let start = steps[..<end].lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
        let plain = start.map { String(path[..<$0]) } ?? ""
        return plain.isEmpty ? "…" : plain + ".…"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func forgetOldest(_ failing: inout [ExactName?: Failing]) {
        func age(_ app: Failing) -> Date { app.latest.last?.date ?? .distantPast }
        if let oldest = failing.min(by: { age($0.value) < age($1.value) }) { failing[oldest.key] = nil }
    }

    /// Sorted by bundle.
    var failing: [Failing] {
        state.withLock { Array($0.values) }.sorted { ($0.bundle ?? "") < ($1.bundle ?? "") }
    }
}
