import CCLD2

/// Tells the language of a text: by its script where only one language is written in it, else by CLD2.
enum LanguageDetector {
    /// CLD2 sees at most this many bytes: more changes no answer and takes longer.
    private static let longestSample = 1024
    /// Fewer letters in a script of many languages tell nothing.
    private static let fewestLetters = 20
    /// Of the letters, in percent, that must be in the language.
    private static let smallestShare: Int32 = 60

    static func detect(_ text: String) -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longestSample + 1) { buffer in
            var text = text
            let (count, letters) = text.withUTF8 { sample($0, into: buffer) }
            if let language = byScript(UnsafeBufferPointer(rebasing: buffer[..<count])) { return language }
            guard letters >= fewestLetters, let base = buffer.baseAddress else { return nil }
            // CLD2 reads words up to the white space behind them.
            buffer[count] = 0x20
            var result = almagest_language()
            let status = base.withMemoryRebound(to: CChar.self, capacity: count + 1) {
                almagest_detect_language($0, count, &result)
            }
            guard status == 0, result.is_reliable != 0, result.percent >= smallestShare else { return nil }
            return primary(of: result)
        }
    }

    private static func primary(of result: almagest_language) -> String? {
        let code = withUnsafeBytes(of: result.code) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // `un` is unknown, `xx-…` a script without a language, the others languages nobody writes.
        guard !code.isEmpty, !["un", "xx", "zzp", "tlh"].contains(String(code.prefix { $0 != "-" })) else { return nil }
        return LanguageTag.primary(code)
    }

    /// Copies the beginning of a text with white space for controls; counts bytes, and letters of two bytes as one.
    private static func sample(
        _ utf8: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> (count: Int, letters: Int) {
        var end = min(utf8.count, longestSample)
        // Not within a scalar.
        if end < utf8.count { while end > 0, utf8[end] & 0xC0 == 0x80 { end -= 1 } }
        var letters = 0
        for index in 0..<end {
            let byte = utf8[index]
            buffer[index] = byte < 0x20 || byte == 0x7F ? 0x20 : byte
            if (byte | 0x20) &- 0x61 < 26 || byte >= 0xC0 { letters += 1 }
        }
        return (end, letters)
    }

    /// The language of a script that only it is written in, if most letters are in that script.
    private static func byScript(_ utf8: UnsafeBufferPointer<UInt8>) -> String? {
        var counts: [String: Int] = [:]
        var total = 0
        var kana = 0
        var index = 0
        while index < utf8.count {
            let byte = utf8[index]
            if byte < 0x80 {
                if (byte | 0x20) &- 0x61 < 26 { total += 1 }
                index += 1
                continue
            }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            defer { index += length }
            total += 1
            guard length < 4, index + length <= utf8.count else { continue }
            let scalar =
                length == 2
                ? UInt32(byte & 0x1F) << 6 | UInt32(utf8[index + 1] & 0x3F)
                : UInt32(byte & 0x0F) << 12 | UInt32(utf8[index + 1] & 0x3F) << 6 | UInt32(utf8[index + 2] & 0x3F)
            guard scalar >= 0x370 else { continue }
            if (0x3041...0x30FF).contains(scalar) { kana += 1 }
            for (range, language) in scripts where range.contains(scalar) {
                counts[language, default: 0] += 1
                break
            }
        }
        // Japanese mixes kana with Han: a tenth is enough.
        if kana >= 2, kana * 10 >= total { return "ja" }
        guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
        return most.value >= 2 && most.value * 2 > total ? most.key : nil
    }

    private static let scripts: [(ClosedRange<UInt32>, String)] = [
        (0x370...0x3FF, "el"), (0x1F00...0x1FFF, "el"), (0x531...0x58F, "hy"), (0xB80...0xBFF, "ta"),
        (0xC00...0xC7F, "te"), (0xC80...0xCFF, "kn"), (0xD00...0xD7F, "ml"), (0xD80...0xDFF, "si"),
        (0xA00...0xA7F, "pa"), (0xA80...0xAFF, "gu"), (0xB00...0xB7F, "or"), (0xE00...0xE7F, "th"),
        (0xE80...0xEFF, "lo"), (0x1000...0x109F, "my"), (0x10A0...0x10FF, "ka"), (0x1780...0x17FF, "km"),
        (0xAC00...0xD7A3, "ko"), (0x1100...0x11FF, "ko"),
    ]
}
