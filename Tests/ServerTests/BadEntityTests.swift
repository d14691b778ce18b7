import AlmagestEntities
import AlmagestWire
import Testing

/// A batch with one bad entity says which, and stores the good ones or none, whatever it is that is wrong.
@Suite struct BadEntityTests {
    /// What a property holds that is no JSON, and the path within the entity that says where.
    private static let faults: [(value: [UInt8], path: String)] = [
        (Array(#""half \ud83d""#.utf8), "properties.note"), (Array(#""\udc00""#.utf8), "properties.note"),
        (Array("1e999".utf8), "properties.note"), (Array("99999999999999999999".utf8), "properties.note"),
        (Array(#""a"#.utf8) + [0xC3, 0x28, 0xFF] + Array(#"""#.utf8), "properties.note"),
        (Array(#""a"#.utf8) + [0x00, 0x07] + Array(#"""#.utf8), "properties.note"),
        (Array(#"{"k":1,"k":2}"#.utf8), "properties.note.k"), (Array("NaN".utf8), "properties.note"),
        (Array(#"[1,{"a b":tru}]"#.utf8), "properties.note[1][“a b”]"), (Array(#""\x41""#.utf8), "properties.note"),
        (Array((String(repeating: "[", count: 70) + String(repeating: "]", count: 70)).utf8), "properties.note"),
    ]

    private func message(_ value: [UInt8], id: Int = 5, more: String = "") -> [UInt8] {
        let bad = entity("bad", "Bad", #","properties":{"note":"#)
        let good = entity("é1", "Göod")
        let start = #"{"jsonrpc":"2.0","id":\#(id),"method":"index","params":{"entities":[\#(good),\#(bad.dropLast())"#
        let end = #"}},\#(entity("2", "Good too"))]\#(more)}}"#
        return Array(start.utf8) + value + Array(end.utf8)
    }

    @Test func anEntityThatIsNoJSONIsNamedAndTheOthersAreStored() async throws {
        let daemon = try await RunningDaemon()
        let raw = try RawConnection(daemon)
        for (value, path) in Self.faults {
            let shown = String(decoding: value.prefix(40), as: UTF8.self)
            for atomic in [true, false] {
                let reply = try await raw.exchange(message(value, more: #","atomic":\#(atomic)"#))
                #expect(reply["id"]?.integer == 5, "\(shown)")
                let result = try #require(reply["result"], "\(shown): \(reply.encodedText)")
                let stored = result["stored"]?.integer ?? 0
                let unchanged = result["unchanged"]?.integer ?? 0
                #expect(stored + unchanged == (atomic ? 0 : 2), "\(shown)")
                let rejected = result["rejected"].map { Array($0.elements) } ?? []
                #expect(rejected.count == 1, "\(shown)")
                #expect(rejected.first?["index"]?.integer == 1)
                #expect(rejected.first?["entity"]?["id"]?.string == "bad")
                let said = rejected.first?["path"]?.string ?? ""
                #expect(said.hasPrefix("entities[1].\(path)"), "\(shown): \(said)")
                #expect(rejected.first?["message"]?.string?.contains("column") == true)
            }
        }
        let client = try await daemon.connect()
        #expect(try await client.ask("status")["entities"]?.integer == 2)
    }

    @Test func theColumnIsThatOfTheWholeLine() async throws {
        let daemon = try await RunningDaemon()
        let line = message(Array(#""\ud800""#.utf8))
        let reply = try await RawConnection(daemon).exchange(line)
        let text = String(decoding: line, as: UTF8.self)
        let at = try #require(text.range(of: #"\ud800"#))
        let column = text.unicodeScalars.distance(from: text.startIndex, to: at.lowerBound) + 1
        let message = reply["result"]?["rejected"]?.elements.first { _ in true }?["message"]?.string
        #expect(message == "A high surrogate stands without its low one (column \(column)).")
    }

    @Test func manyBadEntitiesAreAllNamed() async throws {
        let daemon = try await RunningDaemon()
        let list = (0..<5_000).map { id in
            id % 2 == 0 ? entity("\(id)", "Good") : entity("\(id)", "Bad", #","text":"\ud800""#)
        }
        let line = #"{"id":1,"method":"index","params":{"entities":[\#(list.joined(separator: ","))]}}"#
        let result = try #require(try await RawConnection(daemon).exchange(Array(line.utf8))["result"])
        #expect(result["stored"]?.integer == 2_500)
        let told: [Int64] = result["rejected"]?.elements.compactMap { $0["index"]?.integer } ?? []
        let bad: [Int64] = (0..<5_000).filter { $0 % 2 == 1 }
        #expect(told == bad)
    }

    @Test(arguments: [true, false])
    func oneBadEntityAmongVeryManyIsNamed(atomic: Bool) async throws {
        let daemon = try await RunningDaemon()
        // Small ones, most of them the same: what counts is how many they are.
        let good = (0..<100_100).map { entity("\($0 % 50)", "Good") }
        let list = good + [entity("bad", "Bad", #","text":"\ud800""#), entity("last", "Good")]
        let line =
            #"{"id":1,"method":"index","params":{"atomic":\#(atomic),"entities":[\#(list.joined(separator: ","))]}}"#
        let result = try #require(try await RawConnection(daemon).exchange(Array(line.utf8))["result"])
        let rejected = result["rejected"].map { Array($0.elements) } ?? []
        #expect(rejected.count == 1)
        #expect(rejected.first?["index"]?.integer == 100_100)
        #expect(rejected.first?["entity"]?["id"]?.string == "bad")
        let client = try await daemon.connect()
        #expect(try await client.ask("status")["entities"]?.integer == (atomic ? 0 : 51))
    }

    @Test func aRequestThatIsNoJSONIsAnsweredByItsIdentifierWithThePlace() async throws {
        let daemon = try await RunningDaemon()
        let raw = try RawConnection(daemon)
        for (line, id, path) in [
            (#"{"id":7,"method":"search","params":{"query":"a\ud800"}}"#, "7", "params.query"),
            (
                #"{"id":"x\n","method":"find","params":{"where":{"all":[{"property":"a"},{"value":1e999}]}}}"#,
                #""x\n""#, "params.where.all[1].value"
            ),
            (#"{"method":"index","params":{"entities":[],"entities":[]},"id":1.5}"#, "1.5", "params.entities"),
            (#"{"id":7,"method":"index","params":{"entities":[{"bundle":"#, "7", "params.entities[0].bundle"),
            (
                #"{"id":7,"method":"index","params":{"entities":[{"text":"\ud800"}],"atomic":maybe}}"#, "7",
                "params.entities[0].text"
            ),
            (#"{"id":7,"id":8,"method":"status"}"#, "null", "id"),
            (#"{"id":7,"params":{"a":"\ud800"}}"#, "null", "params.a"),
        ] {
            let reply = try await raw.exchange(Array(line.utf8))
            #expect(reply["error"]?["data"]?["name"]?.string == "parseError", "\(line)")
            #expect(reply["id"]?.encodedText == id, "\(line)")
            #expect(reply["error"]?["data"]?["path"]?.string == path, "\(line)")
        }
        #expect(await daemon.answers())
    }

    @Test func allThatIsWrongWithAnEntityIsSaidAtOnce() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.ask("hello", #"{"bundle":"org.example.Notes"}"#)
        let reply = try await client.ask(
            "index",
            #"""
            {"entities":[{"bundle":"org.example.Cal","type":"EventEntity","id":"1","schema":"calendar.event","priority":"high",
              "properties":{"startDate":{"date":"2026-02-31"},"endDate":7,"isAllDay":"perhaps",
                "attendees":[{"record":{"person":{"person":{"isMe":7}}}},{"person":{"person":{"name":"Glow"}},"isAttendanceOptional":"no"}]}}]}
            """#)
        let paths: Set<String> = Set(reply["rejected"]?.elements.compactMap { $0["path"]?.string } ?? [])
        let wanted = [
            "bundle", "priority", "display.title", "properties.startDate.date", "properties.endDate",
            "properties.isAllDay",
            "properties.attendees[0].record.person.person.isMe", "properties.attendees[1].isAttendanceOptional",
        ]
        #expect(paths == Set(wanted.map { "entities[0].\($0)" }))
        // What could not be read is not said to be missing as well.
        let missing = reply["warnings"]?.elements.compactMap { $0["path"]?.string } ?? []
        #expect(!missing.contains("entities[0].properties.startDate"))
    }

    @Test func anUpdateIsHeldToTheSchemaOfWhatItUpdates() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let key = #""bundle":"org.example.Cal","type":"EventEntity","id":"1""#
        let whole =
            #"{\#(key),"schema":"calendar.event","display":{"title":"Lunch"},"properties":{"startDate":"2026-12-03T12:30:00Z"}}"#
        try await client.ask("index", #"{"entities":[\#(whole)]}"#)
        let bad = try await client.ask(
            "index", #"{"entities":[{\#(key),"update":true,"properties":{"endDate":7,"isAllDay":"perhaps"}}]}"#)
        #expect(bad["stored"]?.integer == 0)
        let fault = try #require(bad["rejected"]?.elements.first { _ in true })
        #expect(fault["path"]?.string == "entities[0].properties.endDate", "\(fault.encodedText)")
        // In its bare form a date is a date.
        let good = try await client.ask(
            "index", #"{"entities":[{\#(key),"update":true,"properties":{"startDate":"2026-12-04"}}]}"#)
        #expect(good["stored"]?.integer == 1)
        try await daemon.settle()
        let found = try await client.ask(
            "find", #"{"where":{"property":"startDate","op":">=","value":{"date":"2026-12-04"}}}"#)
        #expect(found.ids("results") == ["1"])
    }
}
