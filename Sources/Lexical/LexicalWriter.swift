import AlmagestEntities
import CXapian
import Catalog
import Files
import Text
import Threads

/// Writes the database, on a thread of its own: the journal lane.
actor LexicalWriter {
    private let executor = ThreadExecutor(name: "lexical-write", niceness: 10)
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let store: LexicalStore
    private let settings: LexicalParameters
    private let analyzer: Analyzer
    private let clock = ContinuousClock()
    private var lastCommit: ContinuousClock.Instant
    /// Newest `seq` that was applied, committed or not.
    private var applied: Seq
    /// Content changed since the last checksums were noted.
    private var unsummed = false
    /// What was applied was lost with a damaged database; whoever applies must learn it first.
    private var lost = false
    /// The files as the last write left them.
    private var marks: FileMarks
    private var isClosed = false

    init(store: LexicalStore, settings: LexicalParameters, analyzer: Analyzer) {
        self.store = store
        self.settings = settings
        self.analyzer = analyzer
        applied = axp_applied(store.index)
        lastCommit = clock.now
        marks = store.marks
    }

    deinit { executor.stop() }

    func appliedSeq() throws(AlmagestError) -> Seq {
        if isTouched {
            try reset()
            store.damage.withLock { $0 = "the files were not those that were written" }
        }
        lost = false
        return applied
    }

    func apply(_ changes: [Change], through seq: Seq) throws(AlmagestError) {
        try refuseIfLost()
        let small = changes.count <= settings.smallChunk
        // Big chunks are cut so that memory stays bounded whatever the documents hold.
        var rest = changes[...]
        while !rest.isEmpty {
            let part = rest.prefix(1024)
            rest = rest.dropFirst(1024)
            let batch = DocumentBatch(part, analyzer: analyzer, fields: settings.fields)
            if small { batch.withUnsafeBatch { axp_urgent(store.index, $0) } }
            try attempt { error in batch.withUnsafeBatch { axp_put(store.index, $0, &error) } }
            if rest.isEmpty { break }
            try commitIfLarge()
        }
        applied = max(applied, seq)
        try commitIfLarge()
        if clock.now - lastCommit > .seconds(settings.commitSeconds) { try commit() }
    }

    func flush() throws(AlmagestError) {
        try refuseIfLost()
        if hasPending { try commit() }
    }

    /// Notes checksums of the files while nothing else is to do, for the next start.
    func idle() throws(AlmagestError) {
        if isLost() { return }
        if hasPending || unsummed { try commit(checksums: true) }
    }

    /// Commits, and lets go of the write lock.
    func close() {
        // What cannot be committed comes from the journal at the next start.
        try? idle()
        isClosed = true
        axp_release(store.index)
    }

    func reset() throws(AlmagestError) {
        lost = false
        applied = 0
        defer { marks = store.marks }
        try store.reset()
    }

    /// Looks at the files; whether content is gone and nobody has asked since how far it is.
    func isLost() -> Bool {
        if isTouched { lost = true }
        return lost
    }

    private func refuseIfLost() throws(AlmagestError) {
        guard isLost() else { return }
        throw AlmagestError(
            .storeDamaged, "the lexical index was damaged", hint: "it is rebuilt from the catalog")
    }

    /// Whether somebody else has had the files since the last write.
    private var isTouched: Bool { !isClosed && marks != store.marks }

    /// Begins anew after a reader found damage; the next `apply` says so.
    func rebuild(because message: String) {
        // Another reader's report may have come first.
        guard !lost || isTouched, !isClosed else { return }
        // Where it cannot begin anew now, it tries again with the next change.
        try? reset()
        applied = 0
        lost = true
        store.damage.withLock { $0 = message }
    }

    private var hasPending: Bool {
        pending.documents > 0 || applied != axp_applied(store.index)
    }

    private var pending: (documents: UInt64, terms: UInt64) {
        var documents: UInt64 = 0
        var terms: UInt64 = 0
        axp_pending(store.index, &documents, &terms)
        return (documents, terms)
    }

    private func commitIfLarge() throws(AlmagestError) {
        let pending = pending
        guard pending.documents >= settings.commitDocuments || pending.terms >= settings.commitTerms else { return }
        try commit()
    }

    private func commit(checksums: Bool = false) throws(AlmagestError) {
        let through = applied
        try attempt { axp_commit(store.index, through, checksums, &$0) }
        lastCommit = clock.now
        unsummed = !checksums
    }

    /// A failed write leaves the last commit; a damaged database is begun anew.
    private func attempt(_ body: (inout axp_error) -> Bool) throws(AlmagestError) {
        var error = axp_error()
        defer { marks = store.marks }
        if body(&error) { return }
        let failure = AlmagestError(error)
        if failure.name == .storeDamaged {
            rebuild(because: failure.message)
        } else {
            applied = axp_applied(store.index)
            lost = true
        }
        throw failure
    }
}
