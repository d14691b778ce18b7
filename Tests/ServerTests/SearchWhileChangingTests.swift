import AlmagestEntities
import AlmagestWire
import Foundation
import Testing

/// What `search` says while what it finds is being changed.
@Suite struct SearchWhileChangingTests {
    /// So few that a search waits until the properties know them.
    private static let count = 60

    private func all(_ state: String) -> [String] {
        (1...Self.count).map {
            entity(
                "\($0)", "Task \(state)", bundle: "org.example.Tasks", type: "Task",
                #","properties":{"state":"\#(state)","place":\#($0)}"#)
        }
    }

    /// Asks over and over while everything is open and done in turns; hands each whole reply to `check`.
    private func whileChanging(
        depth: Int, _ query: String, check: (_ states: [String], _ reply: JSONValue) -> Void
    ) async throws {
        let daemon = try await RunningDaemon(
            configuration: "{semantic: {enabled: false}, search: {depth: \(depth)}}")
        let writer = try await daemon.connect()
        try await writer.donate(all("open"))
        try await daemon.settle()
        let reader = try await daemon.connect()
        var whole = 0
        try await asking {
            let reply = try await reader.ask("search", query)
            let states = reply["results"]?.elements.compactMap { $0["properties"]?["state"]?.string } ?? []
            #expect(states.count <= reply["total"]?.integer ?? 0)
            guard reply["partial"]?.count == 0 else { return }
            whole += 1
            check(states, reply)
        } while: {
            for round in 0..<60 {
                try await writer.donate(all(round.isMultiple(of: 2) ? "done" : "open"))
                // Now and then everything is known, and what is told is whole.
                if round % 5 == 4 { try await daemon.settle() }
            }
        }
        try await daemon.settle()
        let last = try await reader.ask("search", query)
        #expect(last["total"]?.integer ?? 0 == Self.count)
        #expect(last["results"]?.count == Self.count)
        #expect(whole > 0)
    }

    @Test func nothingIsShownThatDoesNotMeetTheCondition() async throws {
        try await whileChanging(
            depth: 1_000,
            #"{"query":"task","where":{"property":"state","op":"==","value":"open"},"limit":100,"fields":["state"]}"#
        ) { states, _ in #expect(states.allSatisfy { $0 == "open" }) }
    }

    @Test func nothingIsShownInAnOrderThatDoesNotHaveTheWords() async throws {
        // Beyond the best 10, entities are known by their rows alone.
        try await whileChanging(
            depth: 10, #"{"query":"open","sort":[{"property":"place"}],"limit":100,"fields":["state"]}"#
        ) { states, _ in #expect(states.allSatisfy { $0 == "open" }) }
    }

    @Test func aTotalCountsWhatIsShown() async throws {
        try await whileChanging(depth: 1_000, #"{"query":"open","limit":100,"fields":["state"]}"#) { states, reply in
            #expect(states.allSatisfy { $0 == "open" })
            #expect(reply["total"]?.integer ?? 0 == states.count)
        }
    }
}
