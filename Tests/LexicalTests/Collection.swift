import AlmagestEntities
import Catalog
import Foundation
import TestSupport

@testable import Lexical

/// A test collection: documents, queries and judgements.
struct Collection {
    struct Query: Sendable {
        let id: String
        let text: String
        let scope: String?
        let grades: [RowID: Int]
    }
    let entities: [Entity]
    let queries: [Query]
    let scopes: [String: RowSet]

    init(_ name: String) throws {
        guard let folder = ProjectFiles.sharedData?.appending(path: "retrieval/\(name)") else {
            throw CocoaError(.fileNoSuchFile)
        }
        var rows: [String: RowID] = [:]
        var entities: [Entity] = []
        var scopes: [String: RowSet] = [:]
        for document in try Self.lines(folder, "docs.jsonl") {
            let id = document["id"] as? String ?? ""
            let title = document["title"] as? String ?? ""
            entities.append(entity(title, text: document["text"] as? String, language: nil))
            rows[id] = RowID(entities.count)
            if let scope = document["scope"] as? String {
                scopes[scope, default: RowSet()].insert(RowID(entities.count))
            }
        }
        var grades: [String: [RowID: Int]] = [:]
        for line in try String(contentsOf: folder.appending(path: "qrels.tsv"), encoding: .utf8).split(separator: "\n")
        {
            let fields = line.split(separator: "\t").map(String.init)
            if fields.count == 3, let row = rows[fields[1]], let grade = Int(fields[2]), grade > 0 {
                grades[fields[0], default: [:]][row] = grade
            }
        }
        self.entities = entities
        self.scopes = scopes
        queries = try Self.lines(folder, "queries.jsonl").compactMap { line in
            guard let id = line["id"] as? String, let text = line["text"] as? String, let grades = grades[id] else {
                return nil
            }
            return Query(id: id, text: text, scope: line["scope"] as? String, grades: grades)
        }
    }

    private static func lines(_ folder: URL, _ name: String) throws -> [[String: Any]] {
        let plain = folder.appending(path: name)
        var data: Data
        if FileManager.default.fileExists(atPath: plain.path(percentEncoded: false)) {
            data = try Data(contentsOf: plain)
        } else {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/zcat")
            process.arguments = [plain.path(percentEncoded: false) + ".gz"]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            data = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
        }
        return data.split(separator: 0x0A).compactMap {
            try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
        }
    }

    /// Mean nDCG@10 with gain 2^grade − 1.
    func nDCG(_ settings: LexicalParameters = LexicalParameters(), scoped: Bool = false) async throws -> Double {
        let scratch = try Scratch()
        let index = try await scratch.index(settings)
        try await index.fill(entities)
        let languages = await index.queryLanguages()
        var sum = 0.0
        for query in queries {
            let within = scoped ? query.scope.flatMap { scopes[$0] } : nil
            let hits = try await index.search(
                LexicalQuery(query.text, languages: languages, prefix: false), within: within, depth: 10
            ).hits
            let gained = hits.enumerated().reduce(0.0) {
                $0 + Self.gain(query.grades[$1.element.row] ?? 0, at: $1.offset)
            }
            let ideal = query.grades.values.sorted(by: >).prefix(10).enumerated()
                .reduce(0.0) { $0 + Self.gain($1.element, at: $1.offset) }
            sum += gained / ideal
        }
        return sum / Double(max(1, queries.count))
    }

    private static func gain(_ grade: Int, at rank: Int) -> Double {
        (pow(2, Double(grade)) - 1) / log2(Double(rank) + 2)
    }
}
