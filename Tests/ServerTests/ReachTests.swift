import AlmagestEntities
import AlmagestWire
import Testing

/// A connection that said a bundle sees that app's entities alone, whatever it calls; one that did not sees all.
@Suite struct ReachTests {
    private static let own = "org.example.Notes"
    private static let other = "org.example.Vault"

    /// A daemon with entities of two apps that share a word, a connection of the first app and one of the user.
    private func prepared() async throws -> (daemon: RunningDaemon, app: Client, user: Client) {
        let daemon = try await RunningDaemon()
        let user = try await daemon.connect()
        try await user.donate(
            entity(
                "mine", "Comet diary", bundle: Self.own,
                #","url":"https://notes.example.org/mine","properties":{"owner":{"entity":"org.example.Vault/Note/secret"},"grade":1}"#
            ),
            entity("plain", "Comet plain", bundle: Self.own, #","properties":{"grade":2}"#),
            entity(
                "secret", "Comet secret zanzibar", bundle: Self.other,
                #","url":"https://vault.example.org/secret","properties":{"pin":"4711","due":{"date":"2026-12-04"}}"#))
        try await daemon.settle()
        let app = try await daemon.connect()
        try await app.ask("hello", #"{"protocol":1,"bundle":"org.example.Notes"}"#)
        return (daemon, app, user)
    }

    @Test func search() async throws {
        let (daemon, app, user) = try await prepared()
        defer { withExtendedLifetime(daemon) {} }
        let query = #"{"query":"comet","mode":"lexical","facets":["bundle"]}"#
        let seen = try await app.ask("search", query)
        #expect(Set(seen.ids("results")) == ["mine", "plain"])
        #expect(seen["total"]?.integer == 2)
        #expect(seen.facet("bundle") == [Self.own: 2])
        #expect(try await app.ask("search", #"{"query":"zanzibar"}"#).ids("results") == [])
        // The same request of the user is another one, also where the first is remembered.
        #expect(try await user.ask("search", query)["total"]?.integer == 3)
        #expect(try await app.ask("search", query)["total"]?.integer == 2)
        #expect(
            try await app.ask("search", #"{"query":"comet","bundles":["org.example.Notes"]}"#)["total"]?.integer == 2)
        let error = try await app.refusal(
            "search", #"{"query":"comet","bundles":["org.example.Notes","org.example.Vault"]}"#)
        #expect(error.name == .forbiddenBundle)
        #expect(error.path == "bundles[1]")
    }

    @Test func aCursorOfTheUserLeadsNowhereElse() async throws {
        let (daemon, app, user) = try await prepared()
        defer { withExtendedLifetime(daemon) {} }
        let page = try await user.ask("find", #"{"limit":1}"#)
        let cursor = try #require(page["cursor"]?.string)
        #expect(try await app.refusal("find", #"{"limit":1,"cursor":\#(cursor.json)}"#).name == .invalidParameter)
    }

    @Test func find() async throws {
        let (daemon, app, user) = try await prepared()
        defer { withExtendedLifetime(daemon) {} }
        #expect(try await app.ask("find").ids("results") == ["mine", "plain"])
        #expect(try await app.ask("find")["total"]?.integer == 2)
        #expect(try await user.ask("find")["total"]?.integer == 3)
        let error = try await app.refusal("find", #"{"bundles":["org.example.Vault"]}"#)
        #expect(error.name == .forbiddenBundle)
        #expect(error.path == "bundles[0]")
    }

    @Test func referencesAreNotFollowedToAnotherApp() async throws {
        let (daemon, app, user) = try await prepared()
        defer { withExtendedLifetime(daemon) {} }
        let condition = #"{"where":{"property":"owner.pin","op":"hasPrefix","value":"47"}}"#
        #expect(try await user.ask("find", condition).ids("results") == ["mine"])
        #expect(try await app.ask("find", condition).ids("results") == [])
        let facets = #"{"facets":["owner.pin","owner.title"]}"#
        #expect(try await user.ask("find", facets).facet("owner.pin") == ["4711": 1])
        #expect(try await app.ask("find", facets).facet("owner.pin") == [:])
        #expect(try await app.ask("find", facets).facet("owner.title") == [:])
        let sort = #"{"sort":[{"property":"owner.pin","order":"ascending"},{"property":"grade","order":"descending"}]}"#
        #expect(try await user.ask("find", sort).ids("results").first == "mine")
        #expect(try await app.ask("find", sort).ids("results") == ["plain", "mine"])
    }

    @Test func suggest() async throws {
        let (daemon, app, user) = try await prepared()
        defer { withExtendedLifetime(daemon) {} }
        #expect(Set(try await app.suggested("comet")) == ["mine", "plain"])
        #expect(try await user.suggested("comet").count == 3)
        #expect(
            try await app.refusal("suggest", #"{"prefix":"c","bundles":["org.example.Vault"]}"#).path == "bundles[0]")
    }

    @Test func resolve() async throws {
        let (daemon, app, user) = try await prepared()
        defer { withExtendedLifetime(daemon) {} }
        for request in [
            "comet secret zanzibar", "https://vault.example.org/secret", "org.example.Vault/Note/secret",
            "what is due on 4 December 2026",
        ] {
            let seen = try await app.ask("resolve", #"{"request":\#(request.json),"explain":true}"#)
            #expect(!seen.ids("candidates").contains("secret"), "\(request)")
        }
        #expect(try await user.ask("resolve", #"{"request":"comet secret zanzibar"}"#).ids("candidates") == ["secret"])
        #expect(try await app.ask("resolve", #"{"request":"comet diary"}"#).ids("candidates") == ["mine"])
    }

    @Test func values() async throws {
        let (daemon, app, user) = try await prepared()
        let provider = try await daemon.app(provides: ["values", "entities"]) { request, _ in
            throw AlmagestError(.internalError, "It was asked \(request.method).")
        }
        func cases(_ client: Client, _ parameters: String) async throws -> Set<String> {
            let reply = try await client.ask("values", parameters)
            return Set(reply["values"]?.elements.compactMap { $0["value"]?["id"]?.string } ?? [])
        }
        for parameters in [
            #"{"input":{"kind":"string","criteria":{"searchQuery":"comet zanzibar"}}}"#,
            #"{"input":{"kind":"string","criteria":{"unspecified":{}}}}"#,
            #"{"input":{"kind":"string","criteria":{"url":["https://vault.example.org/secret"]}}}"#,
            #"{"input":{"kind":"entity","value":["org.example.Vault/Note/secret"]}}"#,
            #"{"input":{"kind":"entity","value":["org.example.Notes/Note/mine"]},"accepts":["Note","Other"]}"#,
            #"{"input":{"kind":"dateInterval","value":{"start":"2026-12-01","end":"2026-12-31"}}}"#,
        ] {
            #expect(!(try await cases(app, parameters).contains("secret")), "\(parameters)")
        }
        #expect(
            try await cases(user, #"{"input":{"kind":"entity","value":["org.example.Vault/Note/secret"]}}"#) == [
                "secret"
            ])
        let reply = try await app.ask("values", #"{"input":{"kind":"string","criteria":{"searchQuery":"comet"}}}"#)
        #expect(reply["providers"]?.count == 0)
        provider.close()
    }

    @Test func entitiesAndOpen() async throws {
        let (daemon, app, _) = try await prepared()
        defer { withExtendedLifetime(daemon) {} }
        let mixed = #"{"identifiers":["org.example.Notes/Note/mine","org.example.Vault/Note/secret"]}"#
        let error = try await app.refusal("entities", mixed)
        #expect(error.name == .forbiddenBundle)
        #expect(error.path?.hasPrefix("identifiers[1]") == true)
        #expect(try await app.refusal("open", #"{"entity":"org.example.Vault/Note/secret"}"#).name == .forbiddenBundle)
        #expect(
            try await app.ask("entities", #"{"identifiers":["org.example.Notes/Note/mine"]}"#)["entities"]?.count == 1)
    }

    @Test func status() async throws {
        let (daemon, app, user) = try await prepared()
        let provider = try await daemon.app(provides: ["values"]) { _, _ in "{}" }
        let seen = try await app.ask("status")
        #expect(seen["entities"]?.integer == 2)
        #expect(seen["counts"]?.elements.map { $0["bundle"]?.string } == [Self.own])
        #expect(seen["providers"]?.count == 0)
        for name in ["sizes", "memory", "connections", "subscriptions"] { #expect(seen[name] == nil, "\(name)") }
        let all = try await user.ask("status")
        #expect(all["entities"]?.integer == 3)
        #expect(all["counts"]?.count == 2)
        #expect(all["providers"]?.count == 1)
        #expect(all["sizes"] != nil)
        provider.close()
    }

    @Test func subscribe() async throws {
        let (daemon, _, user) = try await prepared()
        let listener = try await Listener(daemon)
        try await listener.client.ask("hello", #"{"bundle":"org.example.Notes"}"#)
        let error = try await listener.client.refusal("subscribe", #"{"bundles":["org.example.Vault"]}"#)
        #expect(error.name == .forbiddenBundle)
        #expect(error.path == "bundles[0]")
        try await listener.client.ask("subscribe")
        // Whoever follows a condition through a reference learns nothing by it either.
        let through = #"{"where":{"property":"owner.pin","op":"==","value":"4711"},"after":0}"#
        try await listener.client.ask("subscribe", through)
        try await user.donate(entity("secret2", "Comet again", bundle: Self.other))
        let seq = try await user.donate(
            entity("new", "Comet new", #","properties":{"owner":{"entity":"org.example.Vault/Note/secret"}}"#))
        #expect(try await listener.changes(through: seq) == ["added new"])
    }

    @Test func correctionsAndWhatIsUnderstoodNameNothingOfAnotherApp() async throws {
        let (daemon, app, user) = try await prepared()
        defer { withExtendedLifetime(daemon) {} }
        #expect(
            try await user.ask("search", #"{"query":"zanzibra","mode":"lexical"}"#)["didYouMean"]?.string == "zanzibar")
        #expect(try await app.ask("search", #"{"query":"zanzibra","mode":"lexical"}"#)["didYouMean"]?.isNull == true)
        #expect(try await app.ask("search", #"{"query":"dairy","mode":"lexical"}"#)["didYouMean"]?.string == "diary")
        let understood = try await app.ask("search", #"{"query":"comet in vault"}"#)["understood"]
        #expect(understood?.encodedText.contains(Self.other) == false)
    }
}
