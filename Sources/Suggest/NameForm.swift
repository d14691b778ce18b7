import Text

/// A name, or what was typed, as it is compared: folded, Hangul taken apart, white space collapsed.
///
/// Words are runs of letters and digits. Scripts without spaces have no words to begin with, so there a word begins
/// at every letter: `中国地图` is found by `地`. Hangul is compared by its letters (jamo), so that a syllable that isn't
/// finished already finds: `하` begins `한국`. What is neither word nor white space are signs: `++`, `.`, `🍎`.
struct NameForm {
    /// UTF-8.
    var bytes: [UInt8]
    /// Ranges of the words in `bytes`, cut to `maximumWordBytes`.
    var words: [Range<Int>]
    /// Whether a word is of a script without spaces, aligned with `words`.
    var isUnspaced: [Bool]
    /// Ranges of the signs in `bytes`, one scalar each.
    var signs: [Range<Int>]

    static let maximumWordBytes = 48
    /// More words of one name are not indexed, nor more signs.
    static let maximumWords = 64

    enum Purpose {
        /// Every beginning in a run without spaces is a word.
        case index
        /// A run without spaces is one word.
        case query
    }

    /// Takes a text that is folded already.
    init(folded: String, _ purpose: Purpose) {
        bytes = []
        words = []
        isUnspaced = []
        signs = []
        bytes.reserveCapacity(folded.utf8.count)
        var builder = Builder(purpose: purpose)
        for scalar in folded.unicodeScalars { builder.take(scalar, &self) }
        builder.endRun(&self)
        if bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    }

    /// Folds the text first, with or without its diacritics.
    init(_ text: String, _ purpose: Purpose, keepingDiacritics: Bool = false) {
        self.init(folded: Self.fold(text, keepingDiacritics: keepingDiacritics), purpose)
    }

    static func fold(_ text: String, keepingDiacritics: Bool) -> String {
        var text = text
        let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        if isASCII { return text.lowercased() }
        return keepingDiacritics ? Analyzer.shared.caseFold(text) : Analyzer.shared.fold(text)
    }

    private struct Builder {
        let purpose: Purpose
        /// Where the present run began in `bytes`, and where its words begin.
        var starts: [Int] = []
        var isUnspacedRun = false
        /// A space is due before the next thing that is none.
        var owesSpace = false

        mutating func take(_ scalar: Unicode.Scalar, _ form: inout NameForm) {
            if scalar.properties.isWhitespace || scalar.value < 0x20 {
                endRun(&form)
                owesSpace = !form.bytes.isEmpty
                return
            }
            if owesSpace {
                form.bytes.append(UInt8(ascii: " "))
                owesSpace = false
            }
            guard Letters.isWord(scalar) else {
                endRun(&form)
                let start = form.bytes.count
                form.bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                if form.signs.count < NameForm.maximumWords { form.signs.append(start..<form.bytes.count) }
                return
            }
            let isMark = Letters.isMark(scalar)
            let unspaced = Letters.isUnspaced(scalar)
            if !isMark, !starts.isEmpty, unspaced != isUnspacedRun { endRun(&form) }
            if starts.isEmpty {
                isUnspacedRun = unspaced
                starts.append(form.bytes.count)
            } else if isUnspacedRun, !isMark, purpose == .index {
                starts.append(form.bytes.count)
            }
            Letters.append(scalar, to: &form.bytes)
        }

        mutating func endRun(_ form: inout NameForm) {
            for start in starts where form.words.count < NameForm.maximumWords {
                var end = form.bytes.count
                if end - start > NameForm.maximumWordBytes {
                    end = start + NameForm.maximumWordBytes
                    while UTF8.isContinuation(form.bytes[end]) { end -= 1 }
                }
                form.words.append(start..<end)
                form.isUnspaced.append(isUnspacedRun)
            }
            starts.removeAll(keepingCapacity: true)
        }
    }
}

/// What scalars are for the making of words.
enum Letters {
    @inline(__always)
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x80 {
            return (value >= 0x30 && value <= 0x39) || (value >= 0x61 && value <= 0x7a)
                || (value >= 0x41 && value <= 0x5a)
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isMark(scalar)
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Han, kana, Thai, Lao, Burmese and Khmer are written without spaces.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0xe00: false
        case 0xe00...0xeff, 0x1000...0x109f, 0x1780...0x17ff: true
        case 0x3040...0x30ff, 0x31f0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff: true
        case 0xa9e0...0xa9ff, 0xaa60...0xaa7f, 0xf900...0xfaff, 0x20000...0x3ffff: true
        default: scalar.value == 0x3005 || scalar.value == 0x3007
        }
    }

    /// Appends a scalar, a Hangul syllable as its letters (Unicode, 3.12, arithmetic decomposition).
    @inline(__always)
    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        let value = scalar.value
        if value < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value))
            return
        }
        if value >= 0xac00, value <= 0xd7a3 {
            let index = value - 0xac00
            appendThree(0x1100 + index / 588, to: &bytes)
            appendThree(0x1161 + index % 588 / 28, to: &bytes)
            if index % 28 != 0 { appendThree(0x11a7 + index % 28, to: &bytes) }
            return
        }
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    /// UTF-8 of a scalar between U+0800 and U+FFFF.
    private static func appendThree(_ value: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: 0xe0 | value >> 12))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | (value >> 6 & 0x3f)))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | (value & 0x3f)))
    }
}
