import AlmagestEntities
import CXapianPeer
import Foundation

/// Plain Xapian over the same text as the daemon is given: title, subtitle, synonyms, text properties and body.
struct XapianIndexOperation {
    struct Report: Encodable {
        var entities: Int
        var bytes: Int
        var seconds: Double
        var entitiesPerSecond: Double
        var version: String
    }

    private let entities: [(identifier: String, texts: [String])]
    private let scratch: URL

    init(_ arguments: Arguments) throws {
        entities = try readLines(arguments.file("entities")).map { line in
            let root = try JSONDocument(Array(line.utf8)).root
            let display = root["display"]
            var texts: [String] = []
            for value in [display?["title"], display?["subtitle"], root["text"]] {
                if let value, value.kind == .string { texts.append(try value.string(at: "")) }
            }
            if let properties = root["properties"] {
                for (_, value) in properties.members where value.kind == .string {
                    texts.append(try value.string(at: ""))
                }
            }
            return (try root.required("id", at: "").string(at: "id"), texts)
        }
        scratch = try arguments.scratch()
    }

    func run() throws -> Report {
        defer { try? FileManager.default.removeItem(at: scratch) }
        let clock = ContinuousClock()
        let started = clock.now
        guard let peer = xapian_peer_create(scratch.path, "en") else {
            throw BenchmarkError("Xapian cannot create a database in \(scratch.path).")
        }
        var failed = 0
        for entity in entities {
            let texts = entity.texts.map { strdup($0) }
            defer { for text in texts { free(text) } }
            let pointers = texts.compactMap { $0.map { UnsafePointer($0) } }
            failed += xapian_peer_add(peer, entity.identifier, pointers, Int32(pointers.count)) == 0 ? 0 : 1
        }
        guard xapian_peer_close(peer) == 0, failed == 0 else { throw BenchmarkError("Xapian refused documents.") }
        let seconds = (clock.now - started).seconds
        return Report(
            entities: entities.count,
            bytes: entities.reduce(0) { $0 + $1.texts.reduce(0) { $0 + $1.utf8.count } }, seconds: seconds,
            entitiesPerSecond: Double(entities.count) / seconds, version: String(cString: xapian_peer_version()))
    }
}
