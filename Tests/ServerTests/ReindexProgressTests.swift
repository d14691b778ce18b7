import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import TestSupport
import Testing

/// Who hears how far a re-index is, and what becomes of one when somebody ends.
@Suite struct ReindexProgressTests {
    /// Takes the notifications of a connection.
    private final class Heard: PeerHandler {
        let progress = Mutex<[JSONValue]>([])

        func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
            if request.method == "progress", let params = request.params { progress.withLock { $0.append(params) } }
            return []
        }
    }

    private func listener(_ daemon: RunningDaemon) async throws -> (client: Client, heard: Heard) {
        let heard = Heard()
        var options = Client.Options(socket: daemon.socket)
        options.startsDaemon = false
        return (try await Client.connect(options, handler: heard), heard)
    }

    private static func songs(_ range: Range<Int>, bundle: String = tunes) -> String {
        range.map { entity("\($0)", "Track \($0)", bundle: bundle, type: "SongEntity") }.joined(separator: ",")
    }

    private static func report(_ range: Range<Int>, _ request: Request, _ peer: Peer, bundle: String = tunes)
        async throws
    {
        let session = request.params?["session"]?.string ?? ""
        _ = try await peer.call(
            "index", params: Array(#"{"session":\#(session.json),"entities":[\#(songs(range, bundle: bundle))]}"#.utf8))
    }

    @Test func everyClientThatAskedHearsHowFarItIsAndWaitsForTheSameEnd() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let (client, heard) = try await listener(daemon)
        let (second, alsoHeard) = try await listener(daemon)
        let (stranger, nothing) = try await listener(daemon)
        try await client.ask("index", #"{"entities":[\#(Self.songs(0..<300))]}"#)
        let gate = Gate()
        let haveBothHeard = Mutex(false)
        let sessions = Mutex(0)
        let app = try await daemon.app(provides: ["reindex"]) { request, peer in
            sessions.withLock { $0 += 1 }
            try await Self.report(0..<100, request, peer)
            await gate.wait()
            // Some more each time, until both have heard of it.
            var done = 100
            while done < 299, !haveBothHeard.withLock({ $0 }) {
                try await Self.report(done..<done + 1, request, peer)
                done += 1
                try await Task.sleep(for: .milliseconds(50))
            }
            return "{}"
        }
        let asked = #"{"bundle":"\#(tunes)"}"#
        let first = Task { try await client.ask("reindex", asked) }
        try await daemon.until("The first hundred") {
            heard.progress.withLock { $0.contains { $0["done"]?.integer == 100 } }
        }
        let other = Task { try await second.ask("reindex", asked) }
        gate.open()
        for listener in [heard, alsoHeard] {
            try await daemon.until("More") {
                listener.progress.withLock { $0.contains { ($0["done"]?.integer ?? 0) > 100 } }
            }
        }
        haveBothHeard.withLock { $0 = true }
        let replies = [try await first.value, try await other.value]
        for reply in replies {
            #expect((reply["reported"]?.integer ?? 0) + (reply["removed"]?.integer ?? 0) == 300, "\(reply.encodedText)")
        }
        #expect(replies[0].encodedText == replies[1].encodedText)
        #expect(sessions.withLock { $0 } == 1)
        let told = heard.progress.withLock { $0 }
        #expect(told.allSatisfy { $0["bundle"]?.string == tunes && $0["request"] != nil })
        let midway = try #require(told.first { $0["done"]?.integer == 100 })
        #expect(midway["total"]?.integer == 300)
        #expect(midway["rate"]?.number ?? 0 > 0 && midway["secondsLeft"]?.number ?? -1 >= 0)
        #expect(nothing.progress.withLock { $0.isEmpty })
        withExtendedLifetime(stranger) { app.close() }
    }

    @Test func appsAreAskedSideBySide() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let bundles = ["org.example.A", "org.example.B"]
        // Each ends when the other has begun.
        let gates = [Gate(), Gate()]
        var apps: [Client] = []
        for (index, bundle) in bundles.enumerated() {
            apps.append(
                try await daemon.app(bundle, provides: ["reindex"]) { request, peer in
                    gates[index].open()
                    await gates[1 - index].wait()
                    try await Self.report(0..<10, request, peer, bundle: bundle)
                    return "{}"
                })
        }
        let client = try await daemon.connect()
        let reply = try await client.ask("reindex")
        #expect(
            reply["bundles"]?.elements.compactMap { $0["outcome"]?.string } == ["ok", "ok"], "\(reply.encodedText)")
        #expect(reply["reported"]?.integer == 20)
        for app in apps { app.close() }
    }

    @Test func aDaemonThatIsKilledAmidASessionKeepsWhatThereWasAndWhatWasReported() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        try await client.ask("index", #"{"entities":[\#(Self.songs(0..<300))]}"#)
        let gate = Gate()
        let app = try await daemon.app(provides: ["reindex"]) { request, peer in
            let session = request.params?["session"]?.string ?? ""
            let changed = entity("0", "Track zero", bundle: tunes, type: "SongEntity")
            let list = changed + "," + Self.songs(300..<400)
            _ = try await peer.call(
                "index", params: Array(#"{"session":\#(session.json),"entities":[\#(list)]}"#.utf8))
            gate.open()
            try await Task.sleep(for: .seconds(600))
            return "{}"
        }
        let call = Task { try await client.refusal("reindex", #"{"bundle":"\#(tunes)"}"#) }
        await gate.wait()
        daemon.kill()
        #expect(try await call.value.name == .connectionClosed)
        app.close()
        try await daemon.start()
        let again = try await daemon.connect()
        #expect(try await again.ask("find", #"{"limit":0}"#)["total"]?.integer == 400)
        let zero = try await again.ask("entities", #"{"identifiers":["\#(tunes)/SongEntity/0"]}"#)
        #expect(zero["entities"]?.elements.first { _ in true }?["display"]?["title"]?.string == "Track zero")
    }

    @Test func aProviderIsToldThatTheDaemonStops() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("hang-midway", arguments: ["2000"])
        let (client, heard) = try await listener(daemon)
        try await client.ask("index", #"{"entities":[\#(entity("kept", "Kept", bundle: tunes, type: "SongEntity"))]}"#)
        let call = Task { try await client.refusal("reindex", #"{"bundle":"\#(tunes)"}"#) }
        try await daemon.until("The reports") {
            heard.progress.withLock { $0.contains { ($0["done"]?.integer ?? 0) >= 1_000 } }
        }
        #expect(try await daemon.stop() == 0)
        #expect(daemon.log.contains("\(tunes): cancelled: shutdown"))
        _ = try await call.value
        try await daemon.start()
        let again = try await daemon.connect()
        #expect(
            try await again.ask("entities", #"{"identifiers":["\#(tunes)/SongEntity/kept"]}"#)["entities"]?.count == 1)
    }
}
