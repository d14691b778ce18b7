/// Text in lines and columns, by the width that a terminal gives it.
enum TextLayout {
    /// Columns of help and of what is printed into a pipe.
    static let pageColumns = 80

    /// Lines of at most `columns`, broken between words; a word that is longer is divided between its characters.
    ///
    /// - Parameters:
    ///   - first: What the first line begins with, `indent` unless told.
    ///   - indent: What the others begin with.
    static func wrapped(
        _ text: String, first: String? = nil, indent: String = "", columns: Int = pageColumns
    ) -> [String] {
        wrapped(words: text.split(separator: " ").map(String.init), first: first, indent: indent, columns: columns)
    }

    /// The same, where a word may have spaces, at which it is not broken while it fits a line.
    static func wrapped(
        words: [String], first: String? = nil, indent: String = "", columns: Int = pageColumns
    ) -> [String] {
        var lines: [String] = []
        var line = first ?? indent
        var used = DisplayWidth.of(line)
        var hasWords = false
        func end() {
            lines.append(line)
            line = indent
            used = DisplayWidth.of(indent)
            hasWords = false
        }
        for word in words {
            let width = DisplayWidth.of(word)
            if hasWords, used + 1 + width <= columns {
                line += " " + word
                used += 1 + width
                continue
            }
            // What does not fit behind the beginning may fit below it.
            let fitsBelow = line != indent && used + width > columns && DisplayWidth.of(indent) + width <= columns
            if hasWords || fitsBelow { end() }
            for character in word {
                let width = DisplayWidth.of(character)
                if used + width > columns, hasWords || line != indent { end() }
                line.append(character)
                used += width
                hasWords = true
            }
        }
        return lines + [line]
    }

    /// The text and spaces up to `width` columns, one at least.
    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - DisplayWidth.of(text)))
    }
}
