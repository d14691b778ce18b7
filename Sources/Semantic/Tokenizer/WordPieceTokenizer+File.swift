import AlmagestEntities
import Foundation

extension WordPieceTokenizer {
    /// Reads a published `tokenizer.json`.
    ///
    /// - Throws: `SemanticError.modelUnavailable` when it can't be read, `.modelUnsupported` when it asks for something else
    ///   than WordPiece with BERT's normalizer and pre-tokenizer for text without case.
    public init(file: URL) throws(SemanticError) {
        do {
            let bytes = [UInt8](try Data(contentsOf: file))
            try self.init(json: JSONDocument(bytes).root)
        } catch let error as SemanticError {
            throw error
        } catch let error as AlmagestError {
            throw .modelUnavailable("\(file.path): \(error.message)")
        } catch {
            throw .modelUnavailable("\(file.path): \(error.localizedDescription)")
        }
    }

    init(json: JSONValue) throws {
        try Self.check(json)
        let model = try json.required("model", at: "")
        let prefix = try model.required("continuing_subword_prefix", at: "model").string(
            at: "continuing_subword_prefix")
        var vocabulary: [(piece: [UInt8], token: Int32)] = []
        for (piece, token) in try model.required("vocab", at: "model").object(at: "model.vocab") {
            let token = try token.integer(at: "model.vocab", in: 0...Int64(Int32.max))
            vocabulary.append((Array(piece.utf8), Int32(token)))
        }
        func token(_ text: String) throws(SemanticError) -> Int32 {
            let bytes = Array(text.utf8)
            guard let entry = vocabulary.first(where: { $0.piece == bytes }) else {
                throw .modelUnsupported("its vocabulary has no \(text)")
            }
            return entry.token
        }
        var special: [(bytes: [UInt8], token: Int32)] = []
        for added in (json["added_tokens"]?.elements).map(Array.init) ?? [] {
            for flag in ["single_word", "lstrip", "rstrip", "normalized"] where added[flag]?.bool == true {
                throw SemanticError.modelUnsupported("a token added to its vocabulary has \(flag)")
            }
            let content = try added.required("content", at: "added_tokens").string(at: "added_tokens")
            let id = try added.required("id", at: "added_tokens").integer(at: "added_tokens", in: 0...Int64(Int32.max))
            guard !content.isEmpty else { continue }
            special.append((Array(content.utf8), Int32(id)))
        }

        // A vocabulary of English has some hundreds that occurred in its texts.
        let han = vocabulary.count { piece, _ in
            piece.count == 3 && String(decoding: piece, as: UTF8.self).unicodeScalars.allSatisfy(Self.isHan)
        }
        knowsHan = han >= 4_000
        characters = .uncasedBERT
        trie = WordPieceTrie(vocabulary, continuingPrefix: Array(prefix.utf8))
        self.special = special.sorted { $0.bytes.count > $1.bytes.count }
        unknown = try token(model.required("unk_token", at: "model").string(at: "model.unk_token"))
        maximumWordLength = Int(
            try model.required("max_input_chars_per_word", at: "model").integer(at: "model", in: 1...1_000_000))
        padding = try token(json["padding"]?["pad_token"]?.string ?? "[PAD]")
        (prologue, epilogue) = try Self.frame(json["post_processor"])
    }

    /// Refuses what this tokenizer does not do.
    private static func check(_ json: JSONValue) throws(SemanticError) {
        let normalizer = json["normalizer"]
        let known =
            json["model"]?["type"]?.string == "WordPiece" && normalizer?["type"]?.string == "BertNormalizer"
            && json["pre_tokenizer"]?["type"]?.string == "BertPreTokenizer"
        guard known else {
            throw .modelUnsupported("its tokenizer is not WordPiece with BertNormalizer and BertPreTokenizer")
        }
        for option in ["clean_text", "handle_chinese_chars", "lowercase"] where normalizer?[option]?.bool != true {
            throw .modelUnsupported("its normalizer has \(option) off")
        }
        // Absent, marks are stripped because letters lose their case.
        guard normalizer?["strip_accents"]?.bool != false else {
            throw .modelUnsupported("its normalizer has strip_accents off")
        }
    }

    /// The tokens around a single text.
    private static func frame(_ processor: JSONValue?) throws -> (before: [Int32], after: [Int32]) {
        guard let processor else { return ([], []) }
        var before: [Int32] = []
        var after: [Int32] = []
        switch processor["type"]?.string {
        case "TemplateProcessing":
            var seen = false
            for piece in try processor.required("single", at: "post_processor").array(at: "post_processor.single") {
                if piece["Sequence"] != nil {
                    seen = true
                    continue
                }
                let name = try piece.required("SpecialToken", at: "post_processor.single").required("id", at: "id")
                let entry = processor["special_tokens"]?[try name.string(at: "id")]
                for id in (entry?["ids"]?.elements).map(Array.init) ?? [] {
                    let id = Int32(try id.integer(at: "special_tokens", in: 0...Int64(Int32.max)))
                    if seen { after.append(id) } else { before.append(id) }
                }
            }
        case "BertProcessing":
            func id(_ key: String) throws -> Int32 {
                guard let last = try processor.required(key, at: "post_processor").elements.suffix(1).first else {
                    throw SemanticError.modelUnsupported("its post-processor has no \(key)")
                }
                return Int32(try last.integer(at: key, in: 0...Int64(Int32.max)))
            }
            (before, after) = ([try id("cls")], [try id("sep")])
        default:
            throw SemanticError.modelUnsupported("its post-processor is unknown")
        }
        return (before, after)
    }
}
