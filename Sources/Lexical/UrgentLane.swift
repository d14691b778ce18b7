import CXapian
import Catalog
import Text
import Threads

/// Puts changes into memory ahead of the journal lane, on a thread of its own so that no commit is waited for.
actor UrgentLane {
    private let executor = ThreadExecutor(name: "lexical-urgent")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let store: LexicalStore
    private let settings: LexicalParameters
    private let analyzer: Analyzer

    init(store: LexicalStore, settings: LexicalParameters, analyzer: Analyzer) {
        self.store = store
        self.settings = settings
        self.analyzer = analyzer
    }

    deinit { executor.stop() }

    func apply(_ changes: [Change]) {
        let batch = DocumentBatch(changes, analyzer: analyzer, fields: settings.fields)
        batch.withUnsafeBatch { axp_urgent(store.index, $0) }
    }
}
