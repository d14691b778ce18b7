import AlmagestEntities
import AlmagestWire
import Testing

/// Requests that are large and wait for long hold up nobody who donates.
@Suite struct WaitingRequestTests {
    /// A search of fifteen megabytes for what is never written.
    private static let search =
        Array(
            #"{"id":"waiting","method":"search","params":{"query":"x","mode":"lexical","after":900000000000,"budgetMilliseconds":600000}"#
                .utf8) + [UInt8](repeating: 0x20, count: 15_000_000) + Array("}\n".utf8)

    /// Connections that have sent that search each, and on which it is worked on: what comes behind it is answered.
    private func waiting(_ count: Int, _ daemon: RunningDaemon) async throws -> [Asker] {
        var waiting: [Asker] = []
        for _ in 0..<count {
            let asker = Asker(raw: try RawConnection(daemon))
            try await asker.raw.send(Self.search)
            try await asker.ask(#"{"id":"behind","method":"clientState","params":{"bundle":"a.b"}}"#)
            _ = try await asker.answer("behind")
            waiting.append(asker)
        }
        return waiting
    }

    /// Takes answers in any order.
    private final class Asker {
        let raw: RawConnection
        private var answers: [String: JSONValue] = [:]

        init(raw: RawConnection) { self.raw = raw }

        func ask(_ line: String) async throws { try await raw.send(Array(line.utf8) + [0x0A]) }

        func answer(_ id: String) async throws -> JSONValue {
            while true {
                if let answer = answers[id] { return answer }
                let answer = try await raw.reply()
                answers[answer["id"]?.string ?? ""] = answer
            }
        }

        /// How the search ended, when it is cancelled now.
        func end() async throws -> String? {
            try await ask(#"{"id":"cancel","method":"cancel","params":{"id":"waiting"}}"#)
            return try await answer("waiting")["error"]?["data"]?["name"]?.string
        }
    }

    private static let large = String(repeating: "abcdefg ", count: 100_000)

    @Test func aDonationIsTakenWhileManyLargeSearchesWaitForWhatIsNotWritten() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let waiting = try await waiting(4, daemon)
        var seq: Int64 = 0
        for id in 0..<4 {
            seq = try await client.donate(
                (0..<5).map { entity("\(id) \($0)", "Meteor", #","text":"\#(Self.large)""#) })
        }
        #expect(try await client.found("meteor", after: seq).count == 20)
        for asker in waiting { #expect(try await asker.end() == "cancelled") }
        #expect(await daemon.answers())
    }

    @Test func whereTooMuchWaitsWhoHasMostIsToldBusyAndNobodyElse() async throws {
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, limits: {allWaitingBytes: 33554432}}")
        let (client, reader) = (try await daemon.connect(), try await daemon.connect())
        let found = Task { try await reader.found("meteor", after: 1) }
        let waiting = try await waiting(4, daemon)
        try await client.donate(entity("1", "Meteor"))
        #expect(try await found.value == ["1"])
        var ends: [String?] = []
        for asker in waiting { ends.append(try await asker.end()) }
        // Two of them fit.
        #expect(ends.count { $0 == "busy" } == 2)
        #expect(ends.count { $0 == "cancelled" } == 2)
    }
}
