import AlmagestEntities
import AlmagestWire
import Foundation
import Testing

@testable import CoreSpotlight

@Suite struct RestartTests {
    @Test func aDaemonThatIsNotThereIsStarted() async throws {
        let daemon = try SpotlightDaemon()
        #expect(!FileManager.default.fileExists(atPath: daemon.options.socket.path))
        try await daemon.index().indexSearchableItems([item("1", "a")])
        #expect(try await daemon.all() == ["1"])
    }

    @Test func whereNoneCanBeStartedTheErrorSaysHow() async throws {
        let daemon = try SpotlightDaemon()
        var options = daemon.options
        options.startsDaemon = false
        let link = DaemonLink(bundle: "org.example.Notes", options: options)
        let error = try await failure(CSIndexError.self) {
            try await CSSearchableIndex(name: "notes", link: link).indexSearchableItems([item("1", "a")])
        }
        #expect(error.code == .indexUnavailableError)
        #expect(error.message.contains("almagest serve"), "\(error)")
        let query = CSSearchQuery(queryString: "rating == 1", context: nil, link: link)
        let unreachable = try await failure(CSSearchQueryError.self) { for try await _ in query.results {} }
        #expect(unreachable.code == .indexUnreachable)
    }

    /// Writes and asks while the daemon is killed, again and again.
    @Test func nothingThatIsWrittenWhileTheDaemonRestartsIsLostOrDoubled() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        try await index.indexSearchableItems([item("start", "start")])
        for round in 0..<5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask { try await index.indexSearchableItems([item("\(round)-\(number)", "v")]) }
                }
                group.addTask { try await daemon.kill() }
                group.addTask { _ = try await daemon.all() }
                try await group.waitForAll()
            }
        }
        let all = try await daemon.all()
        #expect(all.count == 201)
        #expect(Set(all).count == 201)
    }

    /// Replies are lost in the middle: the versions of one item must not end up in another order.
    @Test func theLastOfManyWritesStaysTheLast() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        try await index.indexSearchableItems([item("start", "start")])
        for round in 0..<4 {
            let last = 60
            var replies: [Task<Void, any Error>] = []
            for version in 1...last {
                replies.append(
                    Task.immediate {
                        try await index.indexSearchableItems([item("one", "round \(round) version \(version)")])
                    })
            }
            try await daemon.kill()
            for reply in replies { try await reply.value }
            #expect(try await daemon.found(#"title == "round \#(round) version \#(last)""#) == ["one"])
        }
    }

    @Test func aBatchIsStoredOnceThoughItsConnectionWasLost() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        index.beginBatch()
        try await index.indexSearchableItems([item("0", "a")])
        try await index.endIndexBatch(expectedClientState: nil, newClientState: Data("0".utf8))
        for round in 1...4 {
            index.beginBatch()
            try await index.indexSearchableItems((0..<300).map { item("\(round)-\($0)", "title \($0)") })
            async let killed: Void = daemon.kill()
            try await index.endIndexBatch(
                expectedClientState: Data("\(round - 1)".utf8), newClientState: Data("\(round)".utf8))
            try await killed
            #expect(try await index.fetchLastClientState() == Data("\(round)".utf8))
        }
        #expect(try await daemon.all().count == 1_201)
    }
}
