import Foundation
import Testing

@testable import CommandLineTool

/// What people see at a terminal, and what they answer.
@Suite struct TerminalTests {
    @Test func aResultIsALinkWithANumberAndTheNumberOpensIt() async throws {
        let run = try CommandLineRun()
        let lines = (1...12).map { line("\($0)", "Meteor number \($0)", #","url":"https://example.org/\#($0)""#) }
        let input = lines.joined(separator: "\n") + "\n" + line("none", "Meteor without a link")
        #expect(try await run.almagest("index", "-", "--wait", input: input).status == 0)
        let shown = try await run.onTerminal("search", "meteor", "--mode", "lexical", "--limit", "20")
        #expect(shown.status == 0)
        let plain = try await run.onTerminal("search", "meteor", "--limit", "20", environment: ["NO_COLOR": "1"])
        #expect(!plain.output.contains("\u{1B}["))
        for outcome in [shown, plain] {
            var opened = 0
            for text in outcome.lines {
                guard let link = text.firstMatch(of: /\x1b]8;;([^\x1b]*)\x1b\\(.*?)\x1b]8;;\x1b\\/) else { continue }
                let title = link.2.replacing(/\x1b\[[0-9;]*m/, with: "")
                #expect(String(link.1) == "https://example.org/" + title.split(separator: " ").suffix(1).joined())
                let number = text[..<link.range.lowerBound].replacing(/\x1b\[[0-9;]*m/, with: "").filter(\.isNumber)
                let found = try await run.almagest("open", String(number), "--print")
                #expect(found.output == link.1 + "\n", "\(text.debugDescription)")
                opened += 1
            }
            #expect(opened == 12, "\(outcome.output.debugDescription)")
        }
        // Into a pipe it is text alone.
        #expect(!(try await run.almagest("search", "meteor").output.contains("\u{1B}")))
    }

    @Test func aLinkThatMayRunSomethingIsNoLink() async throws {
        let run = try CommandLineRun()
        let links = [
            "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
            "mailto:glow@example.org",
        ]
        let lines = links.enumerated().map { line("\($0.offset)", "Meteor", #","url":"\#($0.element)""#) }
        #expect(try await run.almagest("index", "-", "--wait", input: lines.joined(separator: "\n")).status == 0)
        let shown = try await run.onTerminal("search", "meteor")
        let found = shown.output.matches(of: /\x1b]8;;([^\x1b]+)\x1b\\/).map { String($0.1) }
        #expect(found == ["mailto:glow@example.org"], "\(shown.output.debugDescription)")
    }

    @Test func aProgressBarTellsRateAndRemainingTimeAndGoesAway() async throws {
        let run = try CommandLineRun()
        let lines = (0..<30_000).map { line("\($0)", "Entry number \($0) of very many") }
        try run.write("many.ndjson", lines.joined(separator: "\n"))
        let shown = try await run.onTerminal("index", run.path("many.ndjson"), columns: 90)
        #expect(shown.status == 0)
        let drawn = shown.output.components(separatedBy: "\r\u{1B}[K")
        let bar = /\[#*\.*\] Indexing: [0-9,]+ entities, [0-9,]+\/s, [0-9]+ %, [0-9]+ (s|min|h) left/
        #expect(drawn.contains { $0.wholeMatch(of: bar) != nil }, "\(shown.output.debugDescription)")
        for text in drawn { #expect(DisplayWidth.of(text.split(separator: "\n").first.map(String.init) ?? "") < 90) }
        #expect(drawn.last == "30,000 stored, 0 unchanged, 0 refused\n")
        // Where nobody sees a bar, and in a narrow window.
        let piped = try await run.almagest("index", run.path("many.ndjson"))
        #expect(piped.output == "0 stored, 30,000 unchanged, 0 refused\n")
        #expect(!piped.complaints.contains("\u{1B}") && !piped.complaints.contains("\r"))
        let narrow = try await run.onTerminal("index", run.path("many.ndjson"), columns: 30)
        for text in narrow.output.components(separatedBy: "\r\u{1B}[K").dropLast() {
            #expect(DisplayWidth.of(text) < 30)
        }
    }

    @Test(
        arguments: [
            (250, 0.25, 10.0, true, "[#####...............] Indexing: 250 entities, 25/s, 25 %, 30 s left"),
            (250, 0.25, 10.0, false, "Indexing: 250 entities, 25/s, 25 %, 30 s left"),
            (1_200_000, 0.5, 600.0, false, "Indexing: 1,200,000 entities, 2,000/s, 50 %, 10 min left"),
            (10, 1.5, 5.0, true, "[####################] Indexing: 10 entities, 2/s, 100 %, 0 s left"),
            (10, nil, 5.0, true, "Indexing: 10 entities, 2/s"), (0, 0, 0, true, "Indexing: 0 entities, 0/s"),
        ] as [(Int, Double?, Double, Bool, String)])
    func progressIsToldInWords(done: Int, fraction: Double?, seconds: Double, isTerminal: Bool, text: String) {
        #expect(
            ProgressBar.text(
                "Indexing", "entities", done: done, fraction: fraction, seconds: seconds, isTerminal: isTerminal)
                == text)
    }

    @Test func everythingOfAnAppIsDeletedOnlyWhenTheAnswerIsYes() async throws {
        let run = try CommandLineRun()
        let notes = [line("1", "One"), line("2", "Two")].joined(separator: "\n")
        #expect(try await run.almagest("index", "-", input: notes).status == 0)
        for (answer, isYes) in [
            ("n\n", false), ("\n", false), ("no\n", false), ("yesterday\n", false), (CommandLineRun.endOfInput, false),
            ("y\n", true), ("YES \n", true),
        ] {
            let shown = try await run.onTerminal("delete", "org.example.Notes", typed: answer)
            #expect(shown.output.contains("Delete everything of org.example.Notes? [y/N] "), "\(shown)")
            #expect(shown.status == (isYes ? 0 : 1), "\(answer.debugDescription): \(shown)")
            #expect(
                shown.output.contains(isYes ? "2 deleted" : "nothing was deleted"),
                "\(answer.debugDescription): \(shown)")
            let left = try await run.almagest("find", "--json").output
            #expect(left.contains(isYes ? "\"total\":0" : "\"total\":2"), "\(answer.debugDescription)")
            if isYes { #expect(try await run.almagest("index", "-", input: notes).status == 0) }
        }
    }
}
