import AlmagestEntities
import AlmagestWire
import Foundation
import Testing

/// Going on from page to page while content changes, and with cursors that no reply gave.
@Suite struct CursorTests {
    /// Notes 0 to count - 1, every other one in the domain `odd`.
    private func stocked(_ count: Int) async throws -> (RunningDaemon, Client) {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        for start in stride(from: 0, to: count, by: 2_000) {
            try await client.donate(
                (start..<min(count, start + 2_000)).map {
                    entity(
                        "\($0)", "Common thing",
                        #","domain":"\#($0 % 2 == 0 ? "even" : "odd")","properties":{"number":\#($0 * 37 % count),"half":"\#($0 % 2)"}"#
                    )
                })
        }
        try await daemon.settle()
        return (daemon, client)
    }

    /// The pages that follow a cursor.
    private func rest(
        _ client: Client, _ method: String, _ parameters: String, _ first: String?, total: Int64? = nil
    ) async throws -> [String] {
        var ids: [String] = []
        var cursor = first
        while let present = cursor {
            let page = try await client.ask(method, #"{\#(parameters),"cursor":\#(present.json)}"#)
            if let total { #expect(page["total"]?.integer == total) }
            ids += page.ids("results")
            cursor = page["cursor"]?.string
            if ids.count > 20_000 { throw Fault("The pages have no end.") }
        }
        return ids
    }

    @Test(arguments: ["search", "find"]) func anAlteredCursorIsRefusedOrAnswered(_ method: String) async throws {
        let (daemon, client) = try await stocked(60)
        defer { daemon.kill() }
        let asked =
            (method == "search" ? #""query":"common","mode":"lexical","# : "")
            + #""sort":[{"property":"number","order":"ascending"}],"limit":5"#
        let page = try await client.ask(method, "{\(asked)}")
        let text = try #require(page["cursor"]?.string)
        let cursor = try #require(Data(base64Encoded: text))
        func altered(_ change: (inout Data) -> Void) -> String {
            var copy = cursor
            change(&copy)
            return #"{\#(asked),"cursor":\#(copy.base64EncodedString().json)}"#
        }
        for offset: [UInt8] in [
            [255, 255, 255, 255, 255, 255, 255, 127], [255, 255, 255, 255, 255, 255, 255, 255],
            [0, 0, 0, 0, 1, 0, 0, 0],
        ] {
            let error = try await client.refusal(method, altered { $0.replaceSubrange(17..<25, with: offset) })
            #expect(error.name == .invalidParameter)
            #expect(error.path == "cursor")
        }
        let later = try await client.refusal(
            method, altered { $0.replaceSubrange(25..<33, with: [255, 255, 255, 255, 255, 255, 255, 127]) })
        #expect(later.name == .invalidParameter)
        for index in cursor.indices {
            for bits: UInt8 in [0x01, 0x80, 0xFF] {
                do {
                    try await client.ask(method, altered { $0[index] ^= bits })
                } catch let error as AlmagestError {
                    #expect([.invalidParameter, .seqTooOld].contains(error.name), "byte \(index): \(error)")
                }
            }
            _ = try await client.refusal(method, altered { $0 = $0.prefix(index) })
        }
        #expect(await daemon.answers())
    }

    static let requests: [(method: String, parameters: String)] = [
        ("search", #""query":"common","mode":"lexical","limit":20"#),
        (
            "search",
            #""query":"common","mode":"lexical","limit":20,"sort":[{"property":"number","order":"descending"}]"#
        ),
        ("find", #""limit":20"#), ("find", #""limit":20,"sort":[{"property":"number","order":"ascending"}]"#),
    ]

    /// `others` is how many other requests push the ranking out of what is kept.
    @Test(arguments: requests, [0, 140])
    func noLiveEntityIsLeftOutWhenShownOnesGoBetweenPages(
        _ request: (method: String, parameters: String), _ others: Int
    ) async throws {
        let (daemon, client) = try await stocked(120)
        defer { daemon.kill() }
        let (method, parameters) = request
        let first = try await client.ask(method, "{\(parameters)}")
        let shown = first.ids("results")
        #expect(shown.count == 20)
        let gone = shown.dropLast()
        try await client.ask(
            "delete",
            #"{"bundle":"org.example.Notes","type":"Note","identifiers":[\#(gone.map(\.json).joined(separator: ","))]}"#
        )
        try await daemon.settle()
        // Somebody else asks the same, and gets another ranking.
        let other = try await daemon.connect()
        #expect(try await other.ask(method, "{\(parameters)}").ids("results").count == 20)
        for number in 0..<others {
            try await other.ask("search", #"{"query":"thing number\#(number)","mode":"lexical","limit":1}"#)
            try await other.ask(
                "find", #"{"limit":1,"where":{"property":"number","op":">=","value":-\#(number)}}"#)
        }
        let left = try await rest(client, method, parameters, first["cursor"]?.string, total: 101)
        #expect(Set(left).count == left.count)
        #expect(Set(left) == Set((0..<120).map(String.init)).subtracting(shown))
    }

    @Test func aListSortedByPropertiesIsPagedToItsEndAndCountedInWhole() async throws {
        let count = 11_000
        let (daemon, client) = try await stocked(count)
        defer { daemon.kill() }
        let sort = #""sort":[{"property":"number","order":"ascending"}],"facets":["half"]"#
        let wanted = (0..<count).sorted { $0 * 37 % count < $1 * 37 % count }.map(String.init)
        for (method, parameters) in [
            ("search", #""query":"common","mode":"lexical","budgetMilliseconds":60000,"limit":999,\#(sort)"#),
            ("find", #""limit":999,\#(sort)"#),
        ] {
            let first = try await client.ask(method, "{\(parameters)}")
            #expect(first["total"]?.integer == Int64(count))
            #expect(first["totalIsLowerBound"]?.bool == false)
            #expect(first.facet("half") == ["0": Int64(count / 2), "1": Int64(count / 2)])
            let all =
                try await first.ids("results")
                + rest(client, method, parameters, first["cursor"]?.string, total: Int64(count))
            #expect(all == wanted, "\(method)")
        }
        let plain = try await client.ask("find", #"{"limit":1000}"#)
        let all = try await plain.ids("results") + rest(client, "find", #""limit":1000"#, plain["cursor"]?.string)
        #expect(all == (0..<count).map(String.init))
        // Far into a sorted list, by number.
        let far = try await client.ask(
            "search",
            #"{"query":"common","mode":"lexical","budgetMilliseconds":60000,"limit":3,"offset":10500,\#(sort)}"#)
        #expect(far.ids("results") == Array(wanted[10_500..<10_503]))
    }

    @Test func whatIsDeletedCountsNoMoreFromTheReplyOn() async throws {
        let (daemon, client) = try await stocked(3_000)
        defer { daemon.kill() }
        let asked = #""query":"common","mode":"lexical","budgetMilliseconds":60000,"limit":10,"facets":["half"]"#
        let searched = try await client.ask("search", "{\(asked)}")
        let found = try await client.ask("find", #"{"limit":10,"facets":["half"]}"#)
        #expect(searched["total"]?.integer == 3_000)
        let cursors = try [searched, found].map { try #require($0["cursor"]?.string).json }
        try await client.ask("delete", #"{"bundle":"org.example.Notes","domain":"odd"}"#)
        let pages = [
            try await client.ask("search", "{\(asked)}"),
            try await client.ask("search", #"{\#(asked),"cursor":\#(cursors[0])}"#),
            try await client.ask("find", #"{"limit":10,"facets":["half"]}"#),
            try await client.ask(
                "find", #"{"limit":10,"facets":["half"],"cursor":\#(cursors[1])}"#),
        ]
        for page in pages {
            #expect(page["total"]?.integer == 1_500)
            #expect(page.facet("half") == ["0": 1_500])
        }
        // Nor does it take the places of what is there.
        let all = try await client.ask(
            "search", #"{"query":"common","mode":"lexical","budgetMilliseconds":60000,"limit":1000}"#)
        #expect(all["results"]?.count == 1_000)
    }
}
