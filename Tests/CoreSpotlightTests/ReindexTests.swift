import AlmagestEntities
import Foundation
import Synchronization
import Testing

@testable import CoreSpotlight

@Suite struct ReindexTests {
    /// Indexes again what it holds, in the way that it is told.
    private final class Notes: NSObject, CSSearchableIndexDelegate, @unchecked Sendable {
        enum Way { case plainly, inABatchAcknowledgedAtOnce, notAtAll, never }
        let way: Way
        let asked = Mutex<[[String]?]>([])
        init(_ way: Way) { self.way = way }

        func searchableIndex(
            _ searchableIndex: CSSearchableIndex,
            reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
        ) {
            asked.withLock { $0.append(nil) }
            answer(searchableIndex, ["1", "2"], acknowledgementHandler)
        }

        func searchableIndex(
            _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
            acknowledgementHandler: @escaping () -> Void
        ) {
            asked.withLock { $0.append(identifiers) }
            answer(searchableIndex, identifiers, acknowledgementHandler)
        }

        private func answer(_ index: CSSearchableIndex, _ ids: [String], _ acknowledge: @escaping () -> Void) {
            let done = Box(acknowledge)
            switch way {
            case .plainly:
                index.indexSearchableItems(ids.map { item($0, "again") }) { _ in
                    done.body()
                    done.body()
                }
            case .inABatchAcknowledgedAtOnce:
                index.beginBatch()
                acknowledge()
                Task {
                    try await index.indexSearchableItems(ids.map { item($0, "again") })
                    try await index.endBatch(withClientState: Data("again".utf8))
                }
            case .notAtAll: acknowledge()
            case .never: break
            }
        }
    }

    private struct Box: @unchecked Sendable {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    private func request(_ identifiers: [String]? = nil, types: [String]? = nil, index: String? = nil) -> ReindexRequest
    {
        ReindexRequest(index: index, types: types, identifiers: identifiers, session: nil)
    }

    @Test func theDelegateIndexesAgainBeforeTheRequestEnds() async throws {
        for way in [Notes.Way.plainly, .inABatchAcknowledgedAtOnce] {
            let daemon = try SpotlightDaemon()
            let index = daemon.index()
            let notes = Notes(way)
            index.indexDelegate = notes
            #expect(daemon.link.provider.calls == ["provider.reindex"])
            try await daemon.link.provider.reindex(request())
            #expect(try await daemon.found(#"title == "again""#) == ["1", "2"])
            try await daemon.link.provider.reindex(request(["7"], types: ["CSSearchableItem"], index: "notes"))
            #expect(try await daemon.found(#"title == "again""#) == ["1", "2", "7"])
            #expect(notes.asked.withLock { $0 } == [nil, ["7"]])
            try await daemon.link.provider.reindex(request(["8"], index: "another"))
            #expect(notes.asked.withLock { $0.count } == 2)
        }
    }

    @Test func whoReportsNothingOrIsGoneFailsTheSession() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        let none = try await failure(AlmagestError.self) { try await daemon.link.provider.reindex(request()) }
        #expect(none.name == .unavailable)
        var notes: Notes? = Notes(.notAtAll)
        index.indexDelegate = notes
        let nothing = try await failure(AlmagestError.self) { try await daemon.link.provider.reindex(request()) }
        #expect(nothing.message.contains("indexed nothing"))
        try await daemon.link.provider.reindex(request(["1"]))
        let other = try await failure(AlmagestError.self) {
            try await daemon.link.provider.reindex(request(types: ["NoteEntity"]))
        }
        #expect(other.path == "types")
        withExtendedLifetime(notes) {}
        notes = nil
        let gone = try await failure(AlmagestError.self) { try await daemon.link.provider.reindex(request()) }
        #expect(gone.message.contains("gone"))
        index.indexDelegate = nil
        #expect(daemon.link.provider.calls == [])
    }

    @Test func aRequestThatIsCancelledDoesNotWaitForTheDelegate() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        let notes = Notes(.never)
        index.indexDelegate = notes
        let waiting = Task { try await daemon.link.provider.reindex(request()) }
        while notes.asked.withLock({ $0.isEmpty }) { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        withExtendedLifetime(index) {}
    }
}
