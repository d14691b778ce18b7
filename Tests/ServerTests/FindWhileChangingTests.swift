import AlmagestEntities
import AlmagestWire
import Foundation
import Testing

/// What `find` says while what it finds is being changed.
@Suite struct FindWhileChangingTests {
    private func all(_ state: String) -> [String] {
        (1...200).map {
            entity(
                "\($0)", "Task \($0)", bundle: "org.example.Tasks", type: "Task",
                #","properties":{"state":"\#(state)","group":"one"}"#)
        }
    }

    @Test func nothingIsShownThatDoesNotMeetTheConditionAndTotalsCountWhatIsShown() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let writer = try await daemon.connect()
        try await writer.donate(all("open"))
        try await daemon.settle()
        let reader = try await daemon.connect()
        try await asking {
            let reply = try await reader.ask(
                "find",
                #"{"types":["Task"],"where":{"property":"state","op":"==","value":"open"},"limit":200,"fields":["state"]}"#
            )
            let states = reply["results"]?.elements.map { $0["properties"]?["state"]?.string } ?? []
            if reply["partial"]?.count == 0 { #expect(states.allSatisfy { $0 == "open" }) }
            #expect(states.count <= reply["total"]?.integer ?? 0)
        } while: {
            for round in 0..<40 { try await writer.donate(all(round.isMultiple(of: 2) ? "done" : "open")) }
        }
        try await daemon.settle()
        let last = try await reader.ask(
            "find", #"{"types":["Task"],"where":{"property":"state","op":"==","value":"open"},"limit":0}"#)
        #expect(last["total"]?.integer == 200)
    }
}
