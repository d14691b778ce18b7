import Foundation
import TestSupport
import Testing

@testable import Semantic

/// Our ids against those of the `tokenizers` package, which published the format.
@Suite(.enabled(if: Fixtures.hasModel))
struct WordPieceAgreementTests {
    /// Writes, for every line of a file, ids as 16-bit numbers (all are below 65,536) after their count (32 bits).
    static let reference = """
        import sys, array
        from tokenizers import Tokenizer
        tokenizer = Tokenizer.from_file(sys.argv[1])
        tokenizer.no_padding()
        tokenizer.enable_truncation(int(sys.argv[3]))
        lines = open(sys.argv[2], encoding="utf-8", newline="").read().split("\\x1e")
        for start in range(0, len(lines), 1000):
            for encoding in tokenizer.encode_batch(lines[start:start + 1000]):
                sys.stdout.buffer.write(array.array("I", [len(encoding.ids)]).tobytes())
                sys.stdout.buffer.write(array.array("H", encoding.ids).tobytes())
        """

    /// Encodes each text both ways; the first few that differ.
    func disagreements(_ texts: [String], maximumLength: Int) async throws -> [String] {
        let location = try #require(Fixtures.location)
        let file = location.model.appending(path: "tokenizer.json")
        let tokenizer = try WordPieceTokenizer(file: file)
        let data = try await Fixtures.withScratch { folder in
            let input = folder.appending(path: "texts")
            try Data(texts.joined(separator: "\u{1E}").utf8).write(to: input)
            return try await Fixtures.python(
                Self.reference, arguments: [file.path, input.path, String(maximumLength)], scratch: folder)
        }
        let bytes = try #require(data)
        var found: [String] = []
        bytes.withUnsafeBytes { bytes in
            var place = 0
            for text in texts {
                let count = Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                place += 4
                let expected = (0..<count).map {
                    Int32(bytes.loadUnaligned(fromByteOffset: place + 2 * $0, as: UInt16.self))
                }
                place += 2 * count
                let ours = tokenizer.encode(text, maximumLength: maximumLength)
                if ours != expected, found.count < 5 {
                    let scalars = text.unicodeScalars.prefix(40).map { String($0.value, radix: 16) }
                    found.append("\(scalars.joined(separator: " ")): \(ours.prefix(40)) for \(expected.prefix(40))")
                }
            }
            if place != bytes.count { found.append("the reference gave more than was asked") }
        }
        return found
    }

    @Test(.enabled(if: ProjectFiles.sharedData != nil))
    func agreesOnEveryLineOfTheTestCollections() async throws {
        let lines = try Corpus.lines(in: try #require(ProjectFiles.sharedData))
        #expect(lines.count >= 20_000)
        #expect(try await disagreements(lines, maximumLength: 256) == [])
    }

    @Test(.enabled(if: ProjectFiles.sharedData != nil))
    func agreesOnLongTextsAndShortLimits() async throws {
        let lines = try Corpus.lines(in: try #require(ProjectFiles.sharedData))
        let long = stride(from: 0, to: lines.count - 50, by: 500).map { lines[$0..<$0 + 50].joined(separator: "\n") }
        #expect(try await disagreements(long, maximumLength: 100_000) == [])
        #expect(try await disagreements(Array(lines.prefix(500)), maximumLength: 7) == [])
    }

    @Test func agreesOnEveryCodePoint() async throws {
        let texts = (UInt32(0)...0x10_FFFF).compactMap(Unicode.Scalar.init).filter { $0.value != 0x1E }.map {
            "a\($0)b \($0)"
        }
        #expect(try await disagreements(texts, maximumLength: 64) == [])
    }

    @Test(arguments: [1, 2, 3]) func agreesOnRandomUnicode(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let texts = (0..<4_000).map { _ in RandomText.text(using: &random) }
        #expect(try await disagreements(texts, maximumLength: 256) == [])
    }

    @Test func agreesOnSpecialTokensAndLongWords() async throws {
        let word = String(repeating: "a", count: 100)
        let texts = [
            "", " ", "[CLS]", "[SEP][SEP]", "a[MASK]b", "[mask]", "[UNK", "x[PAD]", "[CLS] [SEP] [UNK] [PAD] [MASK]",
            word,
            word + "a", word + "é", word + "e\u{301}", word + "中", "中" + word, String(repeating: "\u{300}", count: 300),
            String(repeating: "한", count: 60), String(repeating: "ab", count: 5_000), "don't", "C++", "a\u{0}b",
            "a\u{FFFD}b",
            "İstanbul ISTANBUL ı", "ΣΊΣΥΦΟΣ", "straße STRASSE ẞ", "ﬁle Å Å", "\u{200B}\u{FEFF}a\u{200D}b", "👩‍🚀🇩🇪",
        ]
        #expect(try await disagreements(texts, maximumLength: 256) == [])
    }
}
