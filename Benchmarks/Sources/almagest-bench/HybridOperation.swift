import Foundation
import Semantic

/// Hybrid search through the socket beside its embedding stage: the daemon's embedder, in this process.
///
/// Texts are taken in blocks, each first embedded and then searched for, so that both meet the same machine. Every
/// text is new to the daemon; the model is warm on both sides.
struct HybridOperation {
    struct Report: Encodable {
        var embedding: Times
        var search: Times
        /// Median of the search over the median of the embedding.
        var timesEmbedding: Double
        /// Median over the queries of each one's own ratio.
        var pairedTimesEmbedding: Double
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
            for request in try block.map(Self.request) {
                let began = clock.now
                let (isError, isPartial) = try connection.exchange(request) { ($0.isError, $0.isPartial) }
                search.append((clock.now - began).milliseconds)
                errors += isError ? 1 : 0
                partial += isPartial ? 1 : 0
            }
        }
        await embedder.close()
        let stage = Times(milliseconds: embedding)
        let whole = Times(milliseconds: search)
        return Report(
            embedding: stage, search: whole, timesEmbedding: whole.p50 / stage.p50,
            pairedTimesEmbedding: Times(milliseconds: zip(search, embedding).map { $0 / $1 }).p50, errors: errors,
            partial: partial)
    }

    private struct Call: Encodable {
        struct Parameters: Encodable {
            var query: String
            var budgetMilliseconds = 10_000
        }
        var jsonrpc = "2.0"
        var id = 1
        var method = "search"
        var params: Parameters
    }

    private static func request(_ text: String) throws -> [UInt8] {
        [UInt8](try JSONEncoder().encode(Call(params: Call.Parameters(query: text)))) + [UInt8(ascii: "\n")]
    }
}
