import AlmagestEntities
import Synchronization

/// What a re-index session covers: everything of a bundle within the levels that are given.
public struct ReindexScope: Equatable, Sendable {
    public var bundle: String
    /// nil: every named index.
    public var index: String?
    /// nil: every type.
    public var types: [String]?
    /// Only these, of `types`.
    public var identifiers: [String]?

    public init(bundle: String, index: String? = nil, types: [String]? = nil, identifiers: [String]? = nil) {
        self.bundle = bundle
        self.index = index
        self.types = types
        self.identifiers = identifiers
    }

    /// Names are the same when their bytes are.
    private var names: [[ExactName]?] {
        [[bundle], index.map { [$0] }, types, identifiers].map { $0?.map(ExactName.init) }
    }

    public static func == (a: ReindexScope, b: ReindexScope) -> Bool { a.names == b.names }
}

/// An app telling its content anew, from `Catalog.beginSession` to `endSession` or `abortSession`.
///
/// What it reports is stored as donations are. What it has not reported by the end is removed in one step. Whatever the
/// app donates otherwise meanwhile counts as reported and is not overwritten by a later report; what it deletes
/// meanwhile does not come back by one.
public final class ReindexSession: Sendable {
    /// How far it is.
    public struct Progress: Sendable {
        /// Entities reported, each once.
        public var reported = 0
        /// Reports that changed something.
        public var changed = 0
        /// Reports that were rejected.
        public var failed = 0
    }

    public let id: UInt64
    public let scope: ReindexScope
    private let counted = Mutex(Progress())

    init(id: UInt64, scope: ReindexScope) {
        self.id = id
        self.scope = scope
    }

    public var progress: Progress { counted.withLock { $0 } }

    func count(reported: Int = 0, changed: Int = 0) {
        counted.withLock {
            $0.reported += reported
            $0.changed += changed
        }
    }

    /// Counts reports that were not taken.
    public func count(failed: Int) { counted.withLock { $0.failed += failed } }
}

/// How a session ended.
public struct ReindexOutcome: Sendable {
    /// `seq` of the last change.
    public var seq: Seq
    public var progress: ReindexSession.Progress
    /// Entities that were not reported, and are gone.
    public var removed: Int
    public var rows: [RowID]
}
