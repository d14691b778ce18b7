import Foundation

/// Test collections beside the project; where they are absent the tests that read them are skipped.
enum SharedData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["ALMAGEST_SHARED_DATA"] { return URL(filePath: path) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return package.appending(path: "../shared/data")
    }()

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "retrieval").path) }

    /// The texts (`title` and `text`) of every uncompressed JSON Lines file, with the name of its collection.
    static func texts() throws -> [(collection: String, text: String)] {
        struct Line: Decodable {
            var title: String?
            var text: String?
        }
        let retrieval = folder.appending(path: "retrieval")
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
