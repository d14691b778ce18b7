import TestSupport

/// Made-up text of all scripts, with what trips tokenizers more often than chance would bring it.
enum RandomText {
    private static let blocks: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0x20...0x7E, 0x00...0x1F, 0x80...0x24F, 0x300...0x36F, 0x370...0x52F, 0x590...0x6FF, 0x900...0xDFF,
        0xE00...0xEFF, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x2000...0x206F, 0x2100...0x214F, 0x3000...0x30FF,
        0x3400...0x9FFF, 0xAC00...0xD7AF, 0xE000...0xF8FF, 0xF900...0xFFFF, 0x1_0000...0x1_FFFF, 0x2_0000...0x10_FFFF,
    ]
    private static let pieces = ["[SEP]", "[CLS]", "[MASK", "  ", "\u{301}", "ing", "un", "the", "\r\n", "\u{3000}"]

    static func text(using random: inout SeededRandom) -> String {
        var text = ""
        var block = blocks[0]
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            if Int.random(in: 0..<8, using: &random) == 0 {
                text += pieces.randomElement(using: &random) ?? ""
            }
            if Int.random(in: 0..<4, using: &random) == 0 { block = blocks.randomElement(using: &random) ?? block }
            guard let scalar = Unicode.Scalar(UInt32.random(in: block, using: &random)), scalar.value != 0x1E else {
                continue
            }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
