/// Help for people, made from the table.
enum Help {
    /// What `almagest --help` prints.
    static var overview: String {
        var lines = ["almagest: find your own things by word and by meaning", "", "usage: almagest COMMAND …", ""]
        for command in CommandTable.commands { lines += entry(command.name, command.summary, width: 9) }
        lines += ["", "almagest COMMAND --help tells more of one. Environment:", ""]
        for (name, meaning) in CommandTable.environment { lines += entry(name, meaning, width: 16) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What `almagest COMMAND --help` prints.
    static func of(_ command: Command) -> String {
        var lines = ["almagest \(command.name): \(command.summary)", ""]
        lines += TextLayout.wrapped("almagest \(command.name) \(command.operands) [options]", first: "usage: ")
        for paragraph in command.details { lines += [""] + TextLayout.wrapped(paragraph) }
        lines.append("")
        let width = (command.allOptions.map { DisplayWidth.of($0.written) }.max() ?? 0) + 2
        for option in command.allOptions {
            if width > 32 {
                lines += ["  " + option.written] + TextLayout.wrapped(option.help, indent: "      ")
            } else {
                lines += entry(option.written, option.help, width: width)
            }
        }
        if !command.examples.isEmpty {
            lines += ["", "Examples:"]
            for example in command.examples {
                lines += commandLine(example.line) + TextLayout.wrapped(example.meaning, indent: "      ")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A name and what it means, in two columns.
    private static func entry(_ name: String, _ meaning: String, width: Int) -> [String] {
        TextLayout.wrapped(
            meaning, first: "  " + TextLayout.padded(name, width), indent: String(repeating: " ", count: 2 + width))
    }

    /// A line for the shell; a long one goes on after a backslash, where no quotation is open.
    private static func commandLine(_ text: String) -> [String] {
        var lines: [String] = []
        var line = " "
        var word = ""
        var isQuoted = false
        for character in text + " " {
            if character == "'" { isQuoted.toggle() }
            guard character == " ", !isQuoted else {
                word.append(character)
                continue
            }
            if DisplayWidth.of(line) + DisplayWidth.of(word) + 3 > TextLayout.pageColumns, line != " " {
                lines.append(line + " \\")
                line = "     "
            }
            line += " " + word
            word = ""
        }
        return lines + [line]
    }
}
