/// Turns text into the token ids of a BERT model without case, exactly as its published `tokenizer.json` says.
///
///     tokenizer.encode("edit photos", maximumLength: 256)  // [101, 10086, 7760, 102]
public struct WordPieceTokenizer: Sendable {
    let characters: CharacterTable
    let trie: WordPieceTrie
    /// Texts that stand for a token wherever they occur, such as `[SEP]`, longest first.
    let special: [(bytes: [UInt8], token: Int32)]
    let unknown: Int32
    /// Put before and after every text, such as `[CLS]` and `[SEP]`.
    let prologue: [Int32]
    let epilogue: [Int32]
    /// A word of more characters than this is unknown as a whole.
    let maximumWordLength: Int

    /// Whether the vocabulary has the Han characters in use, as of a model made for Chinese or for many languages.
    let knowsHan: Bool

    /// The token that fills up a batch.
    public let padding: Int32

    /// The ids of `text` with the model's tokens around it, at most `maximumLength` in all: the rest is left out.
    public func encode(_ text: String, maximumLength: Int) -> [Int32] {
        var text = text
        let room = max(0, maximumLength - prologue.count - epilogue.count)
        var ids: [Int32] = []
        ids.reserveCapacity(min(room, text.utf8.count / 3 + 4) + prologue.count + epilogue.count)
        ids += prologue
        text.withUTF8 { bytes in
            var run = Run(tokenizer: self, ids: ids, limit: prologue.count + room)
            run.read(bytes)
            ids = run.ids
        }
        ids += epilogue
        return ids
    }
}

extension WordPieceTokenizer {
    /// One text being read: characters gather in `word` until something separates words.
    fileprivate struct Run {
        let tokenizer: WordPieceTokenizer
        var ids: [Int32]
        let limit: Int
        private var word: [UInt8] = []
        private var wordLength = 0

        init(tokenizer: WordPieceTokenizer, ids: [Int32], limit: Int) {
            (self.tokenizer, self.ids, self.limit) = (tokenizer, ids, limit)
            word.reserveCapacity(128)
        }

        mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
            var place = 0
            while place < bytes.count && ids.count < limit {
                if let found = specialToken(in: bytes, at: place) {
                    endWord()
                    if ids.count < limit { ids.append(found.token) }
                    place += found.length
                    continue
                }
                let (scalar, length) = Self.decode(bytes, at: place)
                place += length
                take(tokenizer.characters[scalar])
            }
            endWord()
        }

        private mutating func take(_ entry: CharacterTable.Entry) {
            switch entry.kind {
            case .word:
                append(entry.scalar)
            case .dropped:
                break
            case .space:
                endWord()
            case .isolated:
                endWord()
                append(entry.scalar)
                endWord()
            case .expansion:
                for index in entry.expansion { take(tokenizer.characters.expansions[index]) }
            case .hangul:
                // Unicode 3.12: a syllable is a leading consonant, a vowel and perhaps a trailing consonant.
                let index = entry.scalar - 0xAC00
                append(0x1100 + index / 588)
                append(0x1161 + index % 588 / 28)
                if index % 28 != 0 { append(0x11A7 + index % 28) }
            }
        }

        @inline(__always)
        private mutating func append(_ scalar: UInt32) {
            wordLength += 1
            // A word too long is unknown whatever it holds: no need to keep it.
            guard wordLength <= tokenizer.maximumWordLength else { return }
            switch scalar {
            case ..<0x80:
                word.append(UInt8(truncatingIfNeeded: scalar))
            case ..<0x800:
                word.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
                word.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
            case ..<0x1_0000:
                word.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
                word.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
                word.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
            default:
                word.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
                word.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
                word.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
                word.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
            }
        }

        /// Cuts the word into the longest pieces of the vocabulary, from the left; one that can't be cut is unknown.
        private mutating func endWord() {
            guard wordLength > 0 else { return }
            defer {
                word.removeAll(keepingCapacity: true)
                wordLength = 0
            }
            guard ids.count < limit else { return }
            let first = ids.count
            let whole =
                wordLength <= tokenizer.maximumWordLength
                && word.withUnsafeBufferPointer { bytes in
                    var place = 0
                    while place < bytes.count {
                        guard let match = tokenizer.trie.longestMatch(in: bytes, from: place, continuing: place > 0)
                        else { return false }
                        ids.append(match.token)
                        place = match.end
                    }
                    return true
                }
            if !whole {
                ids.removeSubrange(first...)
                ids.append(tokenizer.unknown)
            }
            if ids.count > limit { ids.removeSubrange(limit...) }
        }

        private func specialToken(
            in bytes: UnsafeBufferPointer<UInt8>, at place: Int
        ) -> (token: Int32, length: Int)? {
            for entry in tokenizer.special where entry.bytes.first == bytes[place] {
                if bytes[place...].starts(with: entry.bytes) { return (entry.token, entry.bytes.count) }
            }
            return nil
        }

        /// The scalar at a place of valid UTF-8.
        @inline(__always)
        private static func decode(
            _ bytes: UnsafeBufferPointer<UInt8>, at place: Int
        ) -> (scalar: UInt32, length: Int) {
            let lead = UInt32(bytes[place])
            func trail(_ offset: Int) -> UInt32 { UInt32(bytes[place + offset]) & 0x3F }
            return switch lead {
            case ..<0x80: (lead, 1)
            case ..<0xE0: ((lead & 0x1F) << 6 | trail(1), 2)
            case ..<0xF0: ((lead & 0x0F) << 12 | trail(1) << 6 | trail(2), 3)
            default: ((lead & 0x07) << 18 | trail(1) << 12 | trail(2) << 6 | trail(3), 4)
            }
        }
    }
}
