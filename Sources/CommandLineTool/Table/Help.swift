/// Help for people, made from the table.
enum Help {
    /// What `almagest --help` prints.
    static var overview: String {
        var lines = ["almagest: find your own things by word and by meaning", "", "usage: almagest COMMAND …", ""]
        for command in CommandTable.commands {
            lines.append("  " + padded(command.name, 9) + command.summary)
        }
        lines += ["", "almagest COMMAND --help tells more of one. Environment:", ""]
        for (name, meaning) in CommandTable.environment { lines.append("  " + padded(name, 16) + meaning) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What `almagest COMMAND --help` prints.
    static func of(_ command: Command) -> String {
        var lines = ["almagest \(command.name): \(command.summary)", ""]
        lines += wrapped("usage: almagest \(command.name) \(command.operands) [options]", indent: "")
        for paragraph in command.details { lines += [""] + wrapped(paragraph, indent: "") }
        lines.append("")
        let width = (command.allOptions.map { DisplayWidth.of($0.written) }.max() ?? 0) + 2
        for option in command.allOptions {
            if width > 32 {
                lines += ["  " + option.written] + wrapped(option.help, indent: "      ")
            } else {
                let gap = String(repeating: " ", count: 2 + width)
                let help = wrapped(option.help, indent: gap)
                lines.append("  " + padded(option.written, width) + help[0].dropFirst(gap.count))
                lines += help.dropFirst()
            }
        }
        if !command.examples.isEmpty {
            lines += ["", "Examples:"]
            for example in command.examples {
                lines += ["  " + example.line] + wrapped(example.meaning, indent: "      ")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - DisplayWidth.of(text)))
    }

    /// Lines of at most 80 columns.
    private static func wrapped(_ text: String, indent: String) -> [String] {
        var lines: [String] = []
        var line = indent
        for word in text.split(separator: " ") {
            if DisplayWidth.of(line) + DisplayWidth.of(String(word)) + 1 > 80, line != indent {
                lines.append(line)
                line = indent
            }
            line += (line == indent ? "" : " ") + word
        }
        return lines + [line]
    }
}
