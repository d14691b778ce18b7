import Foundation
import TestSupport
import Testing

@testable import Semantic

/// Encoders other than the default one, built from the files that they are published in.
@Suite(.enabled(if: Fixtures.hasModel && TinyEncoder.canBeMade)) struct OtherEncoderTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var options: [String]
        var width = 32
        var pooling = ModelDescription.Pooling.mean
        var queryPrefix = ""
        var passagePrefix = ""
        var testDescription: String { options.joined(separator: " ") }
    }

    /// As all-MiniLM, gte; e5; bge, arctic-embed; and of a width that fills no whole machine word.
    static let kinds = [
        Kind(options: []),
        Kind(
            options: ["--query-prompt", "query: ", "--passage-prompt", "passage: ", "--seed", "2"],
            queryPrefix: "query: ", passagePrefix: "passage: "),
        Kind(
            options: ["--pooling", "cls", "--query-prompt", "search for the ", "--seed", "3"], pooling: .cls,
            queryPrefix: "search for the "),
        Kind(options: ["--width", "50", "--seed", "4"], width: 50),
        Kind(options: ["--width", "768", "--pooling", "cls", "--seed", "5"], width: 768, pooling: .cls),
    ]

    @Test(arguments: kinds) func itsVectorsAreThoseOfThePlainComputation(_ kind: Kind) async throws {
        try await Fixtures.withScratch { folder in
            let source = folder.appending(path: "published")
            let target = folder.appending(path: "tiny")
            #expect(try await TinyEncoder.publish(at: source, kind.options).status == 0)
            let built = try await TinyEncoder.build(source, to: target)
            try #require(built.status == 0, "\(built.said)")
            let location = ModelLocation(library: try #require(Fixtures.location).library, model: target)
            let embedder = try Embedder(location: location)
            let description = embedder.description
            #expect(description.name == "tiny")
            #expect(description.dimensions == kind.width)
            #expect(description.maximumLength == 64)
            #expect(description.pooling == kind.pooling)
            #expect(description.queryPrefix == kind.queryPrefix)
            #expect(description.passagePrefix == kind.passagePrefix)
            let references = try EmbedderTests.references(of: target)
            let passages = try await embedder.embed(passages: references.map(\.text))
            for (reference, passage) in zip(references, passages) {
                #expect(EmbedderTests.cosine(passage, reference.vector) >= 0.999, "\(reference.text.prefix(30))")
            }
            // A query is a passage but for what stands before it.
            let text = "crew lunch on the meadow"
            let query = try await embedder.embed(query: text)
            let asPassage = try await embedder.embed(passages: [text])[0]
            let isSame = EmbedderTests.cosine(query, asPassage) > 0.9999
            #expect(isSame == (kind.queryPrefix == kind.passagePrefix))
            await embedder.close()
        }
    }

    @Test func whatIsSaidGoesBeforeWhatIsPublished() async throws {
        try await Fixtures.withScratch { folder in
            let source = folder.appending(path: "published")
            let target = folder.appending(path: "tiny")
            _ = try await TinyEncoder.publish(at: source, ["--query-prompt", "query: "])
            let options = [
                "--name", "mine", "--query-prefix", "ask: ", "--passage-prefix", "tell: ", "--pooling", "cls",
            ]
            #expect(try await TinyEncoder.build(source, to: target, options).status == 0)
            let description = try ModelDescription(folder: target)
            #expect(description.name == "mine")
            #expect(description.pooling == .cls)
            #expect(description.queryPrefix == "ask: ")
            #expect(description.passagePrefix == "tell: ")
        }
    }

    /// Two ways of using the same weights make vectors that must not be compared.
    @Test func everyWayOfUsingItHasItsOwnIdentity() async throws {
        try await Fixtures.withScratch { folder in
            let source = folder.appending(path: "published")
            _ = try await TinyEncoder.publish(at: source)
            var identities: Set<String> = []
            for options in [[], ["--query-prefix", "q: "], ["--passage-prefix", "q: "], ["--pooling", "cls"]] {
                let target = folder.appending(path: "tiny")
                #expect(try await TinyEncoder.build(source, to: target, options).status == 0)
                identities.insert(try ModelDescription(folder: target).identity)
            }
            #expect(identities.count == 4)
        }
    }

    @Test(arguments: [
        (["--tokenizer", "BPE"], "its model is BPE"), (["--pooling", "max"], "pooling_mode_max_tokens"),
        (["--dense"], "no module Dense"),
    ])
    func whatCannotBeUsedIsRefusedByName(_ options: [String], _ reason: String) async throws {
        try await Fixtures.withScratch { folder in
            let source = folder.appending(path: "published")
            let target = folder.appending(path: "tiny")
            #expect(try await TinyEncoder.publish(at: source, options).status == 0)
            let built = try await TinyEncoder.build(source, to: target)
            #expect(built.status == 1)
            #expect(built.said.contains(reason), "\(built.said)")
            #expect(!FileManager.default.fileExists(atPath: target.path))
        }
    }

    @Test func whatIsMissingIsNamed() async throws {
        try await Fixtures.withScratch { folder in
            let source = folder.appending(path: "published")
            _ = try await TinyEncoder.publish(at: source)
            try FileManager.default.removeItem(at: source.appending(path: "model.safetensors"))
            let built = try await TinyEncoder.build(source, to: folder.appending(path: "tiny"))
            #expect(built.status == 1)
            #expect(built.said.contains("model.safetensors"), "\(built.said)")
        }
    }

    @Test func cosinesOfUnrelatedTextsAreBroughtToWhereTheDefaultModelHasThem() throws {
        let scale = CosineScale(.init(mean: 0.75, deviation: 0.03))
        let reference = CosineScale.reference
        #expect(abs(scale.scaled(0.75) - Float(reference.mean)) < 1e-6)
        #expect(abs(scale.scaled(0.81) - Float(reference.mean + 2 * reference.deviation)) < 1e-5)
        #expect(scale.scaled(0.9) > scale.scaled(0.89))
        for cosine in stride(from: Float(-1), through: 1, by: 0.1) {
            #expect(CosineScale(nil).scaled(cosine) == cosine)
            #expect(CosineScale(CosineScale.reference).scaled(cosine) == cosine)
        }
    }

    /// The constant is what the default model's own file says.
    @Test func theDefaultModelIsTheReference() throws {
        let description = try ModelDescription(folder: try #require(Fixtures.location).model)
        #expect(description.scale == CosineScale(nil))
    }
}
