import Foundation
import Semantic

/// The embedder by itself: how many texts a second, on `--threads` threads; with `--output` keeps the vectors.
///
/// A text is a line; `\n` in it stands for a line break.
struct EmbedOperation {
    struct Report: Encodable {
        var texts: Int
        var threads: Int
        var seconds: Double
        var textsPerSecond: Double
        var model: String
        var modelIdentity: String
    }

    let texts: [String]
    let settings: EmbedderSettings
    let output: URL?

    init(_ arguments: Arguments) throws {
        texts = try readTexts(arguments.file("texts"), limit: arguments.number("limit", default: .max))
        var settings = EmbedderSettings()
        settings.threads = try arguments.number("threads", default: 2)
        settings.niceness = Int32(try arguments.number("niceness", default: 0))
        self.settings = settings
        output = arguments.text("output").map { URL(filePath: $0) }
    }

    func run() async throws -> Report {
        let embedder = try openEmbedder(settings)
        // The model is loaded before the clock runs.
        _ = try await embedder.embed(passages: Array(texts.prefix(64)))
        var vectors: [[Float]] = []
        vectors.reserveCapacity(output == nil ? 0 : texts.count)
        let clock = ContinuousClock()
        let started = clock.now
        for start in stride(from: 0, to: texts.count, by: 512) {
            let made = try await embedder.embed(passages: Array(texts[start..<min(start + 512, texts.count)]))
            if output != nil { vectors += made }
        }
        let seconds = (clock.now - started).seconds
        await embedder.close()
        if let output { try VectorFile.write(vectors, to: output) }
        return Report(
            texts: texts.count, threads: settings.threads, seconds: seconds,
            textsPerSecond: Double(texts.count) / seconds, model: embedder.description.name,
            modelIdentity: embedder.description.identity)
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
