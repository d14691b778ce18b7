import Foundation
import Semantic

/// The embedder by itself: how many texts a second, on `--threads` threads; with `--output` keeps the vectors. Those of texts
/// that `--kept`, the store of a daemon's embeddings, has are taken from there.
///
/// A text is a line; `\n` in it stands for a line break.
struct EmbedOperation {
    struct Report: Encodable {
        var texts: Int
        /// Of these, what was embedded before.
        var kept: Int
        var threads: Int
        var seconds: Double
        var textsPerSecond: Double
        var model: String
        var modelIdentity: String
    }

    let texts: [String]
    let settings: EmbedderSettings
    let output: URL?
    let kept: URL?

    init(_ arguments: Arguments) throws {
        texts = try readTexts(arguments.file("texts"), limit: arguments.number("limit", default: .max))
        var settings = EmbedderSettings()
        settings.threads = try arguments.number("threads", default: 2)
        settings.niceness = Int32(try arguments.number("niceness", default: 0))
        self.settings = settings
        output = arguments.text("output").map { URL(filePath: $0) }
        kept = arguments.text("kept").map { URL(filePath: $0) }
    }

    func run() async throws -> Report {
        let embedder = try openEmbedder(settings)
        // The model is loaded before the clock runs.
        _ = try await embedder.embed(passages: Array(texts.prefix(64)))
        var vectors = try await known(of: embedder.description.identity)
        let missing = texts.indices.filter { vectors[$0] == nil }
        let clock = ContinuousClock()
        let started = clock.now
        for start in stride(from: 0, to: missing.count, by: 512) {
            let places = missing[start..<min(start + 512, missing.count)]
            let made = try await embedder.embed(passages: places.map { texts[$0] })
            if output != nil { for (place, vector) in zip(places, made) { vectors[place] = vector } }
        }
        let seconds = (clock.now - started).seconds
        await embedder.close()
        if let output { try VectorFile.write(vectors.compactMap { $0 }, to: output) }
        return Report(
            texts: texts.count, kept: texts.count - missing.count, threads: settings.threads, seconds: seconds,
            textsPerSecond: Double(missing.count) / seconds, model: embedder.description.name,
            modelIdentity: embedder.description.identity)
    }

    private func known(of model: String) async throws -> [[Float]?] {
        guard let kept else { return [[Float]?](repeating: nil, count: texts.count) }
        let store = KeptVectors(file: kept, model: model)
        let vectors = try await store.vectors(of: texts)
        await store.close()
        return vectors
    }
}

/// The model that set-up made, as the daemon uses it.
func openEmbedder(_ settings: EmbedderSettings) throws -> Embedder {
    guard let location = ModelLocation.find() else { throw BenchmarkError("There is no model; run make setup.") }
    return try Embedder(location: location, settings: settings)
}

func readLines(_ file: URL, limit: Int = .max) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").prefix(limit).map(String.init)
}

/// Lines with `\n` put back for line breaks.
func readTexts(_ file: URL, limit: Int = .max) throws -> [String] {
    try readLines(file, limit: limit).map { $0.replacing(#"\n"#, with: "\n") }
}
