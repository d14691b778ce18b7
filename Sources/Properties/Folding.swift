import Text

/// Folding of text for comparison: case, diacritics and compatibility forms make no difference.
enum Folding {
    /// The analyzer's folded form; plain ASCII takes a short way to the same result.
    static func fold(_ text: String) -> String {
        var text = text
        let short: String? = text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return String(unsafeUninitializedCapacity: bytes.count) { target in
                for i in bytes.indices {
                    let byte = bytes[i]
                    target[i] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
                }
                return bytes.count
            }
        }
        return short ?? Analyzer.shared.fold(text)
    }
}
