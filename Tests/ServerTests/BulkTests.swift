import AlmagestEntities
import AlmagestWire
import Testing

@Suite struct BulkTests {
    /// A word of letters alone for every number: with digits in it, it would be several words, each found alone.
    private func word(_ number: Int) -> String {
        "q" + String(String(number).compactMap { $0.wholeNumberValue.map { Array("bcdfghjklm")[$0] } }) + "z"
    }

    @Test func singleDonationsAreFoundWhileSixtyThousandOthersAreBeingIndexed() async throws {
        let daemon = try await RunningDaemon()
        let count = 60_000
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let client = try await daemon.connect()
                for start in stride(from: 0, to: count, by: 500) {
                    try await client.donate(
                        (start..<start + 500).map {
                            entity(
                                "\($0)", "Bulk \(word($0))", bundle: "org.example.Bulk",
                                #","text":"filler words of number \#($0) for the index""#)
                        })
                }
            }
            let client = try await daemon.connect()
            var number = 0
            while try await client.ask("status")["entities"]?.integer ?? 0 < Int64(count) || number < 20 {
                let seq = try await client.donate(entity("i\(number)", "Interactive zebra\(word(number))"))
                #expect(try await client.found("zebra\(word(number))", after: seq) == ["i\(number)"])
                if number % 3 == 0 {
                    try await client.ask(
                        "delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["i\#(number)"]}"#)
                    #expect(!(try await client.found("zebra\(word(number))").contains("i\(number)")))
                }
                number += 1
                try await Task.sleep(for: .milliseconds(50))
            }
            try await group.waitForAll()
        }
        try await daemon.settle()
        let client = try await daemon.connect()
        #expect(
            try await client.ask("find", #"{"bundles":["org.example.Bulk"],"limit":1}"#)["total"]?.integer
                == Int64(count))
        for sample in [0, 17_777, 59_999] {
            #expect(try await client.found(word(sample)) == ["\(sample)"])
            #expect(try await client.suggested(word(sample)).contains("\(sample)"))
        }
        let all = try await client.ask("search", #"{"query":"bulk","mode":"lexical","budgetMilliseconds":60000}"#)
        let total = try #require(all["total"]?.integer)
        #expect(total == Int64(count) || (total >= 10_000 && all["totalIsLowerBound"]?.bool == true))
    }
}
