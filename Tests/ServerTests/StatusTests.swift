import AlmagestEntities
import Foundation
import Glibc
import Testing

/// What the daemon tells of itself, in `status` and in its log.
@Suite struct StatusTests {
    @Test func everyLimitInForceIsTold() async throws {
        let daemon = try await RunningDaemon(
            configuration: """
                {semantic: {enabled: false}, limits: {values: 7, properties: 5, identifierBytes: 64, queryBytes: 64,
                  conditions: 2, sortKeys: 1, facets: 1, fields: 1, identifiers: 2, lineBytes: 64, propertyTextBytes: 1024,
                  keywords: 1, synonyms: 1, passages: 1, intentBytes: 256, intentEntities: 1, statementEntities: 1,
                  screenViews: 1, screenLists: 1, faultsTold: 1}}
                """)
        let client = try await daemon.connect()
        let limits = try await client.ask("status")["limits"]
        #expect(limits?["values"]?.integer == 7)
        #expect(limits?["identifierBytes"]?.integer == 64)
        #expect(limits?["messageBytes"]?.integer == 16 << 20)
        #expect(try await client.ask("hello")["limits"]?.encodedText == limits?.encodedText)

        let list = (0..<9).map(String.init).joined(separator: ",")
        let more = #""a":1,"b":2,"c":3,"d":4,"e":5,"f":6"#
        for (id, cut) in [
            ("1", #""properties":{"n":[\#(list)]}"#), ("2", #""properties":{\#(more)}"#),
            ("3", #""keywords":["a","b"]"#), ("4", #""passages":[{"text":"a"},{"text":"b"}]"#),
            ("5", #""properties":{"t":"\#(String(repeating: "x", count: 2_000))"}"#),
        ] {
            let reply = try await client.ask("index", #"{"entities":[\#(entity(id, "Cut", "," + cut))]}"#)
            #expect(reply["warnings"]?.count == 1, "\(cut)")
        }
        let long = String(repeating: "x", count: 100)
        let reply = try await client.ask("index", #"{"entities":[\#(entity(long, "Long")),\#(entity(long, "Long"))]}"#)
        #expect(reply["rejected"]?.count == 1)
        #expect(reply["rejectedLeft"]?.integer == 1)
        let search = try await client.ask("search", #"{"query":"cut \#(long)"}"#)
        #expect(search["ignored"]?.elements.compactMap(\.string).last?.hasPrefix("x") == true)
        let condition = #"{"property":"n","op":"==","value":1}"#
        for (method, parameters, path) in [
            ("find", #"{"where":[\#(condition),\#(condition),\#(condition)]}"#, "where[2]"),
            ("find", #"{"sort":["a","b"]}"#, "sort"), ("find", #"{"facets":["a","b"]}"#, "facets"),
            ("find", #"{"fields":["a","b"]}"#, "fields"), ("find", #"{"types":["a","b","c"]}"#, "types"),
            ("suggest", #"{"prefix":"a","bundles":["a","b","c"]}"#, "bundles"),
            ("entities", #"{"identifiers":["a/b/1","a/b/2","a/b/3"]}"#, "identifiers"),
            (
                "donate", #"{"bundle":"a","intent":{"type":"T","parameters":{"x":"\#(long)\#(long)\#(long)"}}}"#,
                "intent"
            ),
            ("relevant.update", #"{"bundle":"a","context":{"kind":"k"},"entities":["a/b/1","a/b/2"]}"#, "entities"),
            ("screen.update", #"{"bundle":"a","views":[{"entity":"a/b/1"},{"entity":"a/b/2"}]}"#, "views"),
            ("screen.update", #"{"bundle":"a","lists":[{"type":"T","count":1},{"type":"U","count":1}]}"#, "lists"),
        ] { #expect(try await client.refusal(method, parameters).path == path, "\(method) \(parameters)") }
    }

    @Test func whoDonatesWhatIsRefusedIsToldWithoutItsContent() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        #expect(try await client.ask("status")["failing"]?.count == 0)
        for id in 0..<20 {
            try await client.ask(
                "index",
                #"{"entities":[\#(entity("zanzibar\(id)", "Zanzibar", #","priority":"zanzibar","hidden":7"#)),7]}"#)
        }
        let failing = try await client.ask("status")["failing"].map { Array($0.elements) } ?? []
        let bundles: [String?] = failing.map { $0["bundle"]?.string }
        let counts: [Int64?] = failing.map { $0["entities"]?.integer }
        #expect(bundles == [nil, "org.example.Notes"])
        #expect(counts == [20, 20])
        let latest = failing.last?["latest"].map { Array($0.elements) } ?? []
        #expect(latest.count == 8)
        #expect(latest.last?["path"]?.string == "hidden")
        #expect(latest.last?["name"]?.string == "invalidEntity")
        #expect(latest.last?["type"]?.string == "Note")
        #expect(latest.last?["date"]?.string?.hasSuffix("Z") == true)
        #expect(!failing.contains { $0.encodedText.lowercased().contains("zanzibar") })
        // Nor what stands where names should: keys, types and bundles that may be anything.
        for faulty in [
            #"{"bundle":"org.example.Odd","type":"Note","id":"1","display":{"title":"t"},"properties":{"list":[{"in zanzibar":{"date":7}}]}}"#,
            #"{"bundle":"org.example.Odd","type":"in zanzibar","id":"1","display":{"title":"t"},"hidden":7}"#,
            #"{"bundle":"in zanzibar","type":"Note","id":"1","display":{"title":"t"},"hidden":7}"#,
            #"{"bundle":"org.example.Odd","type":"Note","id":"1","display":{"title":"t"},"in zanzibar":7,"in zanzibar":8}"#,
        ] { try await client.ask("index", #"{"entities":[\#(faulty)]}"#) }
        let now = try #require(try await client.ask("status")["failing"])
        let odd = now.elements.first { $0["bundle"]?.string == "org.example.Odd" }
        let paths: [String?] = odd?["latest"]?.elements.map { $0["path"]?.string } ?? []
        #expect(paths == ["properties.list[0].…", "hidden", "…"])
        #expect(!now.encodedText.lowercased().contains("zanzibar"))
        // An app hears of its own alone.
        try await client.ask("hello", #"{"bundle":"org.example.Other"}"#)
        #expect(try await client.ask("status")["failing"]?.count == 0)
    }

    @Test func sizesAddUp() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate(entity("1", "Comet"))
        try await daemon.settle()
        let status = try await client.ask("status")
        var parts: [String: Int64] = [:]
        let sizes = try #require(status["sizes"])
        for member in sizes.members { parts[member.key] = member.value.integer }
        let total = parts.removeValue(forKey: "total")
        #expect(Set(parts.keys) == ["catalog", "lexical", "properties", "suggest"])
        #expect(parts.values.allSatisfy { $0 > 0 })
        #expect(total == parts.values.reduce(0, +))
    }

    @Test func atLevelDebugEveryRequestIsLoggedWithoutItsContent() async throws {
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, daemon: {logLevel: 'debug'}}")
        let raw = try RawConnection(daemon)
        for line in [
            #"{"id":4711,"method":"search","params":{"query":"zanzibar"}}"#,
            #"{"id":"a-1","method":"find","params":{"zanzibar":1}}"#,
            #"{"id":"in zanzibar","method":"status"}"#, #"{"id":5,"method":"zanzibar"}"#,
            #"{"id":"zanzibar","method":"status"}"#,
            #"{"id":6,"method":"index","params":{"entities":[\#(entity("zanzibar", "Zanzibar"))]}}"#,
        ] { _ = try await raw.exchange(Array(line.utf8)) }
        #expect(try await daemon.stop() == 0)
        let log = daemon.log
        for text in [
            ", request 1: search: ok, ", ", request 2: find: unknownParameter, ", ", request 3: status: ok, ",
            ", request 4: an unknown method: unknownMethod, ", ", request 5: status: ok, ", ", request 6: index: ok, ",
        ] { #expect(log.contains(text), "\(text)\n\(log)") }
        #expect(!log.contains("4711") && !log.contains("a-1"))
        #expect(!log.lowercased().contains("zanzibar"))
    }

    @Test func theLevelOfTheLogIsAnOptionToo() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.ask("status")
        // By itself it logs no requests, and it was told to do without a model.
        #expect(!daemon.log.contains("status"))
        #expect(!daemon.log.contains("No model"))
        let wrong = try await daemon.runAnother(["--log-level", "loud"])
        #expect(wrong.status == 2)
        // Before there is a log, too, with the priority that the journal reads.
        #expect(
            wrong.said
                == "<3>almagestd: --log-level: there is no level loud; it is error, warning, info or debug\n")
        let given = try await daemon.runAnother(["--log-level", "debug", "--version"])
        #expect(given.status == 0)
    }

    @Test func aLanguageThatIsNoneIsRefusedWithItsPath() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        for language in ["", "-", "e n", "123", "deutschland", "de-", "de-verylongsubtag", "d\u{e9}"] {
            for (method, text) in [("search", "query"), ("resolve", "request")] {
                let error = try await client.refusal(method, #"{"\#(text)":"comet","language":\#(language.json)}"#)
                #expect(error.name == .invalidParameter, "\(language)")
                #expect(error.path == "language", "\(language)")
            }
        }
        for language in ["de", "de-CH", "zh-Hant-TW", "pt_BR", "x-klingon", "DE"] {
            try await client.ask("search", #"{"query":"comet","language":\#(language.json)}"#)
        }
    }

    @Test func whatTakesNoParametersSaysSo() async throws {
        let daemon = try await RunningDaemon()
        let error = try await daemon.connect().refusal("status", #"{"verbose":true}"#)
        #expect(error.hint == "There are none here.")
    }

    @Test func aFolderInWhichOthersCouldReplaceTheSocketIsRefused() async throws {
        let daemon = try await RunningDaemon()
        let folder = daemon.folder + "/open"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(chmod(folder, 0o777) == 0)
        let (status, said) = try await daemon.runAnother([
            "--socket", folder + "/s", "--data", daemon.folder + "/other", "--config", daemon.folder + "/config.json5",
        ])
        #expect(status == 1)
        #expect(said.contains("could replace the socket"))
    }
}
