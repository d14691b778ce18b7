import AlmagestEntities
import Testing

@testable import CommandLineTool

/// `almagest resolve` against a real daemon.
@Suite struct ResolveCommandTests {
    private func stocked() async throws -> CommandLineRun {
        let run = try CommandLineRun()
        func event(_ id: String, _ title: String, _ start: String) -> String {
            line(
                id, title, bundle: "org.example.Cal", type: "EventEntity",
                #","schema":"calendar.event","properties":{"startDate":{"date":"\#(start)"}}"#)
        }
        try run.write(
            "content.ndjson",
            [
                event("d1", "Dentist Appointment", "2026-12-04T10:00:00Z"),
                event("d2", "Dentist Appointment", "2027-01-08T15:30:00Z"),
                event("p", "Perseid Watch Party", "2026-08-12T22:00:00Z"), line("g", "Grocery List"),
                line("s", "Lentil Soup Recipe"), line("w", "Perseid Watch Party"),
            ].joined(separator: "\n") + "\n")
        let indexed = try await run.almagest("index", run.path("content.ndjson"), "--wait")
        #expect(indexed.status == 0, "\(indexed.complaints)")
        return run
    }

    @Test func oneIsPrintedWithItsIdentifierAndHowLikelyItIs() async throws {
        let run = try await stocked()
        let outcome = try await run.almagest("resolve", "grocery", "list")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("Grocery List"))
        #expect(outcome.output.contains("org.example.Notes/Note/g"))
        #expect(outcome.output.contains(" %"))
        #expect(!outcome.output.contains("Lentil"))
    }

    @Test func severalSayInWhatTheyDiffer() async throws {
        let run = try await stocked()
        let outcome = try await run.almagest("resolve", "dentist appointment")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("startDate 2026-12-04") && outcome.output.contains("startDate 2027-01-08"))
    }

    @Test func noneIsSaidWithStatusOne() async throws {
        let run = try await stocked()
        let outcome = try await run.almagest("resolve", "xylophone quarrel")
        #expect(outcome.status == 1)
        #expect(outcome.output == "Nothing that this means is there.\n")
        #expect(outcome.complaints.isEmpty)
        #expect(try await run.almagest("resolve").status == 2)
    }

    @Test func valuesAreAskedForWithZoneAndMomentToo() async throws {
        let run = try await stocked()
        for (now, first) in [("2026-11-30T12:00:00Z", "d1"), ("2027-01-04T12:00:00Z", "d2")] {
            let outcome = try await run.almagest(
                "values", "string", "--query", "dentist appointment this Friday", "--accepts", "calendar.event",
                "--time-zone", "UTC", "--language", "en", "--now", now, "--json")
            let reply = try JSONDocument(Array(outcome.output.utf8)).root
            let ids = reply["values"]?.elements.compactMap { $0["value"]?["id"]?.string }
            #expect(ids?.first == first, "\(outcome)")
        }
        let wrong = try await run.almagest("values", "string", "--query", "x", "--time-zone", "Nowhere/Else")
        #expect(wrong.status == 2 && wrong.complaints.contains("timeZone"), "\(wrong)")
    }

    @Test func typesZoneAndMomentArePassedOn() async throws {
        let run = try await stocked()
        let event = try await run.almagest("resolve", "--accepts", "calendar.event", "perseid watch party")
        #expect(event.output.contains("org.example.Cal/EventEntity/p") && !event.output.contains("Note/w"))
        let dated = try await run.almagest(
            "resolve", "--json", "--time-zone", "UTC", "--language", "en", "--now", "2026-11-30T12:00:00Z",
            "dentist appointment this Friday")
        let reply = try JSONDocument(Array(dated.output.utf8)).root
        #expect(reply["outcome"]?.string == "one", "\(dated.output)")
        #expect(reply["candidates"]?.elements.compactMap { $0["entity"]?["id"]?.string } == ["d1"])
        let wrong = try await run.almagest("resolve", "--now", "2026-02-31", "x")
        #expect(wrong.status == 2)
        #expect(wrong.complaints.contains("now"))
    }
}
