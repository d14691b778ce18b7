import AlmagestEntities
import Foundation
import Testing

@testable import CommandLineTool

/// The real command against a real daemon, which it starts by itself.
@Suite struct CommandTests {
    private func json(_ text: String) throws -> JSONValue { try JSONDocument(Array(text.utf8)).root }

    @Test func everyCommandHasHelpAndWrongUsageIsStatusTwo() async throws {
        let run = try CommandLineRun()
        for command in CommandTable.commands {
            let help = try await run.almagest(command.name, "--help")
            #expect(help.status == 0)
            #expect(help.output.contains("usage: almagest \(command.name)"))
            #expect(help.complaints.isEmpty)
            #expect(help == (try await run.almagest("help", command.name)))
            #expect(help.lines.allSatisfy { DisplayWidth.of($0) <= 80 }, "\(command.name)")
            let wrong = try await run.almagest(command.name, "--nonsense")
            #expect(wrong.status == 2)
            #expect(wrong.complaints.contains("--nonsense"))
            #expect(wrong.complaints.contains("usage: almagest \(command.name)"))
            #expect(wrong.output.isEmpty)
            for odd in [
                "--" + String(repeating: "東京タワー", count: 30), "--\u{1B}[31m" + String(repeating: "e\u{301}", count: 90),
            ] {
                let complaints = try await run.almagest(command.name, odd).complaints
                for line in (wrong.complaints + complaints).split(separator: "\n") {
                    #expect(DisplayWidth.of(String(line)) <= 80 && !line.contains("\u{1B}"), "\(line)")
                }
            }
        }
        let overview = try await run.almagest("--help")
        #expect(overview.status == 0)
        for command in CommandTable.commands { #expect(overview.output.contains("  \(command.name) ")) }
        for arguments in [
            [], ["nonsense"], ["help", "nonsense"], ["search"], ["search", "x", "--limit", "many"],
            ["search", "x", "--mode", "psychic"],
            ["search", "x", "--limit"], ["status", "x"], ["search", "x", "--json=1"], ["status", "--data", "''"],
            ["status", "--socket="], ["search", "x", "-word"], ["serve", "--config", "''"], ["open", "0"],
            ["reindex", "a/b/c"], ["reindex", "a/"], ["reindex", "/b"], ["bench", "--queries", "0"],
            ["bench", "--queries", "100001"], ["stop", "--no-start"], ["serve", "--no-start"],
        ] {
            let wrong = try await run.shell("almagest " + arguments.joined(separator: " "))
            #expect(wrong.status == 2, "\(arguments)")
            #expect(!wrong.complaints.isEmpty, "\(arguments)")
        }
        #expect(try await run.almagest("--version").output == "almagest \(Version.text)\n")
        #expect(!FileManager.default.fileExists(atPath: run.path("s")), "none of this needs a daemon")
    }

    @Test func aWordToLeaveOutIsToldHowItIsWritten() async throws {
        let run = try await CommandLineRun.stocked()
        let wrong = try await run.almagest("search", "meteor", "-crater")
        #expect(wrong.status == 2)
        #expect(wrong.complaints.contains("-crater") && wrong.said.contains("after --"), "\(wrong.complaints)")
        for arguments in ["'meteor -crater'", "-- meteor -crater"] {
            let found = try await run.shell("almagest search --mode lexical \(arguments)")
            #expect(found.output.contains("Meteor shower") && !found.output.contains("Meteor crater"))
        }
        let daemon = try await run.shell("almagestd --data ''")
        #expect(daemon.status == 2 && daemon.complaints.contains("--data"))
    }

    @Test func anIdentifierIsTakenAsItIsAfterItsSecondSlash() async throws {
        let run = try CommandLineRun()
        let ids = ["a/b.txt", "/abs/100%.md", "a b", "x%2Fy"]
        _ = try await run.almagest("index", "-", input: ids.map { line($0, "Path") }.joined(separator: "\n"))
        for id in ids {
            let got = try await run.almagest("get", "org.example.Notes/Note/" + id)
            // What is a whole text form is read as one.
            let expected = id == "x%2Fy" ? 1 : 0
            #expect(got.status == expected, "\(id): \(got.complaints)")
            if expected == 0 { #expect(try json(got.output)["id"]?.string == id) }
        }
        #expect(try await run.almagest("get", "org.example.Notes/Note/x%252Fy").status == 0)
        #expect(try await run.almagest("delete", "org.example.Notes/Note/a/b.txt").output == "1 deleted\n")
        #expect(try await run.almagest("get", "org.example.Notes/Note/a/b.txt").status == 1)
    }

    @Test func aLogThatCannotBeWrittenKeepsNoDaemonFromStarting() async throws {
        let run = try CommandLineRun()
        try run.write("file", "")
        let status = try await run.almagest("status", environment: ["XDG_STATE_HOME": run.path("file") + "/state"])
        #expect(status.status == 0, "\(status.complaints)")
    }

    @Test func statusIsZeroForFoundAndOneForNothing() async throws {
        let run = try await CommandLineRun.stocked()
        #expect(try await run.almagest("search", "meteor").status == 0)
        #expect(try await run.almagest("search", "xylophone").status == 1)
        #expect(try await run.almagest("find", "--type", "Task").status == 0)
        #expect(try await run.almagest("find", "--type", "None").status == 1)
        #expect(try await run.almagest("suggest", "met").status == 0)
        #expect(try await run.almagest("suggest", "xylophone").status == 1)
        #expect(try await run.almagest("get", "org.example.Notes/Note/1").status == 0)
        let missing = try await run.almagest("get", "org.example.Notes/Note/9", "org.example.Notes/Note/1")
        #expect(missing.status == 1)
        #expect(missing.complaints.contains("org.example.Notes/Note/9"))
        #expect(missing.output.contains("Meteor shower"))
    }

    @Test func whatWasTypedWronglyIsStatusTwoWhoeverFindsIt() async throws {
        let run = try await CommandLineRun.stocked()
        for arguments in [
            ["get", "nonsense"], ["open", "nonsense"], ["delete", "/"], ["find", "--where", "'stars => 3'"],
            ["find", "--where", "'stars > hot'"], ["search", "x", "--where", "'(stars'"], ["find", "--limit", "99999"],
            ["search", "x", "--time-zone", "Nowhere/Else"], ["find", "--cursor", "nonsense"],
            ["resolve", "x", "--now", "2026-02-31"], ["resolve", "x", "--language", "'no language'"],
            ["values", "nonsense", "--query", "x"], ["watch", "--where", "stars"], ["suggest", "x", "--limit", "-1"],
            ["search", "x"] + (0..<200).flatMap { ["--facet", "p\($0)"] },
        ] {
            let outcome = try await run.shell("almagest " + arguments.joined(separator: " "))
            #expect(outcome.status == 2, "\(arguments.prefix(4)): \(outcome.status) \(outcome.complaints)")
            #expect(outcome.output.isEmpty && !outcome.complaints.isEmpty, "\(arguments.prefix(4))")
        }
        // What is there or not is no fault of the words.
        for arguments in [["open", "99"], ["get", "org.example.Notes/Note/9"], ["index", "/nonexistent"]] {
            let outcome = try await run.shell("almagest " + arguments.joined(separator: " "))
            #expect(outcome.status == 1, "\(arguments): \(outcome.complaints)")
        }
    }

    @Test func aLinkThatMayRunSomethingIsPrintedAndNotOpened() async throws {
        let run = try CommandLineRun()
        let lines = ["javascript:alert(1)", "file:///nonexistent", "file:///bin/sh"].enumerated().map {
            line("\($0.offset)", "Thing", #","url":"\#($0.element)""#)
        }
        #expect(try await run.almagest("index", "-", input: lines.joined(separator: "\n")).status == 0)
        for (number, link) in [(0, "javascript:alert(1)"), (1, "file:///nonexistent"), (2, "file:///bin/sh")] {
            let id = "org.example.Notes/Note/\(number)"
            let refused = try await run.almagest("open", id, environment: ["DISPLAY": ":99"])
            #expect(refused.status == 1 && refused.output == link + "\n", "\(refused)")
            #expect(refused.said.contains("not one to be opened"), "\(refused)")
            let printed = try await run.almagest("open", id, "--print")
            #expect(printed.status == 0 && printed.output == link + "\n" && printed.complaints.isEmpty, "\(printed)")
        }
    }

    @Test func jsonOutputIsOneLineOfJson() async throws {
        let run = try await CommandLineRun.stocked()
        for arguments in [
            ["search", "meteor"], ["search", "xylophone"], ["find"], ["suggest", "met"],
            ["get", "org.example.Notes/Note/1"], ["status"],
            ["index", run.path("notes.ndjson")], ["search", "meteor", "--explain", "--facet", "type"],
        ] {
            let outcome = try await run.shell("almagest " + arguments.joined(separator: " ") + " --json")
            #expect(
                outcome.lines.count == 2 && outcome.lines.last == "",
                "\(arguments): \(outcome.output) \(outcome.complaints)")
            #expect(try json(outcome.lines[0]).kind == .object, "\(arguments)")
        }
        let watched = try await run.almagest("watch", "--for", "1", "--json")
        #expect(watched.status == 0)
        for text in watched.lines.dropLast() { #expect(try json(text)["kind"]?.string != nil) }
        let everything = try await run.almagest("watch", "--after", "0", "--for", "2", "--json", "--type", "Note")
        let first = try json(everything.lines[0])
        #expect(first["kind"]?.string == "added" && first["entity"]?["type"]?.string == "Note")
        #expect(first["seq"]?.integer != nil && first["display"]?["title"]?.string != nil)
        let deleted = try await run.almagest("delete", "org.example.Notes/Task", "--json")
        #expect(try json(deleted.output)["deleted"]?.integer == 1)
    }

    @Test func badLinesAreNamedWithFileLineAndFieldAndTheOthersAreStored() async throws {
        let run = try CommandLineRun()
        let bad = [
            line("1", "Good one"), #"{"bundle":"#, "",
            line("2", "Bad", #","properties":{"day":{"date":"2026-02-31"}}"#), "7",
            #"{"bundle":"org.example.Notes","type":"Note","id":"3","display":{}}"#,
            line("long", "Long", #","text":"\#(String(repeating: "x", count: 16 << 20))""#), "   ",
            line("4", "Good two"),
        ]
        try run.write("bad.ndjson", bad.joined(separator: "\n"))
        let file = run.path("bad.ndjson")
        let outcome = try await run.almagest("index", file)
        #expect(outcome.status == 1)
        #expect(outcome.output == "2 stored, 0 unchanged, 5 refused\n")
        let complaints = outcome.complaints.split(separator: "\n").map(String.init)
        for beginning in [
            "\(file):2: ", "\(file):4: properties.day.date: ", "\(file):5: ", "\(file):6: display.title: ",
            "\(file):7: ",
        ] {
            #expect(complaints.count { $0.hasPrefix(beginning) } == 1, "\(beginning) in \(outcome.complaints)")
        }
        #expect(complaints.count == 5)
        let again = try await run.almagest("index", "-", input: line("1", "Good one") + "\n" + line("5", "Piped"))
        #expect(again.output == "1 stored, 1 unchanged, 0 refused\n")
        #expect(again.status == 0)
        let wrong = try await run.almagest("index", "-", input: "{")
        #expect(wrong.complaints.hasPrefix("standard input:1: "))
        #expect(wrong.status == 1)
        let missing = try await run.almagest("index", run.path("none.ndjson"))
        #expect(missing.status == 1)
        #expect(missing.complaints.contains("none.ndjson"))
        #expect(try await run.almagest("index", run.folder).status == 1)
    }

    @Test func everythingOfAnAppIsDeletedOnlyWhenThatIsConfirmed() async throws {
        let run = try await CommandLineRun.stocked()
        let refused = try await run.almagest("delete", "org.example.Notes", input: "y\n")
        #expect(refused.status == 1)
        #expect(refused.complaints.contains("--yes"))
        #expect(try await run.almagest("find", "--json").output.contains("\"total\":3"))
        #expect(try await run.almagest("delete", "org.example.Notes/Note/1").output == "1 deleted\n")
        #expect(try await run.almagest("delete", "org.example.Notes/Note/1").status == 1)
        #expect(try await run.almagest("delete", "org.example.Notes", "--yes").output == "2 deleted\n")
        #expect(try await run.almagest("find").status == 1)
    }

    @Test func aConfigurationThatIsWrongIsToldByWhatStartsTheDaemon() async throws {
        let run = try CommandLineRun(configuration: "{\n  limits: {connections: 5, connections: 6}\n}")
        let status = try await run.almagest("status")
        #expect(status.status == 1)
        let place = "config.json5: line 2: limits.connections: The configuration is not valid JSON5: the key "
        #expect(status.complaints.contains(place), "\(status.complaints)")
        #expect(!status.complaints.contains("<3>"), "\(status.complaints)")
    }

    @Test func aReaderThatGoesAwayIsNoFailure() async throws {
        let run = try CommandLineRun()
        try await run.almagest(
            "index", "-", "--wait",
            input: (0..<900).map { line("\($0)", "common entry number \($0)") }.joined(separator: "\n"))
        let outcome = try await run.shell(
            "set -o pipefail; almagest search common --limit 900 | head -1; echo \"${PIPESTATUS[@]}\"")
        #expect(outcome.lines.dropFirst().first == "0 0")
        #expect(outcome.complaints.isEmpty, "\(outcome.complaints)")
    }

    @Test func theDaemonIsStartedOnDemandAndStopped() async throws {
        let run = try CommandLineRun()
        let forbidden = try await run.almagest("status", "--no-start")
        #expect(forbidden.status == 1)
        #expect(forbidden.complaints.contains("almagest serve"))
        #expect(try await run.almagest("stop").output == "No daemon is running.\n")
        #expect(try await run.almagest("status").status == 0)
        #expect(try await run.almagest("status", "--no-start").status == 0)
        #expect(try await run.almagest("stop").output == "Stopped.\n")
        #expect(try await run.almagest("status", "--no-start").status == 1)
        // Started anew as soon as the other is gone, with the data it left.
        for _ in 0..<5 {
            #expect(try await run.almagest("index", "-", input: line("1", "Kept")).status == 0)
            #expect(try await run.almagest("stop").status == 0)
        }
        #expect(try await run.almagest("search", "kept").status == 0)
        let stopped = try await run.shell("almagest stop && ls \(run.path("s"))")
        #expect(stopped.output == "Stopped.\n")
        #expect(stopped.status != 0, "the socket is gone")
        let many = try await withThrowingTaskGroup(of: Int32.self) { group in
            _ = try await run.almagest("stop")
            for _ in 0..<6 { group.addTask { try await run.almagest("status").status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(many == [0, 0, 0, 0, 0, 0])
    }

    @Test func resultsAreOpenedAndGotByTheirNumbers() async throws {
        let run = try await CommandLineRun.stocked()
        let found = try await run.almagest("find", "--sort", "-stars")
        #expect(found.lines[0].contains("1 ") && found.lines[0].contains("Meteor shower"))
        #expect(try await run.almagest("open", "1").output == "https://example.org/1\n")
        let linkless = try await run.almagest("open", "2")
        #expect(linkless.status == 1)
        #expect(linkless.complaints.contains("org.example.Notes/Note/2"))
        #expect(try await run.almagest("open", "99").status == 1)
        #expect(
            try await run.almagest("open", "org.example.Notes/Note/1", "--print").output == "https://example.org/1\n")
        let got = try await run.almagest("get", "1")
        #expect(try json(got.output)["id"]?.string == "1")
        let again = try await run.almagest("index", "-", input: got.output)
        #expect(again.output == "0 stored, 1 unchanged, 0 refused\n")
    }

    @Test func whatWasOpenedIsSaidUnlessQuiet() async throws {
        let run = try CommandLineRun()
        let provider =
            URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
            + "/Support/Providers/provider.py"
        try FileManager.default.createDirectory(
            atPath: run.path("providers.d"), withIntermediateDirectories: true)
        try run.write(
            "providers.d/org.example.Tunes.json",
            #"{"bundle":"org.example.Tunes","types":[{"type":"SongEntity"}],"calls":["open"],"command":["python3","\#(provider)","good"]}"#
        )
        let id = "org.example.Tunes/SongEntity/p1"
        let opened = try await run.almagest("open", id)
        #expect(opened.status == 0, "\(opened.complaints)")
        #expect(opened.output.isEmpty)
        #expect(opened.complaints == "opened \(id) in its app\n")
        let quiet = try await run.almagest("open", id, "--quiet")
        #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.complaints.isEmpty, "\(quiet)")
    }

    @Test func conditionsFilterAndTheirFaultsPointAtTheCharacter() async throws {
        let run = try await CommandLineRun.stocked()
        let found = try await run.almagest("find", "--where", "stars >= 3 and not stars == 4", "--json")
        #expect(try json(found.output)["total"]?.integer == 1)
        let wrong = try await run.almagest("find", "--where", "stars => 3")
        #expect(wrong.status == 2 && wrong.output.isEmpty)
        #expect(wrong.complaints.contains("character 7"), "\(wrong.complaints)")
        // Not that nothing was found: the day is named that there is none of.
        let date = try await run.almagest("find", "--where", "startDate >= 2026-02-31")
        #expect(date.status == 2 && date.output.isEmpty, "\(date.output)")
        #expect(date.complaints.contains("character 14: February 31 does not exist."), "\(date.complaints)")
    }

    @Test func theManPageAndCompletionsAreMadeAndShellsTakeThem() async throws {
        let run = try CommandLineRun()
        for kind in ["man", "bash", "zsh", "fish"] {
            let made = try await run.almagest("--generate", kind)
            #expect(made.status == 0)
            for command in CommandTable.commands { #expect(made.output.contains(command.name), "\(kind)") }
            try run.write(kind, made.output)
        }
        #expect(try await run.almagest("--generate", "perl").status == 2)
        #expect(try await run.shell("bash -n \(run.path("bash"))").complaints.isEmpty)
        if try await run.shell("command -v zsh").status == 0 {
            #expect(try await run.shell("zsh -n \(run.path("zsh"))").complaints.isEmpty)
        }
        if try await run.shell("command -v fish").status == 0 {
            #expect(try await run.shell("fish -n \(run.path("fish"))").complaints.isEmpty)
        }
        let completed = try await run.shell(
            "source \(run.path("bash")); COMP_WORDS=(almagest sea); COMP_CWORD=1; _almagest; echo \"${COMPREPLY[@]}\"")
        #expect(completed.output == "search\n")
        if try await run.shell("command -v groff").status == 0 {
            let page = try await run.shell("groff -K utf8 -man -ww -Tutf8 \(run.path("man")) >/dev/null")
            #expect(page.complaints.isEmpty, "\(page.complaints)")
        }
    }
}
