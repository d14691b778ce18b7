import AlmagestEntities
import AlmagestWire
import Testing

/// What a request says holds in whatever way results are found, and is told back by its place.
@Suite struct QueryMeaningTests {
    @Test(.enabled(if: RunningDaemon.hasModel), arguments: ["hybrid", "semantic", "lexical"])
    func whatIsExcludedIsNotFoundByItsMeaningEither(_ mode: String) async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        defer { daemon.kill() }
        let client = try await daemon.connect()
        try await client.donate(
            entity("otter", "The otter swims in the sea and eats fish"),
            entity("both", "Seals and an otter at sea, two animals that eat fish"),
            entity("seal", "The seal swims in the sea and eats fish"),
            entity("phrase", "The grey seal lives in the sea and eats fish"))
        try await daemon.settle()
        func found(_ query: String) async throws -> Set<String> {
            let reply = try await client.ask(
                "search", #"{"query":\#(query.json),"mode":\#(mode.json),"budgetMilliseconds":60000}"#)
            #expect(reply["partial"]?.count == 0)
            return Set(reply.ids("results"))
        }
        #expect(try await found("sea animal eats fish") == ["otter", "both", "seal", "phrase"])
        #expect(try await found("sea animal eats fish -otter") == ["seal", "phrase"])
        #expect(try await found("sea animal eats fish -\"grey seal\"") == ["otter", "both", "seal"])
        #expect(try await found("sea animal eats fish -otter -\"grey seal\"") == ["seal"])
    }

    @Test func weightsOfAnySizeKeepTheirOrder() async throws {
        let daemon = try await RunningDaemon()
        defer { daemon.kill() }
        let client = try await daemon.connect()
        let seq = try await client.donate(entity("a", "Apple"), entity("b", "Birch"))
        func scores(_ first: String, _ second: String) async throws -> [String] {
            let reply = try await client.ask(
                "search",
                #"{"queries":[{"text":"apple","weight":\#(first)},{"text":"birch","weight":\#(second)}],"mode":"lexical","after":\#(seq),"budgetMilliseconds":60000}"#
            )
            return (reply["results"].map { Array($0.elements) } ?? []).map {
                "\($0["entity"]?["id"]?.string ?? "?") \($0["score"]?.number ?? -1)"
            }
        }
        #expect(try await scores("1e308", "5e307") == scores("2", "1"))
        #expect(try await scores("5e307", "1e308") == scores("1", "2"))
        #expect(try await scores("1e-320", "2e-320").first?.hasPrefix("b ") == true)
    }

    @Test(arguments: ["search", "find"])
    func whatIsWrongWithAConditionIsToldByItsPlaceInTheCall(_ method: String) async throws {
        let daemon = try await RunningDaemon()
        defer { daemon.kill() }
        let client = try await daemon.connect()
        let seq = try await client.donate(entity("1", "One", #","properties":{"due":{"date":"2026-01-01"}}"#))
        try await client.ask("search", #"{"query":"one","facets":["due"],"after":\#(seq),"budgetMilliseconds":60000}"#)
        for (condition, path) in [
            (#"{"property":"due","op":"<","value":"someday"}"#, "where.value"),
            (
                #"{"all":[{"property":"due","op":"exists","value":true},{"property":"due","op":"<","value":"x"}]}"#,
                "where.all[1].value"
            ),
        ] {
            let error = try await client.refusal(method, #"{"where":\#(condition)}"#)
            #expect(error.path == path)
        }
    }

    @Test func aPropertyWithADotInItsNameIsReturnedByItsName() async throws {
        let daemon = try await RunningDaemon()
        defer { daemon.kill() }
        let client = try await daemon.connect()
        try await client.donate(
            entity("1", "One", #","properties":{"a.b":1,"c":{"record":{"d":2}},"e":3}"#))
        let reply = try await client.ask("find", #"{"fields":["a.b","c.d","a.b.c","f.g"]}"#)
        let properties = reply["results"]?.elements.first { _ in true }?["properties"]
        #expect(properties?["a.b"]?.integer == 1)
        #expect(properties?["c"] != nil)
        #expect(properties.map { Array($0.members).count } == 2)
    }
}
