import Catalog
import Foundation
import TestSupport

@testable import Semantic

extension SeededRandom {
    mutating func vector(_ dimensions: Int) -> [Float] { normalised((0..<dimensions).map { _ in normal() }) }
}

func normalised(_ vector: [Float]) -> [Float] {
    let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return length > 0 ? vector.map { $0 / length } : vector
}

func dot(_ a: [Float], _ b: [Float]) -> Float { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

/// Vectors around a few seeded centres, all leaning to one side, as sentence embeddings are.
func clustered(_ count: Int, dimensions: Int, seed: UInt64) -> [[Float]] {
    var random = SeededRandom(seed: seed)
    let lean = random.vector(dimensions)
    let centres = (0..<max(8, count / 200)).map { _ in random.vector(dimensions) }
    return (0..<count).map { _ in
        let centre = centres[Int.random(in: 0..<centres.count, using: &random)]
        let noise = random.vector(dimensions)
        return normalised((0..<dimensions).map { 0.5 * lean[$0] + centre[$0] + 0.9 * noise[$0] })
    }
}

/// A directory that goes away with the test.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "vectors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func store(_ dimensions: Int, hash: String = "model", _ settings: VectorStoreSettings = .init()) throws
        -> VectorStore
    {
        try VectorStore(directory: url, dimensions: dimensions, modelHash: hash, settings: settings)
    }

    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []).sorted()
    }

    /// Another directory with the same files.
    func copy() throws -> Scratch {
        let other = try Scratch()
        for name in files {
            try FileManager.default.copyItem(at: url.appending(path: name), to: other.url.appending(path: name))
        }
        return other
    }
}

/// Settings that seal, and use sketches, early.
func small(_ sealCount: Int, scan: VectorScan = .signs, level: Int? = nil, resident: Int = 1 << 30)
    -> VectorStoreSettings
{
    var settings = VectorStoreSettings()
    settings.sealCount = sealCount
    settings.scan = scan
    settings.kernelLevel = level
    settings.residentBytes = resident
    return settings
}

func entries(_ vectors: [[Float]], firstRow: RowID = 1, revision: Seq = 1) -> [VectorEntry] {
    vectors.enumerated().map {
        VectorEntry(row: firstRow + RowID($0.offset), revision: revision, passage: 0, vector: $0.element)
    }
}
