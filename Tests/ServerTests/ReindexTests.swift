import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import Testing

/// Takes the notifications of a connection.
private final class Heard: PeerHandler {
    let progress = Mutex<[JSONValue]>([])

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        if request.method == "progress", let params = request.params { progress.withLock { $0.append(params) } }
        return []
    }
}

@Suite struct ReindexTests {
    private static let known = (1...4).map { entity("\($0)", "Track \($0)", bundle: tunes, type: "SongEntity") }

    private func titles(_ client: Client) async throws -> [String: String] {
        let reply = try await client.ask("find", #"{"limit":1000}"#)
        var titles: [String: String] = [:]
        for result in reply["results"]?.elements.map({ $0 }) ?? [] {
            titles[result["entity"]?["id"]?.string ?? ""] = result["display"]?["title"]?.string
        }
        return titles
    }

    private func report(_ entities: [String], _ session: String) -> String {
        #"{"session":\#(session.json),"entities":[\#(entities.joined(separator: ","))]}"#
    }

    private func counts(_ reply: JSONValue) -> [Int64] {
        ["reported", "changed", "removed", "failed"].map { reply[$0]?.integer ?? -1 }
    }

    @Test func whatIsNotReportedGoesInOneStepAtTheEnd() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate(Self.known)
        let app = try await daemon.app(provides: ["reindex"]) { request, peer in
            let session = request.params?["session"]?.string ?? ""
            let changed = entity("2", "Track two", bundle: tunes, type: "SongEntity")
            let new = entity("5", "Track 5", bundle: tunes, type: "SongEntity")
            let reply = try await peer.call(
                "index", params: Array(report([Self.known[0], changed, new, "{}"], session).utf8))
            #expect(reply.result["unchanged"]?.integer == 1)
            #expect(reply.result["stored"]?.integer == 2)
            // Nothing is missing as long as it goes on.
            #expect(try await titles(client).count == 5)
            return "{}"
        }
        let reply = try await client.ask("reindex", #"{"bundle":"org.example.Tunes"}"#)
        #expect(counts(reply) == [3, 2, 2, 1])
        #expect(try await titles(client) == ["1": "Track 1", "2": "Track two", "5": "Track 5"])
        let after = try #require(reply["seq"]?.integer)
        #expect(try await client.found("track", after: after).sorted() == ["1", "2", "5"])
        app.close()
    }

    @Test func theScopeIsRemovedAndReportedAndNothingElse() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate(Self.known)
        try await client.donate(
            entity("a", "Album", bundle: tunes, type: "AlbumEntity"),
            entity("o", "Other index", bundle: tunes, type: "SongEntity", #","index":"other""#),
            entity("x", "Other app", bundle: "org.example.X", type: "SongEntity"))
        let app = try await daemon.app(provides: ["reindex"]) { request, peer in
            let session = request.params?["session"]?.string ?? ""
            #expect(request.params?["index"]?.string == "default")
            #expect(request.params?["types"]?.elements.compactMap(\.string) == ["SongEntity"])
            let list = [
                Self.known[0], entity("b", "Album", bundle: tunes, type: "AlbumEntity"),
                entity("p", "Other index", bundle: tunes, type: "SongEntity", #","index":"other""#),
            ]
            let reply = try await peer.call("index", params: Array(report(list, session).utf8))
            #expect(reply.result["rejected"]?.elements.compactMap { $0["index"]?.integer } == [1, 2])
            return "{}"
        }
        let reply = try await client.ask(
            "reindex", #"{"bundle":"org.example.Tunes","index":"default","types":["SongEntity"]}"#)
        #expect(counts(reply) == [1, 0, 3, 2])
        #expect(Set(try await titles(client).keys) == ["1", "a", "o", "x"])
        let two = try await client.ask(
            "reindex", #"{"bundle":"org.example.Tunes","index":"default","types":["SongEntity"],"identifiers":["1"]}"#)
        #expect(two["removed"]?.integer == 0)
        app.close()
    }

    /// Live changes before, between and after the reports of the same entities.
    @Test(arguments: ["before", "between", "after"])
    func whatTheAppDoesMeanwhileHoldsAtEveryStage(_ stage: String) async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate(Self.known)
        let live: @Sendable () async throws -> Void = {
            try await client.donate(
                entity("1", "Live update", bundle: tunes, type: "SongEntity"),
                entity("9", "Live addition", bundle: tunes, type: "SongEntity"), Self.known[3])
            try await client.ask(
                "delete", #"{"bundle":"org.example.Tunes","type":"SongEntity","identifiers":["2"]}"#)
            try await client.ask(
                "index",
                #"{"entities":[{"update":true,"bundle":"org.example.Tunes","type":"SongEntity","id":"3","display":{"subtitle":"live"}}]}"#
            )
        }
        let app = try await daemon.app(provides: ["reindex"]) { request, peer in
            let session = request.params?["session"]?.string ?? ""
            func tell(_ entities: [String]) async throws {
                _ = try await peer.call("index", params: Array(report(entities, session).utf8))
            }
            let old = (1...3).map { entity("\($0)", "Old \($0)", bundle: tunes, type: "SongEntity") }
            if stage == "before" { try await live() }
            try await tell(old)
            if stage == "between" {
                try await live()
                try await tell(old)
            }
            if stage == "after" { try await live() }
            return "{}"
        }
        try await client.ask("reindex", #"{"bundle":"org.example.Tunes"}"#)
        let third = stage == "before" ? "Track 3" : "Old 3"
        #expect(
            try await titles(client) == ["1": "Live update", "3": third, "4": "Track 4", "9": "Live addition"],
            "live \(stage)")
        app.close()
    }

    @Test(arguments: ["error", "gone"])
    func aSessionThatFailsRemovesNothing(_ how: String) async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate(Self.known)
        let app = try await daemon.app(provides: ["reindex"]) { request, peer in
            let session = request.params?["session"]?.string ?? ""
            _ = try await peer.call("index", params: Array(report([Self.known[0]], session).utf8))
            if how == "gone" { peer.close() }
            throw AlmagestError(.diskFull, "no space")
        }
        let error = try await client.refusal("reindex", #"{"bundle":"org.example.Tunes"}"#)
        #expect(error.name == (how == "gone" ? .unavailable : .diskFull))
        #expect(try await titles(client).count == 4)
        app.close()
    }

    @Test func aSessionThatIsCancelledRemovesNothingAndTheProviderIsTold() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("hang-midway", arguments: ["2000"])
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate(Self.known)
        try await client.donate(entity("kept", "Not reported", bundle: tunes, type: "SongEntity"))
        let heard = Heard()
        var options = Client.Options(socket: daemon.socket)
        options.startsDaemon = false
        let asking = try await Client.connect(options, handler: heard)
        let call = Task { try await asking.refusal("reindex", #"{"bundle":"org.example.Tunes"}"#) }
        let deadline = ContinuousClock.now + .seconds(60)
        while !heard.progress.withLock({ $0.contains { ($0["done"]?.integer ?? 0) >= 1000 } }) {
            if ContinuousClock.now > deadline { throw Fault("No progress:\n\(daemon.log)") }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await client.refusal("reindex", #"{"bundle":"org.example.Tunes","types":["X"]}"#).name == .busy)
        call.cancel()
        #expect(try await call.value.name == .cancelled)
        try await daemon.logged("\(tunes): cancelled: user")
        #expect(try await titles(client)["kept"] != nil)
    }

    @Test func aProviderThatStopsReportingIsGivenUp() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration("reindexIdleSeconds: 2"))
        try await daemon.install("hang-midway", arguments: ["2000"])
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate(entity("kept", "Not reported", bundle: tunes, type: "SongEntity"))
        let error = try await client.refusal("reindex", #"{"bundle":"org.example.Tunes"}"#)
        #expect(error.name == .timedOut)
        try await daemon.logged("\(tunes): cancelled: timeout")
        #expect(try await titles(client)["kept"] != nil)
    }

    @Test func aProviderThatCrashesMidwayRemovesNothingAndSaysHow() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("crash-midway", arguments: ["2000"])
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate(entity("kept", "Not reported", bundle: tunes, type: "SongEntity"))
        let error = try await client.refusal("reindex", #"{"bundle":"org.example.Tunes"}"#)
        #expect(error.message == "The provider of “org.example.Tunes” ended with exit status 3 before it answered.")
        #expect(try await titles(client)["kept"] != nil)
    }

    @Test func everyProviderIsAskedAndNamedWhenNoneIsChosen() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", arguments: ["700"])
        try await daemon.install("exit", bundle: "org.example.Other")
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        let reply = try await client.ask("reindex")
        #expect(counts(reply) == [700, 700, 0, 0])
        #expect(reply["bundles"]?.elements.compactMap { $0["outcome"]?.string } == ["unavailable", "ok"])
        let again = try await client.ask("reindex", #"{"bundle":"org.example.Tunes"}"#)
        #expect(counts(again) == [700, 0, 0, 0])
    }

    @Test func aSessionIsKnownToItsAppAloneAndOnlyWhileItIsOpen() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        let other = try await daemon.connect()
        try await other.ask("hello", #"{"bundle":"org.example.X"}"#)
        let kept = Mutex("")
        let app = try await daemon.app(provides: ["reindex"]) { request, _ in
            let session = request.params?["session"]?.string ?? ""
            kept.withLock { $0 = session }
            let mine = entity("1", "Mine", bundle: "org.example.X")
            let refused = try? await other.refusal("index", report([mine], session))
            #expect(refused?.name == .notFound)
            return "{}"
        }
        try await client.ask("reindex", #"{"bundle":"org.example.Tunes"}"#)
        #expect(try await client.refusal("index", report(Self.known, kept.withLock { $0 })).name == .notFound)
        #expect(try await client.refusal("reindex", #"{"bundle":"org.example.None"}"#).name == .unavailable)
        #expect(try await client.refusal("reindex", #"{"bundle":"b","identifiers":["1"]}"#).path == "types")
        app.close()
    }

    @Test func reportsThatAreStillUnderWayAtTheAnswerCount() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        try await client.donate(Self.known)
        let app = try await daemon.app(provides: ["reindex"]) { request, peer in
            let session = request.params?["session"]?.string ?? ""
            for known in Self.known { peer.notify("index", params: Array(report([known], session).utf8)) }
            return "{}"
        }
        let reply = try await client.ask("reindex", #"{"bundle":"org.example.Tunes"}"#)
        #expect(counts(reply) == [4, 0, 0, 0])
        app.close()
    }

    @Test func aHundredThousandUnchangedEntitiesGoThroughInBoundedMemory() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", arguments: ["100000"])
        let client = try await daemon.connect()
        defer { withExtendedLifetime(daemon) {} }
        let first = try await client.ask("reindex", #"{"bundle":"org.example.Tunes"}"#)
        #expect(counts(first) == [100_000, 100_000, 0, 0])
        try await daemon.settle()
        let before = try await client.ask("status")["memory"]?["residentBytes"]?.integer ?? 0
        let clock = ContinuousClock.now
        let second = try await client.ask("reindex", #"{"bundle":"org.example.Tunes"}"#)
        let seconds = Double((ContinuousClock.now - clock).components.seconds) + 0.5
        #expect(counts(second) == [100_000, 0, 0, 0])
        let after = try await client.ask("status")["memory"]?["residentBytes"]?.integer ?? 0
        #expect(after - before < 50 << 20)
        print("re-index: about \(Int(100_000 / seconds)) entities a second, \((after - before) >> 20) MB more")
    }
}
