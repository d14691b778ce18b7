extension String {
    /// In quotes for a message, cut after 60 characters, control and bidirectional characters made visible.
    package var quoted: String {
        var text = ""
        for (index, scalar) in unicodeScalars.enumerated() {
            if index == 60 {
                text += "…"
                break
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "“" + text + "”"
    }

    /// True when a control character (U+0000–001F, U+007F–009F) is in it.
    var hasControlCharacters: Bool {
        var previous: UInt8 = 0
        for byte in utf8 {
            if byte < 0x20 || byte == 0x7F { return true }
            if previous == 0xC2, byte < 0xA0 { return true }
            previous = byte
        }
        return false
    }
}
