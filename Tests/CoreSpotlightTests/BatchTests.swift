import Foundation
import Testing

@testable import CoreSpotlight

@Suite struct BatchTests {
    @Test func aBatchIsStoredAtItsEndWithTheClientState() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        try await index.indexSearchableItems([item("old", "Lantern")])
        #expect(try await index.fetchLastClientState() == Data())
        index.beginBatch()
        try await index.indexSearchableItems([item("new", "Lantern")])
        try await index.deleteSearchableItems(withIdentifiers: ["old"])
        #expect(try await daemon.all() == ["old"])
        try await index.endBatch(withClientState: Data("1".utf8))
        #expect(try await daemon.all() == ["new"])
        #expect(try await index.fetchLastClientState() == Data("1".utf8))
        #expect(try await daemon.index("other").fetchLastClientState() == Data())
        // The next may begin at once.
        index.beginBatch()
        let later: (any Error)? = await withCheckedContinuation { continuation in
            index.endBatch(withClientState: Data("2".utf8)) { continuation.resume(returning: $0) }
            index.beginBatch()
        }
        #expect(later == nil)
        try await index.endBatch(withClientState: Data("3".utf8))
        let state: Data? = await withCheckedContinuation { continuation in
            index.fetchLastClientState { state, _ in continuation.resume(returning: state) }
        }
        #expect(state == Data("3".utf8))
    }

    @Test func aStateThatIsNotTheExpectedOneStoresNothing() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        index.beginBatch()
        try await index.endIndexBatch(expectedClientState: nil, newClientState: Data([1]))
        for expected in [nil, Data([2])] {
            index.beginBatch()
            try await index.indexSearchableItems([item("1", "Never")])
            let error = try await failure(CSIndexError.self) {
                try await index.endIndexBatch(expectedClientState: expected, newClientState: Data([3]))
            }
            #expect(error.code == .mismatchedClientState)
        }
        #expect(try await daemon.all() == [])
        index.beginBatch()
        try await index.endIndexBatch(expectedClientState: Data([1]), newClientState: Data([4]))
        #expect(try await index.fetchLastClientState() == Data([4]))
    }

    @Test func aStateOf250BytesIsTheLongest() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        index.beginBatch()
        try await index.indexSearchableItems([item("1", "a")])
        let error = try await failure(CSIndexError.self) {
            try await index.endBatch(withClientState: Data(count: 251))
        }
        #expect(error.code == .invalidClientStateError)
        #expect(error.message.contains("250") && error.message.contains("251"))
        // The batch is still there.
        try await index.endBatch(withClientState: Data(count: 250))
        #expect(try await daemon.all() == ["1"])
        #expect(try await index.fetchLastClientState().count == 250)
    }

    @Test func batchesDoNotNest() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        index.beginBatch()
        try await index.indexSearchableItems([item("1", "a")])
        index.beginBatch()
        for step in 0..<2 {
            let error = try await failure(CSIndexError.self) {
                if step == 0 {
                    try await index.indexSearchableItems([item("2", "b")])
                } else {
                    try await index.endBatch(withClientState: Data())
                }
            }
            #expect(error.code == .invalidClientStateError && error.message.contains("within another"))
        }
        #expect(try await daemon.all() == [])
        index.beginBatch()
        try await index.indexSearchableItems([item("3", "c")])
        try await index.endBatch(withClientState: Data())
        #expect(try await daemon.all() == ["3"])
    }

    @Test func theDefaultIndexHasNoBatches() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index("default")
        index.beginBatch()
        let inside = try await failure(CSIndexError.self) { try await index.indexSearchableItems([item("1", "a")]) }
        #expect(inside.message.contains("named"))
        let end = try await failure(CSIndexError.self) { try await index.endBatch(withClientState: Data()) }
        #expect(end.code == .invalidClientStateError)
        let unbegun = try await failure(CSIndexError.self) {
            try await daemon.index().endBatch(withClientState: Data())
        }
        #expect(unbegun.message.contains("No batch was begun"))
        _ = try await failure(CSIndexError.self) { _ = try await index.fetchLastClientState() }
        try await index.indexSearchableItems([item("1", "a")])
        #expect(try await daemon.all() == ["1"])
    }

    @Test func aBatchWithAnItemThatCannotBeStoredStoresNothing() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        index.beginBatch()
        try await index.indexSearchableItems([item("1", "a"), item("2", "b") { $0.languages = ["no\u{7}"] }])
        let error = try await failure(CSIndexError.self) { try await index.endBatch(withClientState: Data([1])) }
        #expect(error.code == .invalidItemError && error.message.contains("“2”"), "\(error)")
        #expect(try await daemon.all() == [])
        #expect(try await index.fetchLastClientState() == Data())
    }

    @Test func deletingEverythingForgetsTheState() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        index.beginBatch()
        try await index.endBatch(withClientState: Data([9]))
        try await index.deleteAllSearchableItems()
        #expect(try await index.fetchLastClientState() == Data())
    }
}
