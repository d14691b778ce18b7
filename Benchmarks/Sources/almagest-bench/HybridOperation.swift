import Foundation
import Semantic

/// Hybrid search through the socket beside its embedding stage, as the daemon tells it, and beside the daemon's embedder
/// by itself, in this process.
///
/// Texts are taken in blocks, each first embedded and then searched for, so that both meet the same machine. Every
/// text is new to the daemon; the model is warm on both sides. Every other search asks for its stages: those are not timed.
struct HybridOperation {
    struct Report: Encodable {
        /// The embedder by itself, called in turn with nothing between.
        var embedding: Times
        var search: Times
        /// The daemon's stages.
        var stages: [String: Times]
        /// Median of the search over the median of the daemon's embedding stage.
        var timesEmbedding: Double
        /// The same over the embedder by itself.
        var timesEmbeddingAlone: Double
        var errors: Int
        var partial: Int
    }

    private static let block = 25

    private let socket: String
    private let texts: [String]
    private let warm: Int

    init(_ arguments: Arguments) throws {
        socket = try arguments.file("socket").path
        texts = try readTexts(arguments.file("texts"))
        warm = min(texts.count, try arguments.number("warm", default: 50))
    }

    func run() async throws -> Report {
        let connection = try LineConnection(path: socket)
        let embedder = try openEmbedder(EmbedderSettings())
        for text in texts.prefix(warm) {
            _ = try await embedder.embed(query: text)
            _ = try connection.exchange(try Self.request(text)) { $0.count }
        }
        var embedding: [Double] = []
        var search: [Double] = []
        var stages: [String: [Double]] = [:]
        var errors = 0
        var partial = 0
        let clock = ContinuousClock()
        let rest = texts.dropFirst(warm)
        for start in stride(from: rest.startIndex, to: rest.endIndex, by: Self.block) {
            let block = rest[start..<min(start + Self.block, rest.endIndex)]
            for text in block {
                let began = clock.now
                _ = try await embedder.embed(query: text)
                embedding.append((clock.now - began).milliseconds)
            }
            for (number, text) in block.enumerated() {
                if number % 2 == 1 {
                    let told = try connection.exchange(Self.request(text, explain: true)) { Self.stages(in: $0) }
                    for (name, took) in told { stages[name, default: []].append(took) }
                    continue
                }
                let request = try Self.request(text)
                let began = clock.now
                let (isError, isPartial) = try connection.exchange(request) { ($0.isError, $0.isPartial) }
                search.append((clock.now - began).milliseconds)
                errors += isError ? 1 : 0
                partial += isPartial ? 1 : 0
            }
        }
        await embedder.close()
        let alone = Times(milliseconds: embedding)
        let whole = Times(milliseconds: search)
        let told = stages.mapValues(Times.init(milliseconds:))
        guard let stage = told["embedding"] else { throw BenchmarkError("The daemon tells no stages.") }
        return Report(
            embedding: alone, search: whole, stages: told, timesEmbedding: whole.p50 / stage.p50,
            timesEmbeddingAlone: whole.p50 / alone.p50, errors: errors, partial: partial)
    }

    private struct Told: Decodable {
        struct Result: Decodable { var stagesMicroseconds: [String: Double] }
        var result: Result
    }

    /// Milliseconds by stage.
    private static func stages(in reply: UnsafeRawBufferPointer) -> [String: Double] {
        let told = try? JSONDecoder().decode(Told.self, from: Data(reply))
        return (told?.result.stagesMicroseconds ?? [:]).mapValues { $0 / 1000 }
    }

    private struct Call: Encodable {
        struct Parameters: Encodable {
            var query: String
            var explain: Bool
            var budgetMilliseconds = 10_000
        }
        var jsonrpc = "2.0"
        var id = 1
        var method = "search"
        var params: Parameters
    }

    private static func request(_ text: String, explain: Bool = false) throws -> [UInt8] {
        let call = Call(params: Call.Parameters(query: text, explain: explain))
        return [UInt8](try JSONEncoder().encode(call)) + [UInt8(ascii: "\n")]
    }
}
