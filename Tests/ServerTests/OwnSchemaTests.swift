import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import Testing

/// Schemas that an app brings in its manifest.
@Suite struct OwnSchemaTests {
    private static let bundle = "org.example.Stars"

    /// What the daemon knows the type to be held against, as it has written it down.
    private func kept(_ daemon: RunningDaemon) -> String? {
        guard let data = FileManager.default.contents(atPath: daemon.data + "/asks.json"),
            let schemas = try? JSONDocument(Array(data)).root["schemas"]
        else { return nil }
        return schemas.elements.first { $0["bundle"]?.string == Self.bundle }?["schema"]?.string
    }

    /// Installs a manifest whose schema says that of a star's `seen`; returns when `schemas` lists it so, and it has been
    /// taken note of.
    private func install(_ type: String, in daemon: RunningDaemon) async throws {
        let before = kept(daemon)
        try daemon.installManifest(
            "stars.schemas",
            #"{"domain":"stars","entities":{"star":{"identifier":"StarEntity","members":{"seen":"\#(type)"}}}}"#)
        try daemon.installManifest(
            "stars",
            #"{"bundle":"\#(Self.bundle)","calls":["reindex"],"targets":["app"],"schemas":"stars.schemas.json","#
                + #""types":[{"type":"StarEntity","schema":"stars.star"}]}"#)
        let client = try await daemon.connect()
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let stars = try await client.ask("schemas")["domains"]?.elements.first { $0["domain"]?.string == "stars" }
            let member = stars?["entities"]?.elements.first { _ in true }?["members"]?.elements.first { _ in true }
            if member?["type"]?.string == (type == "Date" ? "date" : "text"), kept(daemon) != before {
                #expect(stars?["bundle"]?.string == Self.bundle)
                #expect(stars?["tier"]?.string == "app")
                return
            }
            if ContinuousClock.now > deadline { throw Fault("The schema was never read:\n\(daemon.log)") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private static func star(_ id: String, _ seen: String, bundle: String = bundle) -> String {
        entity(
            id, "Star \(id)", bundle: bundle, type: "StarEntity",
            #","schema":"stars.star","properties":{"seen":\#(seen)}"#)
    }

    private func seen(_ client: Client, _ id: String) async throws -> String? {
        let reply = try await client.ask("entities", #"{"identifiers":["\#(Self.bundle)/StarEntity/\#(id)"]}"#)
        return reply["entities"]?.elements.first { _ in true }?["properties"]?["seen"]?.encodedText
    }

    private static let lately =
        #"{"types":["StarEntity"],"where":{"property":"seen","op":">=","value":{"date":"2026-11-01"}}}"#

    @Test func entitiesAreHeldAgainstTheSchemaThatTheirAppBrings() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await install("Date", in: daemon)
        let client = try await daemon.connect()
        let list = [Self.star("1", #""2026-11-30""#), Self.star("2", "true")].joined(separator: ",")
        let reply = try await client.ask("index", #"{"entities":[\#(list)]}"#)
        #expect(reply["stored"]?.integer == 1)
        #expect(reply["rejected"]?.elements.first { _ in true }?["path"]?.string == "entities[1].properties.seen")
        #expect(try await seen(client, "1") == #"{"date":"2026-11-30"}"#)
        // An update too.
        let update =
            #"{"bundle":"\#(Self.bundle)","type":"StarEntity","id":"1","update":true,"properties":{"seen":"2026-11-29"}}"#
        try await client.donate(update)
        #expect(try await seen(client, "1") == #"{"date":"2026-11-29"}"#)
        // Of another app's it says nothing.
        let other = try await client.ask(
            "index", #"{"entities":[\#(Self.star("1", "true", bundle: "org.example.Other"))]}"#)
        #expect(other["stored"]?.integer == 1)
        #expect(
            other["warnings"]?.elements.first { _ in true }?["message"]?.string
                == "There is no schema “stars.star”.")
        let stranger = try await daemon.connect()
        try await stranger.ask("hello", #"{"bundle":"org.example.Other"}"#)
        #expect(try await stranger.refusal("schemas", #"{"domain":"stars"}"#).name == .notFound)
        let own = try await daemon.connect()
        try await own.ask("hello", #"{"bundle":"\#(Self.bundle)"}"#)
        #expect(try await own.ask("schemas", #"{"domain":"stars"}"#)["domains"]?.count == 1)
    }

    @Test func anEntityThatNamesNoSchemaIsHeldAgainstTheOneThatItsManifestDeclaresForItsType() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await install("Date", in: daemon)
        let client = try await daemon.connect()
        func star(_ id: String, _ more: String, _ type: String = "StarEntity") -> String {
            entity(id, "Star \(id)", bundle: Self.bundle, type: type, more)
        }
        let list = [
            star("1", #","properties":{"seen":"2026-11-30"}"#), star("2", #","properties":{"seen":true}"#),
            star("3", #","properties":{"seen":"2026-11-30"}"#, "NoteEntity"),
        ]
        let reply = try await client.ask("index", #"{"entities":[\#(list.joined(separator: ","))]}"#)
        #expect(reply["rejected"]?.elements.compactMap { $0["path"]?.string } == ["entities[1].properties.seen"])
        #expect(reply["warnings"]?.count == 0, "\(reply.encodedText)")
        #expect(try await seen(client, "1") == #"{"date":"2026-11-30"}"#)
        // An update too; what is the same is unchanged.
        try await client.donate(star("1", #","update":true,"properties":{"seen":"2026-11-29"}"#))
        #expect(try await seen(client, "1") == #"{"date":"2026-11-29"}"#)
        let same = star("1", #","properties":{"seen":"2026-11-29"}"#)
        #expect(try await client.ask("index", #"{"entities":[\#(same)]}"#)["unchanged"]?.integer == 1)
        // It has that schema for whoever looks for it.
        try await daemon.settle()
        let found = try await client.ask("find", #"{"where":{"property":"schema","op":"==","value":"stars.star"}}"#)
        #expect(found.ids("results") == ["1"])
        let one = try await client.ask("resolve", #"{"request":"star 1","accepts":["stars.star"]}"#)
        #expect(one.ids("candidates") == ["1"], "\(one.encodedText)")
    }

    @Test func anAppWhoseSchemasHaveTurnedBadIsNoProviderUntilTheyAreMended() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await install("Date", in: daemon)
        let client = try await daemon.connect()
        func providers() async throws -> [String] {
            try await client.ask("status")["providers"]?.elements.compactMap { $0["bundle"]?.string } ?? []
        }
        #expect(try await providers() == [Self.bundle])
        try daemon.installManifest("stars.schemas", "")
        try await daemon.until("The fault") { try await client.ask("status")["manifestFaults"]?.count == 1 }
        #expect(try await providers() == [])
        try await install("String", in: daemon)
        #expect(try await providers() == [Self.bundle])
    }

    @Test func aPropertyThatChangesItsTypeIsTypedAnewWhenItsAppTellsItAndReadableUntilThen() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await install("String", in: daemon)
        let client = try await daemon.connect()
        try await client.donate(Self.star("1", #""2026-11-30""#), Self.star("2", #""long ago""#))
        #expect(try await seen(client, "1") == #""2026-11-30""#)
        try await daemon.settle()
        #expect(try await client.refusal("find", Self.lately).message == "seen holds text, which this value is not.")
        // The app is away.
        try await install("Date", in: daemon)
        #expect(try await seen(client, "1") == #""2026-11-30""#)
        #expect(try await seen(client, "2") == #""long ago""#)
        let asked = Mutex<[String]>([])
        let app = try await daemon.app(Self.bundle, provides: ["reindex"]) { request, peer in
            asked.withLock { $0 += request.params?["types"]?.elements.compactMap(\.string) ?? [] }
            let session = request.params?["session"]?.string ?? ""
            let stars = [Self.star("1", #""2026-11-30""#), Self.star("3", #""2026-11-15""#)].joined(separator: ",")
            _ = try await peer.call(
                "index", params: Array(#"{"session":\#(session.json),"entities":[\#(stars)]}"#.utf8))
            return "{}"
        }
        try await daemon.until("The new type") {
            (try? await client.ask("find", Self.lately))?.ids("results").sorted() == ["1", "3"]
        }
        #expect(asked.withLock { $0 } == ["StarEntity"])
        #expect(try await seen(client, "1") == #"{"date":"2026-11-30"}"#)
        app.close()
    }

    @Test func resolveAndValuesTakeTheSchemaForWhatTheCallerAccepts() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await install("String", in: daemon)
        let client = try await daemon.connect()
        try await client.donate(
            Self.star("1", #""lately""#), entity("1", "Star 1", bundle: Self.bundle, type: "NoteEntity"))
        try await daemon.settle()
        let one = try await client.ask("resolve", #"{"request":"star 1","accepts":["stars.star"]}"#)
        #expect(one["candidates"]?.elements.compactMap { $0["entity"]?["type"]?.string } == ["StarEntity"])
        let values = try await client.ask(
            "values", #"{"input":{"kind":"string","criteria":{"searchQuery":"star"}},"accepts":["stars.star"]}"#)
        #expect(values["values"]?.elements.compactMap { $0["case"]?.string } == ["stars.star"])
    }
}
