/// The man page, made from the table.
enum ManPage {
    static var text: String {
        var lines = [
            ".TH ALMAGEST 1 \"\" \"Almagest\" \"User Commands\"", ".SH NAME",
            "almagest \\- find your own things by word and by meaning", ".SH SYNOPSIS", ".B almagest",
            "\\fICOMMAND\\fR \\&...", ".SH DESCRIPTION",
            "Almagest is a semantic content index and search daemon. Apps donate typed entities; this command searches",
            "them, donates files of them, and looks after the daemon, which it starts when none is running.",
            ".SH COMMANDS",
        ]
        for command in CommandTable.commands {
            lines += [".SS almagest \(command.name) \(escaped(command.operands))", escaped(command.summary) + "."]
            for paragraph in command.details { lines += [".PP", escaped(paragraph)] }
            for option in command.options {
                lines += [".TP", ".B \(escaped(option.written))", escaped(option.help) + "."]
            }
            for example in command.examples {
                lines += [".PP", ".nf", escaped(example.line), ".fi", escaped(example.meaning) + "."]
            }
        }
        lines.append(".SH OPTIONS OF EVERY COMMAND")
        for option in Option.common { lines += [".TP", ".B \(escaped(option.written))", escaped(option.help) + "."] }
        lines.append(".SH ENVIRONMENT")
        for (name, meaning) in CommandTable.environment { lines += [".TP", ".B \(name)", escaped(meaning) + "."] }
        lines += [
            ".SH EXIT STATUS", "0 done, 1 failed or nothing found, 2 wrong usage.", ".SH SEE ALSO", ".BR almagestd (8)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Backslashes and hyphens as roff wants them; a line that begins with a control character is protected.
    private static func escaped(_ text: String) -> String {
        let body = text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
        return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
    }
}
