import AlmagestEntities
import AlmagestWire
import Testing

@Suite struct BulkTests {
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
                                "\($0)", "Bulk item\($0)", bundle: "org.example.Bulk",
                                #","text":"filler words of number \#($0) for the index""#)
                        })
                }
            }
            let client = try await daemon.connect()
            var number = 0
            while try await client.ask("status")["entities"]?.integer ?? 0 < Int64(count) || number < 20 {
                let seq = try await client.donate(entity("i\(number)", "Interactive zebra\(number)"))
                #expect(try await client.found("zebra\(number)", after: seq).first == "i\(number)")
                if number % 3 == 0 {
                    try await client.ask(
                        "delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["i\#(number)"]}"#)
                    #expect(try await client.found("\"zebra\(number)\"") == [])
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
            #expect(try await client.found("item\(sample)").first == "\(sample)")
            #expect(try await client.suggested("item\(sample)").contains("\(sample)"))
        }
        let all = try await client.ask("search", #"{"query":"bulk","mode":"lexical","budgetMilliseconds":60000}"#)
        let total = all["total"]?.integer ?? 0
        #expect(total == Int64(count) || (total >= 10_000 && all["totalIsLowerBound"]?.bool == true))
    }
}
