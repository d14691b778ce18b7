import Foundation
import TestSupport

/// Test collections beside the project; where they are absent the tests that read them are skipped.
enum SharedData {
    private static var retrieval: URL? { ProjectFiles.sharedData?.appending(path: "retrieval") }

    static var isThere: Bool { retrieval.map { FileManager.default.fileExists(atPath: $0.path) } ?? false }

    /// The texts (`title` and `text`) of every uncompressed JSON Lines file, with the name of its collection.
    static func texts() throws -> [(collection: String, text: String)] {
        struct Line: Decodable {
            var title: String?
            var text: String?
        }
        guard let retrieval else { return [] }
        var result: [(String, String)] = []
        for collection in try FileManager.default.contentsOfDirectory(atPath: retrieval.path).sorted() {
            let files = try FileManager.default.contentsOfDirectory(atPath: retrieval.appending(path: collection).path)
            for file in files.sorted() where file.hasSuffix(".jsonl") {
                let data = try Data(contentsOf: retrieval.appending(path: collection).appending(path: file))
                for line in data.split(separator: UInt8(ascii: "\n")) {
                    let decoded = try JSONDecoder().decode(Line.self, from: line)
                    result.append(
                        (collection, [decoded.title, decoded.text].compactMap(\.self).joined(separator: "\n")))
                }
            }
        }
        return result
    }
}
