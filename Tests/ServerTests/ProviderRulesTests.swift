import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import TestSupport
import Testing

/// What holds for every provider: who is asked, for how long it is kept, and what becomes of a wrong answer.
@Suite struct ProviderRulesTests {
    private static let song = #"{"entity":"org.example.Tunes/SongEntity/1"}"#

    private func provider(_ client: Client) async throws -> JSONValue {
        try #require(try await client.ask("status")["providers"]?.elements.first { _ in true })
    }

    @Test func oneThatNobodyUsesIsStoppedAndStartedWhenItIsNeededAgain() async throws {
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration("callMilliseconds: 60000, idleSeconds: 1"))
        try await daemon.install("good")
        let client = try await daemon.connect()
        #expect(try await client.ask("open", Self.song)["opened"]?.bool == true)
        let pid = pid_t(try #require(try await provider(client)["pid"]?.integer))
        try await daemon.until("The end of the provider") { try await provider(client)["state"]?.string == "idle" }
        try await daemon.logged("\(tunes): shutdown")
        try await daemon.until("The end of the process") { Glibc.kill(pid, 0) != 0 }
        let state = try await provider(client)
        #expect(state["failures"]?.integer == 0 && state["starts"]?.integer == 1)
        #expect(try await client.ask("open", Self.song)["opened"]?.bool == true)
        #expect(try await provider(client)["starts"]?.integer == 2)
    }

    @Test(arguments: ["app", "extension"])
    func onlyAllowedTargetsAreAsked(_ target: String) async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let words = ["python3", RunningDaemon.providerScript, "good", tunes].map(\.json).joined(separator: ",")
        try daemon.installManifest(
            tunes,
            #"{"bundle":"\#(tunes)","calls":["open"],"command":[\#(words)],"targets":["\#(target)"]}"#)
        let client = try await daemon.connect()
        try await daemon.until("The manifest") { try await client.ask("status")["providers"]?.count == 1 }
        let isApp = target == "app"
        if isApp {
            // The executable is not started for it.
            let error = try await client.refusal("open", Self.song)
            #expect(error.name == .unavailable || error.name == .notFound, "\(error)")
            #expect(try await provider(client)["starts"]?.integer == 0)
        }
        let asked = Mutex(0)
        let app = try await daemon.app(provides: ["open"]) { _, _ in
            asked.withLock { $0 += 1 }
            return "{}"
        }
        #expect(try await client.ask("open", Self.song)["opened"]?.bool == true)
        #expect(asked.withLock { $0 } == (isApp ? 1 : 0))
        #expect(try await provider(client)["starts"]?.integer == (isApp ? 0 : 1))
        app.close()
    }

    // MARK: Entities of an app

    @Test(arguments: [
        ("hang", "timedOut", "The provider of “org.example.Tunes” did not answer provider.entities within 700 ms."),
        ("exit", "unavailable", "The provider of “org.example.Tunes” ended with exit status 1 before it answered."),
        ("crash", "unavailable", "The provider of “org.example.Tunes” ended with exit status 3 before it answered."),
        ("signal", "unavailable", "The provider of “org.example.Tunes” ended by signal 9 before it answered."),
        ("garbage", "unavailable", "was stopped, for it sent what is no message"),
        ("gigabyte", "tooLarge", "The message is longer than 1048576 bytes."),
        ("foreign", "forbiddenBundle", "The provider of “org.example.Tunes” sent an entity of “org.example.Other”."),
        ("malformed", "invalidEntity", "entities[0].display.title: "),
        ("refuse", "notFound", "answered: no such song"),
    ])
    func anAppThatFailsIsNamedBesideTheEntitiesOfOthers(
        _ mode: String, _ outcome: String, _ message: String
    ) async throws {
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration(
                "callMilliseconds: \(mode == "hang" ? 700 : 60_000), messageBytes: 1048576"))
        try await daemon.install(mode)
        let other = try await daemon.app("org.example.Fine", provides: ["entities"]) { _, _ in
            #"{"entities":[\#(entity("7", "Seven", bundle: "org.example.Fine", type: "Note"))]}"#
        }
        let client = try await daemon.connect()
        try await client.donate(entity("1", "One"))
        let reply = try await client.ask(
            "entities",
            #"{"identifiers":["org.example.Notes/Note/1","\#(tunes)/SongEntity/2","org.example.Fine/Note/7"]}"#)
        #expect(reply.ids("entities") == ["1", "7"], "\(reply.encodedText)")
        #expect(reply["missing"]?.elements.compactMap(\.string) == ["\(tunes)/SongEntity/2"])
        let failed = try #require(reply["providers"]?.elements.first { _ in true })
        #expect(reply["providers"]?.count == 1 && failed["bundle"]?.string == tunes)
        #expect(failed["outcome"]?.string == outcome)
        #expect(failed["message"]?.string?.contains(message) == true, "\(failed.encodedText)")
        other.close()
    }

    @Test func whatWasNotAskedForOrComesTwiceIsLeftOut() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let app = try await daemon.app(provides: ["entities"]) { _, _ in
            let list = [("1", "First"), ("1", "Again"), ("9", "Nobody asked for it")]
            let songs = list.map { entity($0.0, $0.1, bundle: tunes, type: "SongEntity") }
            return #"{"entities":[\#(songs.joined(separator: ","))]}"#
        }
        let client = try await daemon.connect()
        let reply = try await client.ask(
            "entities", #"{"identifiers":["\#(tunes)/SongEntity/1","\#(tunes)/SongEntity/2"]}"#)
        #expect(
            reply["entities"]?.elements.compactMap { $0["display"]?["title"]?.string } == ["First"],
            "\(reply.encodedText)")
        #expect(reply["missing"]?.count == 1 && reply["providers"] == nil)
        app.close()
    }

    // MARK: Values late

    @Test func valuesThatComeAfterTheDeadlineAreDroppedAndTheNextOnesCount() async throws {
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration("callMilliseconds: 60000, valuesMilliseconds: 700"))
        let gate = Gate()
        let isFirst = Mutex(true)
        let app = try await daemon.app(provides: ["values"]) { _, _ in
            let first = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if first { await gate.wait() }
            let song = entity(
                first ? "late" : "good", "Comet Tail", bundle: tunes, type: "SongEntity", #","schema":"audio.song""#)
            return #"{"values":[{"case":"song","value":\#(song)}]}"#
        }
        let client = try await daemon.connect()
        let asked = #"{"input":{"kind":"audio","criteria":{"searchQuery":"comet tail"}}}"#
        let late = try await client.ask("values", asked)
        #expect(late["values"]?.count == 0)
        let outcome = try #require(late["providers"]?.elements.first { _ in true })
        #expect(outcome["outcome"]?.string == "timedOut")
        #expect(
            outcome["message"]?.string?.contains("did not answer provider.values within 700 ms.") == true,
            "\(outcome.encodedText)")
        gate.open()
        let next = try await client.ask("values", asked)
        #expect(next["values"]?.elements.compactMap { $0["value"]?["id"]?.string } == ["good"])
        app.close()
    }

    // MARK: Value representations

    private static let place =
        #","properties":{"where":{"place":{"name":"Mojave"}},"who":[{"record":{"person":{"person":{"name":"Glow"}}}}]},"text":"Bring blankets""#

    @Test(
        arguments: [
            ("place", #"{"place":{"name":"Mojave"}}"#), ("person", #"{"person":{"name":"Glow"}}"#),
            ("text", #""Bring blankets""#), ("file", nil),
        ] as [(String, String?)])
    func anEntityIsGivenAsAnotherKindOfValueAsItHoldsOne(_ kind: String, _ value: String?) async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate(entity("1", "Watch Party", Self.place))
        let reply = try await client.ask("entities", #"{"identifiers":["org.example.Notes/Note/1"],"as":"\#(kind)"}"#)
        #expect(reply["entities"]?.elements.compactMap { $0["value"]?.encodedText } == [value].compactMap { $0 })
        #expect(reply["missing"]?.count == (value == nil ? 1 : 0))
    }

    @Test(arguments: [
        (#"{"value":{"place":{"name":"Joshua Tree"}}}"#, #"{"place":{"name":"Joshua Tree"}}"#),
        // What is no place, and what fails, leaves what the entity itself says.
        (#"{"value":{"person":{"name":"Glow"}}}"#, #"{"place":{"name":"Mojave"}}"#),
        (#"{"value":7}"#, #"{"place":{"name":"Mojave"}}"#), ("fail", #"{"place":{"name":"Mojave"}}"#),
    ])
    func theAppsOwnValueCountsBeforeThat(_ answer: String, _ value: String) async throws {
        let daemon = try await RunningDaemon()
        let app = try await daemon.app(provides: ["export"]) { request, _ in
            #expect(request.params?["as"]?.string == "place")
            if answer == "fail" { throw AlmagestError(.notFound, "no such song") }
            return answer
        }
        let client = try await daemon.connect()
        try await client.donate(entity("1", "Watch Party", bundle: tunes, type: "Party", Self.place))
        let reply = try await client.ask("entities", #"{"identifiers":["\#(tunes)/Party/1"],"as":"place"}"#)
        #expect(reply["entities"]?.elements.compactMap { $0["value"]?.encodedText } == [value])
        app.close()
    }
}
