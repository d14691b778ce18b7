import AlmagestEntities
import Foundation
import Testing

@testable import CommandLineTool

/// What is printed for people: it fits, it harms no terminal, and it is coloured where colours are wanted.
@Suite struct OutputTests {
    @Test func anythingIsPrintedWithinEightyColumnsAndWithoutHarm() async throws {
        let run = try CommandLineRun()
        let titles = [
            "Plain " + String(repeating: "long ", count: 40), String(repeating: "東京タワー", count: 20),
            String(repeating: "서울에서 ", count: 20),
            String(repeating: "مرحبا بالعالم ", count: 12), String(repeating: "สวัสดีชาวโลก", count: 15),
            String(repeating: "👩‍👩‍👧‍👦💡", count: 30),
            String(repeating: "e\u{301}", count: 120), "Red \u{1B}[31mescape\u{7} \u{9B}1m",
            "Turned \u{202E}txet\u{2066}", "Lines\none\r\ntwo\u{2028}three",
            "Nothing\u{0}here",
        ]
        try run.write(
            "odd.ndjson",
            titles.enumerated().map {
                line(
                    "\($0.offset)", "common " + $0.element,
                    #","text":"common body text \#(String(repeating: "and more ", count: 40))","#
                        + #""properties":{"place":"\#(String(repeating: "東京タワー", count: 9))"}"#)
            }.joined(separator: "\n") + "\n"
                + line(
                    "long-" + String(repeating: "identifier", count: 20), "common",
                    bundle: "org.example.長い名前" + String(repeating: "長い", count: 30)))
        let indexed = try await run.almagest("index", run.path("odd.ndjson"), "--wait")
        #expect(indexed.status == 0, "\(indexed.complaints)")
        for arguments in [
            "search common --explain", "find --facet place", "suggest common", "values string --query common",
            "watch --after 0 --for 2", "status", "search commmon",
        ] {
            let outcome = try await run.shell("almagest \(arguments)")
            #expect(outcome.status == 0, "\(arguments): \(outcome.complaints)")
            #expect(outcome.lines.count > (arguments == "status" ? 5 : titles.count), "\(arguments)")
            for shown in outcome.lines {
                #expect(DisplayWidth.of(shown) <= 80, "\(DisplayWidth.of(shown)): \(shown)")
                for scalar in shown.unicodeScalars {
                    #expect(scalar.properties.generalCategory != .control, "\(shown.debugDescription)")
                    #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
                }
            }
        }
    }

    @Test func whatWatchSaysOfFaultsFitsTheLine() async throws {
        let run = try CommandLineRun()
        let fault = line(
            "bad-" + String(repeating: "identifier", count: 20), "Bad",
            #","properties":{"\#(String(repeating: "東京", count: 9))":{"date":"\#(String(repeating: "2026-02-31 ", count: 30))"}}"#
        )
        try run.write("bad.ndjson", fault)
        try run.write("probe.ndjson", line("probe", "Probe"))
        // What is wrong is told to who is there: it is known to be there once it has told of a donation.
        let outcome = try await run.shell(
            """
            cd \(run.folder); almagest status >/dev/null; almagest watch --for 60 >watched & watcher=$!
            for i in $(seq 1000); do
                almagest index probe.ndjson >/dev/null; grep -q Probe watched && break
                almagest delete org.example.Notes/Note/probe >/dev/null
            done
            almagest index bad.ndjson >/dev/null 2>&1
            for i in $(seq 1000); do grep -q rejected watched && break; sleep 0.01; done
            kill $watcher; wait; cat watched
            """)
        let shown = outcome.lines.drop { !$0.contains("rejected") }
        #expect(shown.first?.contains("org.example.Notes/Note/bad-identifier") == true, "\(outcome)")
        #expect(shown.dropFirst().joined().contains("東京"), "\(outcome)")
        for line in outcome.lines { #expect(DisplayWidth.of(line) <= 80, "\(line)") }
    }

    @Test func colourIsForTerminalsAndNoColourIsRespected() async throws {
        let run = try await CommandLineRun.stocked()
        #expect(!(try await run.almagest("search", "meteor").output.contains("\u{1B}")))
        #expect(!(try await run.almagest("status").output.contains("\u{1B}")))
        let terminal = #"script -qec 'almagest search meteor' /dev/null"#
        guard try await run.shell("command -v script").status == 0 else { return }
        #expect(try await run.shell(terminal).output.contains("\u{1B}[1m"))
        // A link is no colour.
        let link = "\u{1B}]8;;https://example.org/1\u{1B}\\"
        #expect(try await run.shell(terminal).output.contains(link))
        let plain = try await run.shell(terminal, environment: ["NO_COLOR": "1"]).output
        #expect(!plain.contains("\u{1B}["))
        #expect(plain.contains(link + "Meteor shower\u{1B}]8;;\u{1B}\\"), "\(plain.debugDescription)")
        #expect(!(try await run.shell(terminal, environment: ["TERM": "dumb"]).output.contains("\u{1B}")))
    }

    @Test func anOrderByWhatNothingHasIsSaid() async throws {
        let run = try await CommandLineRun.stocked()
        let idle = try await run.almagest(
            "find", "--sort", "-nope", "--sort", "stars", "--sort", "title", "--sort", "type")
        #expect(idle.status == 0 && idle.complaints == "almagest: nothing here has nope, so it puts nothing in order\n")
        let among = try await run.almagest("search", "meteor", "--type", "Task", "--sort", "stars")
        #expect(among.status == 0 && among.complaints.contains("nothing here has stars"), "\(among)")
        #expect(try await run.almagest("find", "--sort", "stars").complaints.isEmpty)
    }

    @Test func schemasAreListedForPeople() async throws {
        let run = try CommandLineRun()
        let all = try await run.almagest("schemas")
        #expect(all.status == 0 && all.lines.count == 24 && all.output.contains("calendar"))
        for domain in [""] + all.lines.dropLast().map({ String($0.prefix { $0 != " " }) }) {
            let shown = try await run.shell("almagest schemas \(domain)")
            #expect(shown.status == 0 && shown.lines.count > 1)
            for line in shown.lines { #expect(DisplayWidth.of(line) <= 80, "\(domain): \(line)") }
        }
        let one = try await run.almagest("schemas", "calendar")
        #expect(
            one.output.contains("entity calendar.event  EventEntity  since iOS")
                && one.output.contains("attendees: [@calendar.attendee]"))
        let none = try await run.almagest("schemas", "astrology")
        #expect(none.status == 2 && none.complaints.contains("calendar"))
    }
}
