/// Syllables that have several characters: in Burmese and Khmer a vowel sign, a consonant that ends the syllable and one
/// that stands below another are characters of their own for Unicode (UAX 29), and nothing that can be marked alone.
enum Syllables {
    /// Whether a character belongs to the syllable that the scalar before it ends.
    static func goesOn(_ character: String.UnicodeScalarView, after before: Unicode.Scalar?) -> Bool {
        guard let before, let first = character.first, hasSyllables(before), hasSyllables(first) else { return false }
        // What stands below comes after a sign that says so: Burmese virama, Khmer coeng.
        if before.value == 0x1039 || before.value == 0x17D2 { return true }
        if isSign(first) { return true }
        // A consonant without a vowel, by asat, or with another one below it.
        return character.dropFirst().contains { $0.value == 0x103A || $0.value == 0x1039 } && isLetter(before)
    }

    private static func hasSyllables(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F, 0x1780...0x17D3, 0x17DD: true
        default: false
        }
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// A letter or a sign of one, no punctuation and no digit.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        isSign(scalar) || scalar.properties.generalCategory == .otherLetter
    }
}
