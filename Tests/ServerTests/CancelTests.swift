import AlmagestEntities
import Testing

@Suite struct CancelTests {
    @Test func aSearchThatWaitsForWhatNeverComesIsCancelledAtOnce() async throws {
        let daemon = try await RunningDaemon()
        let raw = try RawConnection(daemon)
        let search =
            #"{"id":7,"method":"search","params":{"query":"x","after":9000000000,"budgetMilliseconds":600000}}"#
        for _ in 0..<20 {
            try await raw.send(Array((search + "\n" + #"{"id":8,"method":"cancel","params":{"id":7}}"# + "\n").utf8))
            var names: [Int64: String] = [:]
            for _ in 0..<2 {
                let reply = try await raw.reply()
                names[reply["id"]?.integer ?? 0] =
                    reply["error"]?["data"]?["name"]?.string ?? reply["result"]?.encodedText
            }
            #expect(names == [7: "cancelled", 8: #"{"cancelled":true}"#])
        }
        #expect(await daemon.answers())
    }
}
