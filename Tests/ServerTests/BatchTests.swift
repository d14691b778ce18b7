import AlmagestEntities
import AlmagestWire
import Testing

@Suite struct BatchTests {
    private func begin(_ client: Client) async throws -> String {
        try #require(try await client.ask("batch.begin", #"{"bundle":"org.example.Notes"}"#)["batch"]?.string)
    }

    @Test func aBatchIsInvisibleUntilItIsCommitted() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let before = try await client.donate(entity("old", "Lantern before"))
        let batch = try await begin(client)
        try await client.donate([entity("new", "Lantern after")], batch: batch)
        try await client.ask(
            "delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["old"],"batch":"\#(batch)"}"#)
        #expect(try await client.found("lantern", after: before) == ["old"])
        #expect(try await client.ask("find", "{}").ids("results") == ["old"])
        let commit = try await client.ask("batch.commit", #"{"batch":"\#(batch)","clientState":"AQI="}"#)
        #expect(try await client.found("lantern", after: commit["seq"]?.integer) == ["new"])
        #expect(try await client.suggested("lantern") == ["new"])
        #expect(
            try await client.ask("clientState", #"{"bundle":"org.example.Notes"}"#)["clientState"]?.string == "AQI=")
        #expect(try await client.refusal("batch.commit", #"{"batch":"\#(batch)"}"#).name == .noSuchBatch)
    }

    @Test func aCommitThatExpectsAnotherStateStoresNothing() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let first = try await begin(client)
        try await client.ask("batch.commit", #"{"batch":"\#(first)","expectedClientState":null,"clientState":"AQ=="}"#)
        for expected in ["null", #""Ag==""#] {
            let batch = try await begin(client)
            try await client.donate([entity("n", "Never")], batch: batch)
            let error = try await client.refusal(
                "batch.commit", #"{"batch":"\#(batch)","expectedClientState":\#(expected),"clientState":"Aw=="}"#)
            #expect(error.name == .clientStateMismatch)
        }
        #expect(try await client.found("never") == [])
        #expect(
            try await client.ask("clientState", #"{"bundle":"org.example.Notes"}"#)["clientState"]?.string == "AQ==")
        let last = try await begin(client)
        try await client.donate([entity("y", "Yes")], batch: last)
        let commit = try await client.ask(
            "batch.commit", #"{"batch":"\#(last)","expectedClientState":"AQ==","clientState":"BA=="}"#)
        #expect(try await client.found("yes", after: commit["seq"]?.integer) == ["y"])
    }

    @Test func aCommitThatUpdatesWhatIsMissingNamesTheEntityByItsPlace() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let batch = try await begin(client)
        try await client.donate([entity("a", "Lantern"), entity("b", "Lantern")], batch: batch)
        let update = #"{"bundle":"org.example.Notes","type":"Note","id":"gone","update":true,"priority":1}"#
        try await client.donate([entity("c", "Lantern"), update], batch: batch)
        let error = try await client.refusal("batch.commit", #"{"batch":"\#(batch)"}"#)
        #expect(error.name == .notFound)
        #expect(error.path == "entities[3].id")
        #expect(error.message.contains("org.example.Notes/Note/gone"))
        #expect(try await client.found("lantern") == [])
    }

    @Test func aBatchEndsWithItsConnectionOrIsAborted() async throws {
        let daemon = try await RunningDaemon()
        let lost = try await daemon.connect()
        let batch = try await begin(lost)
        try await lost.donate([entity("n", "Never")], batch: batch)
        let other = try await daemon.connect()
        #expect(try await other.refusal("batch.commit", #"{"batch":"\#(batch)"}"#).name == .noSuchBatch)
        lost.close()
        let aborted = try await begin(other)
        try await other.donate([entity("m", "Never")], batch: aborted)
        try await other.ask("batch.abort", #"{"batch":"\#(aborted)"}"#)
        #expect(try await other.refusal("batch.commit", #"{"batch":"\#(aborted)"}"#).name == .noSuchBatch)
        try await daemon.settle()
        #expect(try await other.found("never") == [])
        #expect(try await other.ask("status")["entities"]?.integer == 0)
        daemon.kill()
        try await daemon.start()
        #expect(try await daemon.connect().ask("status")["entities"]?.integer == 0)
    }

    @Test func aConnectionHasOnlySoManyBatchesOpen() async throws {
        let daemon = try await RunningDaemon(configuration: "{semantic: {enabled: false}, limits: {openBatches: 2}}")
        let client = try await daemon.connect()
        let first = try await begin(client)
        _ = try await begin(client)
        #expect(try await client.refusal("batch.begin", #"{"bundle":"org.example.Notes"}"#).name == .busy)
        _ = try await begin(try await daemon.connect())
        try await client.ask("batch.abort", #"{"batch":"\#(first)"}"#)
        _ = try await begin(client)
    }

    @Test func anAtomicCallWithOneBadEntityStoresNoneAndSaysWhich() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let entities = [
            entity("1", "Good"), #"{"bundle":"org.example.Notes","type":"Note","id":"2","display":{}}"#,
            entity("3", "Bad", #","properties":{"day":{"date":"2026-02-31"}}"#), entity("4", "Good"),
        ]
        let list = entities.joined(separator: ",")
        let atomic = try await client.ask("index", #"{"entities":[\#(list)],"atomic":true}"#)
        #expect(atomic["stored"]?.integer == 0)
        #expect(Set((atomic["rejected"]?.elements.compactMap { $0["index"]?.integer }) ?? []) == [1, 2])
        #expect(try await client.ask("find", "{}")["total"]?.integer == 0)
        let each = try await client.ask("index", #"{"entities":[\#(list)]}"#)
        #expect(each["stored"]?.integer == 2)
        #expect(
            each["rejected"]?.elements.compactMap { $0["path"]?.string }
                == ["entities[1].display.title", "entities[2].properties.day.date"])
        #expect(try await client.ask("find", "{}").ids("results").sorted() == ["1", "4"])
    }
}
