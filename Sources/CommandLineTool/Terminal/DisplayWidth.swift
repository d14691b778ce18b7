/// How many columns a text takes on a terminal, and texts cut and cleaned to fit.
///
/// By Unicode's East Asian Width (UAX #11): wide and full-width scalars take two columns, non-spacing marks and invisible
/// formatting none, all others one. A grapheme cluster takes what its scalars take together (a Devanagari conjunct has
/// the columns of its letters), but an emoji sequence is one picture of two columns: joined by U+200D, a flag, a keycap,
/// with a skin tone, or with the selector of emoji presentation.
enum DisplayWidth {
    static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.index(after: scalars.startIndex) == scalars.endIndex { return of(first) }
        return isPicture(first, scalars) ? 2 : scalars.reduce(0) { $0 + of($1) }
    }

    /// Whether the scalars, which are several, are shown as one emoji (UTS #51, ED-9a to ED-17).
    private static func isPicture(_ first: Unicode.Scalar, _ scalars: Character.UnicodeScalarView) -> Bool {
        first.properties.isEmoji && (first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}"))
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if (0x20...0x7E).contains(scalar.value) { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        switch scalar.value {
        // Vowels and final consonants of Hangul stand in their syllable.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x2FFFD,
            0x30000...0x3FFFD:
            return 2
        default: return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }

    /// The text in one line without anything that could steer a terminal or turn the direction of what follows:
    /// controls, escapes and bidirectional overrides become a visible sign, white space a space.
    static func harmless(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: result.append(" ")
            case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C:
                result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text cut to `columns`, with `…` where something is missing; no character is divided.
    static func cut(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        var result = ""
        var used = 0
        for character in text {
            let width = of(character)
            if used + width > columns - 1 { break }
            result.append(character)
            used += width
        }
        return result + "…"
    }
}
