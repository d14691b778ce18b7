import AlmagestEntities
import AlmagestWire
import Testing

/// Whatever comes over the socket gets an error that says what and where, and the daemon goes on.
@Suite struct HostileMessageTests {
    /// A line, and the name and path of the error that answers it.
    private struct Bad {
        let line: [UInt8]
        let name: String
        let path: String?
        init(_ line: String, _ name: String, _ path: String? = nil) { self.init(Array(line.utf8), name, path) }
        init(_ line: [UInt8], _ name: String, _ path: String? = nil) {
            (self.line, self.name, self.path) = (line, name, path)
        }
        init(_ method: String, _ parameters: String, _ name: String, _ path: String?) {
            self.init(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#, name, path)
        }
    }

    private static let messages: [Bad] = [
        Bad("{", "parseError"), Bad("nonsense", "parseError"), Bad(#"{"id":1,"method":"status"}}"#, "parseError"),
        Bad(#"{"id":1,"id":2,"method":"status"}"#, "parseError"), Bad("[]", "invalidRequest"),
        Bad("\"x\"", "invalidRequest"), Bad("{}", "invalidRequest"),
        Bad(#"{"id":{},"method":"status"}"#, "invalidRequest", "id"),
        Bad(#"{"id":1,"method":7}"#, "invalidRequest", "method"),
        Bad(#"{"id":1,"method":"status","jsonrpc":"1.0"}"#, "invalidRequest", "jsonrpc"),
        Bad(#"{"id":1,"method":"status","extra":1}"#, "invalidRequest", "extra"),
        Bad(
            Array(#"{"id":1,"method":"search","params":{"query":""#.utf8) + [0xC3, 0x28, 0x22, 0x7D, 0x7D], "parseError"
        ),
        Bad(Array(#"{"id":1,"method":"search","params":{"query":""#.utf8) + [0x00, 0x22, 0x7D, 0x7D], "parseError"),
        Bad(#"{"id":1,"method":"search","params":{"query":"\ud800"}}"#, "parseError"),
        Bad(
            #"{"id":1,"method":"search","params":"# + String(repeating: "[", count: 10_000)
                + String(repeating: "]", count: 10_000) + "}", "tooDeep"),
        Bad("\"" + String(repeating: "a", count: 17 << 20) + "\"", "tooLarge"),
        Bad("nope", "{}", "unknownMethod", nil), Bad("", "{}", "unknownMethod", nil),
        Bad("search", "[]", "invalidRequest", "params"),
        Bad("search", "7", "invalidRequest", "params"),
    ]

    private static let parameters: [Bad] = [
        Bad("search", #"{"qurey":"x"}"#, "unknownParameter", "qurey"),
        Bad("search", #"{"query":7}"#, "invalidParameter", "query"),
        Bad("search", #"{"query":"x","limit":-1}"#, "invalidParameter", "limit"),
        Bad("search", #"{"query":"x","limit":1001}"#, "invalidParameter", "limit"),
        Bad("search", #"{"query":"x","limit":1.5}"#, "invalidParameter", "limit"),
        Bad("search", #"{"query":"x","limit":1e300}"#, "invalidParameter", "limit"),
        Bad("search", #"{"query":"x","offset":9223372036854775807}"#, "invalidParameter", "offset"),
        Bad("search", #"{"query":"x","after":-1}"#, "invalidParameter", "after"),
        Bad("search", #"{"query":"x","mode":"psychic"}"#, "invalidParameter", "mode"),
        Bad("search", #"{"query":"x","budgetMilliseconds":0}"#, "invalidParameter", "budgetMilliseconds"),
        Bad("search", #"{"query":"x","timeZone":"Mars/Olympus"}"#, "invalidParameter", "timeZone"),
        Bad("search", #"{"query":"x","now":"2026-02-31"}"#, "invalidDate", "now"),
        Bad("search", #"{"query":"x","queries":["y"]}"#, "invalidParameter", "queries"),
        Bad("search", #"{"queries":[{"text":"x","weight":-1}]}"#, "invalidParameter", "queries[0].weight"),
        Bad("search", #"{"queries":["a",{"text":"x","mode":"no"}]}"#, "invalidParameter", "queries[1].mode"),
        Bad("search", #"{"query":"x","bundles":"a"}"#, "invalidParameter", "bundles"),
        Bad("search", #"{"query":"x","types":[1]}"#, "invalidParameter", "types[0]"),
        Bad("search", #"{"query":"x","cursor":"bogus"}"#, "invalidParameter", "cursor"),
        Bad("search", #"{"query":"x","sort":"a"}"#, "invalidParameter", "sort"),
        Bad("search", #"{"query":"x","where":7}"#, "invalidPredicate", "where"),
        Bad(
            "search", #"{"query":"x","where":{"all":[{"property":"a","op":"~","value":1}]}}"#, "invalidPredicate",
            "where.all[0].op"),
        Bad("find", #"{"where":{"property":"a","op":"between","value":1}}"#, "invalidPredicate", "where.value"),
        Bad(
            "find", #"{"where":{"property":"a","op":"==","value":{"date":"2026-02-31"}}}"#, "invalidDate",
            "where.value.date"),
        Bad("find", #"{"offset":1}"#, "unknownParameter", "offset"), Bad("suggest", "{}", "missingParameter", "prefix"),
        Bad("suggest", #"{"prefix":null}"#, "missingParameter", "prefix"),
        Bad("suggest", #"{"prefix":["a"]}"#, "invalidParameter", "prefix"),
        Bad("index", "{}", "missingParameter", "entities"),
        Bad("index", #"{"entities":{}}"#, "invalidParameter", "entities"),
        Bad("index", #"{"entities":[],"atomic":1}"#, "invalidParameter", "atomic"),
        Bad("index", #"{"entities":[],"batch":"b99"}"#, "noSuchBatch", "batch"),
        Bad("index", #"{"entities":[],"session":"s"}"#, "notFound", "session"),
        Bad("delete", "{}", "missingParameter", "bundle"),
        Bad("delete", #"{"bundle":"a.b","identifiers":["x"]}"#, "missingParameter", "type"),
        Bad("delete", #"{"bundle":["a.b"]}"#, "invalidParameter", "bundle"),
        Bad("batch.commit", "{}", "missingParameter", "batch"),
        Bad("batch.abort", #"{"batch":7}"#, "invalidParameter", "batch"),
        Bad("entities", #"{"identifiers":"a"}"#, "invalidParameter", "identifiers"),
        Bad("entities", #"{"identifiers":["a/b/c","nonsense"]}"#, "invalidIdentifier", "identifiers[1]"),
        Bad("entities", #"{"identifiers":[],"components":["soul"]}"#, "invalidParameter", "components[0]"),
        Bad("open", "{}", "missingParameter", "entity"), Bad("open", #"{"entity":"a/b/c"}"#, "notFound", "entity"),
        Bad("hello", #"{"protocol":2}"#, "invalidParameter", "protocol"),
        Bad("hello", #"{"bundle":""}"#, "invalidIdentifier", "bundle"),
        Bad("status", #"{"verbose":true}"#, "unknownParameter", "verbose"),
        Bad("cancel", "{}", "missingParameter", "id"),
    ]

    /// A name that no entity may have, wherever a call takes one.
    private static let names: [Bad] = {
        let long = String(repeating: "x", count: 2_000)
        return [
            Bad("batch.begin", #"{"bundle":"\#(long)"}"#, "invalidIdentifier", "bundle"),
            Bad("batch.begin", #"{"bundle":""}"#, "invalidIdentifier", "bundle"),
            Bad("batch.begin", #"{"bundle":"a\u0001b"}"#, "invalidIdentifier", "bundle"),
            Bad("batch.begin", #"{"bundle":"a.b","index":"\#(long)"}"#, "invalidIdentifier", "index"),
            Bad("batch.begin", #"{"bundle":"a.b","index":""}"#, "invalidIdentifier", "index"),
            Bad("clientState", #"{"bundle":"\#(long)"}"#, "invalidIdentifier", "bundle"),
            Bad("clientState", #"{"bundle":"a.b","index":"\#(long)"}"#, "invalidIdentifier", "index"),
            Bad("delete", #"{"bundle":"\#(long)"}"#, "invalidIdentifier", "bundle"),
            Bad("delete", #"{"bundle":"a.b","index":"\#(long)"}"#, "invalidIdentifier", "index"),
            Bad("delete", #"{"bundle":"a.b","type":"\#(long)"}"#, "invalidIdentifier", "type"),
            Bad("delete", #"{"bundle":"a.b","domain":"\#(long)"}"#, "invalidIdentifier", "domain"),
            Bad(
                "delete", #"{"bundle":"a.b","type":"T","identifiers":["1","\#(long)"]}"#, "invalidIdentifier",
                "identifiers[1]"),
            Bad("relevant.update", #"{"bundle":"\#(long)","context":{"kind":"k"}}"#, "invalidIdentifier", "bundle"),
            Bad("relevant.remove", #"{"bundle":"\#(long)"}"#, "invalidIdentifier", "bundle"),
            Bad("screen.update", #"{"bundle":"\#(long)"}"#, "invalidIdentifier", "bundle"),
            Bad(
                "screen.update", #"{"bundle":"a.b","lists":[{"type":"\#(long)","count":1}]}"#, "tooLarge",
                "lists[0].type"),
            Bad("annotate", #"{"bundle":"\#(long)","on":"alarm"}"#, "invalidIdentifier", "bundle"),
            Bad("donate", #"{"bundle":"\#(long)","intent":{"type":"T"}}"#, "invalidIdentifier", "bundle"),
            Bad("donate.delete", #"{"bundle":"a.b","intentType":"\#(long)"}"#, "tooLarge", "intentType"),
            Bad("reindex", #"{"bundle":"\#(long)"}"#, "invalidIdentifier", "bundle"),
            Bad("reindex", #"{"bundle":"a.b","index":"\#(long)"}"#, "invalidIdentifier", "index"),
            Bad("reindex", #"{"bundle":"a.b","types":["\#(long)"]}"#, "invalidIdentifier", "types[0]"),
            Bad(
                "reindex", #"{"bundle":"a.b","types":["T"],"identifiers":["\#(long)"]}"#, "invalidIdentifier",
                "identifiers[0]"),
        ]
    }()

    @Test func everyBadMessageIsAnsweredWithWhatAndWhere() async throws {
        let daemon = try await RunningDaemon()
        let raw = try RawConnection(daemon)
        for bad in Self.messages + Self.parameters + Self.names {
            let shown = String(decoding: bad.line.prefix(160), as: UTF8.self)
            let data = try await raw.exchange(bad.line)["error"]?["data"]
            #expect(data?["name"]?.string == bad.name, "\(shown)")
            if let path = bad.path { #expect(data?["path"]?.string == path, "\(shown)") }
            let status = try await raw.exchange(Array(#"{"id":2,"method":"status"}"#.utf8))
            #expect(status["result"]?["seq"]?.integer == 0, "\(shown)")
        }
        #expect(await daemon.answers())
    }

    /// What is wrong with one entity, and the path that says so; nil: it is taken.
    private static let entities: [(more: String, path: String?)] = [
        (#","properties":{"d":{"date":"2026-02-31"}}"#, "properties.d.date"),
        (#","properties":{"d":{"date":"2026-01-01T00:00:00+99:99"}}"#, "properties.d.date"),
        (#","properties":{"d":{"date":7}}"#, "properties.d.date"),
        (#","properties":{"d":{"duration":"P1Y"}}"#, "properties.d.duration"),
        (#","properties":{"d":{"entity":"nonsense"}}"#, "properties.d.entity"),
        (#","properties":{"d":{"date":"0000-01-01"}}"#, "properties.d.date"),
        (#","properties":{"d":{"date":"0000-12-31T23:59:59Z"}}"#, "properties.d.date"),
        (#","properties":{"d":{"date":"10000-01-01"}}"#, "properties.d.date"),
        (#","properties":{"d":{"date":"0001-01-01T00:00:00+14:00"}}"#, nil),
        (#","properties":{"d":{"date":"9999-12-31T23:59:59-12:00"}}"#, nil),
        (#","properties":{"d":{"date":"0001-01-01"}}"#, nil), (#","properties":{"d":{"date":"9999-12-31"}}"#, nil),
        (#","properties":[1]"#, "properties"), (#","keywords":"a""#, "keywords"), (#","priority":1e300"#, "priority"),
        (#","hidden":"yes""#, "hidden"), (#","expires":"2026-02-31""#, "expires"), (#","domain":7"#, "domain"),
        (#","ownership":"stolen""#, "ownership"), (#","nonsense":1"#, ""), (#","text":7"#, "text"),
        (#","passages":[{"text":7}]"#, "passages[0].text"), (#","language":"\u0000""#, "language"),
        (#","text":"a\u0000b\u001b[31m\u202e""#, nil), (#","properties":{"":1}"#, "properties[“”]"),
    ]

    @Test func everyBadEntityIsNamedByItsPathAndTheOthersAreStored() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        for (number, bad) in Self.entities.enumerated() {
            let list = [entity("good\(number)", "Good"), entity("bad\(number)", "Bad", bad.more)]
            let reply = try await client.ask("index", #"{"entities":[\#(list.joined(separator: ","))]}"#)
            let paths = reply["rejected"]?.elements.compactMap { $0["path"]?.string } ?? []
            if let path = bad.path {
                #expect(paths == [path.isEmpty ? "entities[1]" : "entities[1].\(path)"], "\(bad.more)")
                #expect(reply["stored"]?.integer == 1, "\(bad.more)")
            } else {
                #expect(paths == [], "\(bad.more)")
                #expect(reply["stored"]?.integer == 2, "\(bad.more)")
            }
        }
        for (line, path) in [
            ("7", "entities[0]"), ("{}", "entities[0].bundle"),
            (#"{"bundle":"","type":"T","id":"1","display":{"title":"x"}}"#, "entities[0].bundle"),
            (#"{"bundle":"a.b","type":"T","id":"","display":{"title":"x"}}"#, "entities[0].id"),
            (#"{"bundle":"a.b","type":"T","id":"1"}"#, "entities[0].display.title"),
            (#"{"bundle":"a.b","type":"T","id":"1","display":"x"}"#, "entities[0].display"),
            (
                #"{"bundle":"a.b","type":"T","id":"\#(String(repeating: "x", count: 2_000))","display":{"title":"x"}}"#,
                "entities[0]"
            ),
        ] {
            let reply = try await client.ask("index", #"{"entities":[\#(line)]}"#)
            #expect(reply["stored"]?.integer == 0, "\(line)")
            let paths = reply["rejected"]?.elements.compactMap { $0["path"]?.string } ?? []
            #expect(paths.contains(path), "\(line.prefix(200)): \(paths)")
        }
        #expect(await daemon.answers())
    }

    @Test func hugeContentIsCutOrRefusedAndTheDaemonGoesOn() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let word = String(repeating: "supercalifragilistic", count: 500_000)
        let list = "[" + String(repeating: "1,", count: 999_999) + "1]"
        let members = (0..<100_000).map { #""p\#($0)":\#($0)"# }.joined(separator: ",")
        for (id, more) in [
            ("word", #","text":"\#(word)""#),
            ("words", #","text":"\#(String(repeating: "salt and pepper ", count: 600_000))""#),
            ("list", #","properties":{"n":\#(list)}"#), ("properties", #","properties":{\#(members)}"#),
            ("keywords", #","keywords":[\#((0..<100_000).map { "\"k\($0)\"" }.joined(separator: ","))]"#),
        ] {
            let reply = try await client.ask("index", #"{"entities":[\#(entity(id, "Huge \(id)", more))]}"#)
            let said = (reply["rejected"]?.count ?? 0) + (reply["warnings"]?.count ?? 0)
            #expect(reply["stored"]?.integer == 1 || said > 0, "\(id)")
            if id.hasPrefix("word") { #expect(reply["stored"]?.integer == 1 && said == 1, "\(id)") }
        }
        let seq = try await client.donate(entity("after", "Afterwards"))
        #expect(try await client.found("afterwards", after: seq) == ["after"])
        #expect(try await client.found("huge", after: seq).contains("word"))
        try await daemon.settle()
        #expect(await daemon.answers())
        #expect(
            try await client.ask("entities", #"{"identifiers":["org.example.Notes/Note/word"]}"#)["missing"]?.count == 0
        )
    }

    @Test func clientsThatSendHalfAMessageOrDoNotReadHarmNobody() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate(
            (0..<200).map {
                entity("\($0)", "Common number\($0)", #","text":"\#(String(repeating: "filler ", count: 200))""#)
            })
        try await daemon.settle()
        let search =
            Array(#"{"id":1,"method":"search","params":{"query":"common","mode":"lexical","limit":200}}"#.utf8) + [0x0A]
        for _ in 0..<20 {
            try await RawConnection(daemon).send(Array(#"{"id":1,"method":"ind"#.utf8))
            let vanishing = try RawConnection(daemon)
            for _ in 0..<20 { try await vanishing.send(search) }
        }
        let silent = try RawConnection(daemon)
        for _ in 0..<40 { try await silent.send(search) }
        #expect(try await client.found("common").count == 200)
        // What it did not read at once is still there for it.
        for _ in 0..<40 { #expect(try await silent.reply().self["result"]?["total"]?.integer == 200) }
        #expect(await daemon.answers())
    }
}
