import AlmagestEntities
import Foundation
import Testing

@testable import Semantic

@Suite(.enabled(if: Fixtures.hasModel), .serialized)
struct EmbedderTests {
    struct Reference {
        let text: String
        let ids: [Int32]
        let vector: [Float]
    }

    /// Computed by set-up without the inference library.
    static func references() throws -> [Reference] { try references(of: try #require(Fixtures.location).model) }

    static func references(of model: URL) throws -> [Reference] {
        let file = model.appending(path: "reference.json")
        return try JSONDocument([UInt8](Data(contentsOf: file))).root.elements.map { entry in
            Reference(
                text: try entry.required("text", at: "").string(at: "text"),
                ids: try entry.required("ids", at: "").elements.map { Int32(try $0.integer(at: "ids")) },
                vector: try entry.required("vector", at: "").elements.map { Float(try $0.number(at: "vector")) })
        }
    }

    static func cosine(_ a: [Float], _ b: [Float]) -> Float { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

    static func embedder(_ change: (inout EmbedderSettings) -> Void = { _ in }) throws -> Embedder {
        var settings = EmbedderSettings()
        change(&settings)
        return try Embedder(location: try #require(Fixtures.location), settings: settings)
    }

    @Test(arguments: [InferencePrecision.f32, .best]) func everyWayGivesTheReferenceVector(
        precision: InferencePrecision
    ) async throws {
        let embedder = try Self.embedder { $0.precision = precision }
        let references = try Self.references()
        let passages = try await embedder.embed(passages: references.map(\.text))
        let urgent = try await embedder.embed(urgent: references.map(\.text))
        for (index, reference) in references.enumerated() {
            let query = try await embedder.embed(query: reference.text)
            for vector in [query, passages[index], urgent[index]] {
                #expect(vector.count == 384)
                #expect(Self.cosine(vector, reference.vector) >= 0.999, "\(reference.text.prefix(30))")
                #expect(abs(Self.cosine(vector, vector) - 1) < 1e-4)
            }
        }
        await embedder.close()
    }

    @Test func theTokenizerGivesTheReferenceTokens() throws {
        let location = try #require(Fixtures.location)
        let tokenizer = try WordPieceTokenizer(file: location.model.appending(path: "tokenizer.json"))
        for reference in try Self.references() {
            #expect(tokenizer.encode(reference.text, maximumLength: 256) == reference.ids)
        }
    }

    @Test func bulkGivesEachTextItsOwnVector() async throws {
        let embedder = try Self.embedder()
        let texts = (0..<300).map { "Item number \($0)" + String(repeating: " and more", count: $0 % 40) }
        let vectors = try await embedder.embed(passages: texts)
        for index in stride(from: 0, to: 300, by: 37) {
            let alone = try await embedder.embed(query: texts[index])
            #expect(Self.cosine(vectors[index], alone) > 0.998)
        }
        await embedder.close()
    }

    @Test func loadsOnFirstUseAndUnloadsWhenIdle() async throws {
        let embedder = try Self.embedder { $0.idle = .milliseconds(50) }
        #expect(!embedder.isLoaded)
        let before = try await embedder.embed(query: "oxygen")
        // The watch unloads; how soon does not matter, only that it does.
        while embedder.isLoaded { await Task.yield() }
        let after = try await embedder.embed(query: "oxygen")
        #expect(before == after)
        await embedder.close()
    }

    @Test func closedItRefuses() async throws {
        let embedder = try Self.embedder()
        await embedder.close()
        await #expect(throws: SemanticError.closed) { try await embedder.embed(query: "oxygen") }
        await #expect(throws: SemanticError.closed) { try await embedder.embed(passages: ["oxygen"]) }
    }

    @Test func saysWhichPartIsMissing() async throws {
        let location = try #require(Fixtures.location)
        try await Fixtures.withScratch { folder in
            let noLibrary = ModelLocation(library: folder, model: location.model)
            let embedder = try Embedder(location: noLibrary)
            await #expect { try await embedder.embed(query: "oxygen") } throws: { error in
                if case .libraryUnavailable = error as? SemanticError { true } else { false }
            }
            #expect(throws: SemanticError.self) {
                try Embedder(location: ModelLocation(library: location.library, model: folder))
            }
        }
    }

    @Test func aDamagedModelIsAnErrorAndNotACrash() async throws {
        let location = try #require(Fixtures.location)
        for damage in ["model.xml", "model.bin", "tokenizer.json"] {
            try await Fixtures.withScratch { folder in
                for file in ["model.xml", "model.bin", "tokenizer.json", "model.json"] {
                    try FileManager.default.copyItem(
                        at: location.model.appending(path: file), to: folder.appending(path: file))
                }
                let file = folder.appending(path: damage)
                let handle = try FileHandle(forWritingTo: file)
                try handle.truncate(atOffset: 1000)
                try handle.close()
                let embedder = try Embedder(location: ModelLocation(library: location.library, model: folder))
                await #expect(throws: SemanticError.self, "\(damage)") { try await embedder.embed(query: "oxygen") }
                await embedder.close()
            }
        }
    }
}
