import Testing

@testable import CommandLineTool

@Suite("The table of commands")
struct CommandTableTests {
    @Test("help, man page and completions know every command and every option")
    func complete() {
        for command in CommandTable.commands {
            let help = Help.of(command)
            #expect(Help.overview.contains("  \(command.name) "))
            for option in command.allOptions {
                #expect(help.contains("--\(option.name)"))
                #expect(Completions.bash.contains("--\(option.name)"))
                #expect(Completions.zsh.contains("--\(option.name)"))
                #expect(Completions.fish.contains("-l \(option.name)"))
            }
            #expect(ManPage.text.contains(".SS almagest \(command.name) "))
        }
    }

    @Test("only what would start a daemon can be told not to")
    func starting() {
        for command in CommandTable.commands {
            #expect(Help.of(command).contains("--no-start") == !["serve", "stop"].contains(command.name))
        }
    }

    @Test("no line of help is wider than 80 columns, and long examples can still be pasted")
    func width() throws {
        for page in [Help.overview] + CommandTable.commands.map(Help.of) {
            for line in page.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 80, "\(line)") }
        }
        let find = try #require(CommandTable.command("find"))
        let example = try #require(find.examples.first?.line)
        #expect(example.count > 80)
        #expect(Help.of(find).replacing(" \\\n      ", with: " ").contains(example))
    }

    @Test("what is typed wrongly is told with what is wrong")
    func wrongUsage() throws {
        let search = try #require(CommandTable.command("search"))
        for (arguments, words) in [
            ([], "missing"), (["x", "--limit"], "value is missing"), (["x", "--nonsense"], "no option --nonsense"),
            (["x", "--mode", "magic"], "hybrid"), (["x", "--limit", "1", "--limit", "2"], "twice"),
            (["x", "--json=1"], "takes no value"),
        ] as [([String], String)] {
            do {
                _ = try Invocation(search, arguments)
                Issue.record("\(arguments) was taken")
            } catch {
                #expect(error.message.contains(words), "\(error.message)")
            }
        }
        let invocation = try Invocation(search, ["--limit=3", "a", "--", "--b", "-"])
        #expect(try invocation.number("limit") == 3)
        #expect(invocation.operands == ["a", "--b", "-"])
    }
}
