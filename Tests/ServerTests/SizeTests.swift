import AlmagestEntities
import AlmagestWire
import Foundation
import Glibc
import Testing

/// Messages that are small and ask for much, and large ones that ask for nothing.
@Suite struct SizeTests {
    /// The most memory that the daemon has had, in bytes.
    private func peak(_ daemon: RunningDaemon) throws -> Int {
        let pid = try #require(daemon.pid)
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }

    @Test func aReplyThatIsTooLargeIsNeverMade() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let note = String(repeating: "abcdefg ", count: 128 << 10)
        for id in 0..<40 {
            try await client.donate(entity("\(id)", "Large", #","properties":{"note":"\#(note)"}"#))
        }
        try await daemon.settle()
        let before = try peak(daemon)
        func identifiers(_ numbers: [Int]) -> String {
            numbers.map { "\"org.example.Notes/Note/\($0)\"" }.joined(separator: ",")
        }
        for numbers in [[Int](repeating: 7, count: 3_000), Array(0..<40), Array(0..<40) + [0]] {
            let error = try await client.refusal("entities", #"{"identifiers":[\#(identifiers(numbers))]}"#)
            #expect(error.name == .tooLarge)
        }
        // Rendered once, as often as it is asked for.
        let few = try await client.ask(
            "entities", #"{"identifiers":[\#(identifiers([3, 99, 3, 4]))],"components":["text"]}"#)
        #expect(few.ids("entities") == ["3", "3", "4"])
        #expect(few["missing"]?.elements.compactMap(\.string) == ["org.example.Notes/Note/99"])
        let many = try await client.ask(
            "entities",
            #"{"identifiers":[\#(identifiers([Int](repeating: 7, count: 3_000)))],"components":["text"]}"#)
        #expect(many["entities"]?.count == 3_000)
        for call in [("search", #"{"query":"large","mode":"lexical","#), ("find", "{")] {
            let error = try await client.refusal(call.0, call.1 + #""limit":1000,"fields":["note"]}"#)
            #expect(error.name == .tooLarge)
        }
        #expect(try peak(daemon) < before + 400 << 20)
        #expect(await daemon.answers())
    }

    @Test(arguments: ["find", "search"])
    func aPageIsReadInStepsAndRefusedAsSoonAsItIsTooLarge(_ method: String) async throws {
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, limits: {messageBytes: 1048576}}")
        let writer = try await daemon.connect()
        let note = String(repeating: "n", count: 256 << 10)
        for id in 0..<200 {
            try await writer.donate(entity("\(id)", "Large", #","properties":{"note":"\#(note)"}"#))
        }
        try await daemon.settle()
        // Begun again, so that the peak is that of reading alone.
        #expect(try await daemon.stop() == 0)
        try await daemon.start()
        try await daemon.settle()
        let client = try await daemon.connect()
        let query = method == "search" ? #""query":"large","mode":"lexical","# : ""
        try await client.ask(method, #"{\#(query)"limit":1,"fields":["note"]}"#)
        let before = try peak(daemon)
        let error = try await client.refusal(method, #"{\#(query)"limit":1000,"fields":["note"]}"#)
        #expect(error.name == .tooLarge)
        // What is not asked for is read, but never all at a time.
        #expect(try await client.ask(method, #"{\#(query)"limit":1000}"#).ids("results").count == 200)
        // All of them together are 50 MB.
        #expect(try peak(daemon) < before + 32 << 20)
    }

    @Test func manyLargeRepliesAtOnceAllComeAndTakeNoMoreMemoryThanFew() async throws {
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, limits: {allReplyBytes: 8388608}}")
        let client = try await daemon.connect()
        let note = String(repeating: "abcdefg ", count: 128 << 10)
        for id in 0..<12 {
            try await client.donate(entity("\(id)", "Large", #","properties":{"note":"\#(note)"}"#))
        }
        try await daemon.settle()
        let before = try peak(daemon)
        let identifiers = (0..<12).map { "\"org.example.Notes/Note/\($0)\"" }.joined(separator: ",")
        for (method, parameters, list) in [
            ("entities", #"{"identifiers":[\#(identifiers)]}"#, "entities"),
            ("find", #"{"fields":["note"]}"#, "results"),
        ] {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<64 {
                    group.addTask { try await client.ask(method, parameters)[list]?.count ?? 0 }
                }
                for try await count in group { #expect(count == 12, "\(method)") }
            }
        }
        #expect(try peak(daemon) < before + 1 << 30)
        #expect(await daemon.answers())
    }

    @Test func aTextIsLookedAtOnlySoFar() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        try await client.donate(entity("1", "Meteor shower"), entity("2", "Zebra crossing"))
        try await daemon.settle()
        for filler in [" ", "\u{3000}", "é ", "e\u{301}\u{301}", "\" ", "-", "😀"] {
            let size = 10_000_000 / filler.json.utf8.count
            let query = "meteor " + String(repeating: filler, count: size) + " zebra"
            let reply = try await client.ask("search", #"{"query":\#(query.json),"mode":"lexical"}"#)
            #expect(!reply.ids("results").contains("2"), "\(filler)")
            let ignored = reply["ignored"]?.elements.compactMap(\.string) ?? []
            #expect(ignored.last?.isEmpty == false, "\(filler)")
            #expect(ignored.allSatisfy { $0.unicodeScalars.count <= 100 }, "\(filler)")
            _ = try await client.suggested(query)
            _ = try await client.ask("resolve", #"{"request":\#(query.json)}"#)
        }
        let spaces = "meteor" + String(repeating: " ", count: 15_000_000) + "zebra"
        #expect(try await client.found(spaces) == ["1"])
        let several = try await client.ask(
            "search", #"{"queries":["zebra",{"text":\#(spaces.json)}],"mode":"lexical"}"#)
        #expect(Set(several.ids("results")) == ["1", "2"])
        #expect(several["ignored"]?.count == 1)
        #expect(await daemon.answers())
    }

    @Test func halfMessagesOnManyConnectionsTakeNoMoreMemoryThanTheyMayTogether() async throws {
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, limits: {allArrivingBytes: 33554432}}")
        let client = try await daemon.connect()
        try await client.donate(entity("1", "Meteor shower"))
        let before = try peak(daemon)
        var silent: [RawConnection] = []
        for _ in 0..<20 {
            let raw = try RawConnection(daemon)
            try await raw.send(Array(#"{"id":1,"method":"search","params":{"query":""#.utf8))
            try await raw.send([UInt8](repeating: 0x61, count: 15_000_000))
            silent.append(raw)
        }
        let large = String(repeating: "abcdefg ", count: 128 << 10)
        try await client.donate(entity("2", "Large", #","properties":{"note":"\#(large)"}"#))
        #expect(try peak(daemon) < before + 200 << 20)
        // Who was given up is told so, and is served as before once its line has ended.
        let first = try await silent[0].reply()
        #expect(first["error"]?["data"]?["name"]?.string == "busy")
        let status = try await silent[0].exchange(Array("\n{\"id\":2,\"method\":\"status\"}".utf8))
        #expect(status["id"]?.integer == 2)
        #expect(await daemon.answers())
    }
}
