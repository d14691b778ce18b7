import AlmagestEntities
import Catalog
import Foundation
import TestSupport
import Testing

@testable import Lexical

/// Prints figures and asserts none: `ALMAGEST_LEXICAL_SPEED=FILE`, a line a document, title TAB text.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ALMAGEST_LEXICAL_SPEED"] != nil), .serialized)
struct SpeedTests {
    @Test func packages() async throws {
        let path = ProcessInfo.processInfo.environment["ALMAGEST_LEXICAL_SPEED"] ?? ""
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let entities = lines.map { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            return entity(parts[0], text: parts.count > 1 ? parts[1] : nil, language: "en")
        }
        let scratch = try Scratch()
        let index = try await scratch.index()
        let clock = ContinuousClock()
        let start = clock.now
        var slowest = Duration.zero
        for begin in stride(from: 0, to: entities.count, by: 2048) {
            let changes = (begin..<min(begin + 2048, entities.count)).map { put(RowID($0 + 1), entities[$0]) }
            async let bulk: Void = index.apply(changes, through: Seq(begin + changes.count))
            if begin / 2048 % 4 == 1 {
                let row = RowID(8_000_000 + begin)
                let time = try await clock.measure {
                    try await index.applyUrgent([put(row, entity("urgent donation"), seq: Seq(row))])
                }
                slowest = max(slowest, time)
            }
            try await bulk
        }
        try await index.flush()
        let seconds = (clock.now - start) / .seconds(1)
        print(
            "\(entities.count) documents in \(seconds) s, \(Double(entities.count) / seconds) a second, \(await index.sizeOnDisk()) bytes, urgent during bulk \(slowest)"
        )
        var generator = SeededRandom(seed: 3)
        let queries = (0..<1000).map { _ -> String in
            let text = entities.randomElement(using: &generator)?.text ?? ""
            let words = text.split(separator: " ").map(String.init).filter { $0.count > 2 }
            return words.shuffled(using: &generator).prefix(Int.random(in: 2...3, using: &generator)).joined(
                separator: " ")
        }
        for (name, make) in [
            ("or", { $0 }), ("phrase", { "\"\($0)\"" }), ("prefix", { String($0.dropLast()) }),
        ] as [(String, (String) -> String)] {
            var times: [Duration] = []
            var total = 0
            for query in queries {
                times.append(
                    try await clock.measure {
                        total += try await index.search(
                            LexicalQuery(make(query), languages: ["en"], prefix: name == "prefix")
                        ).total
                    })
            }
            times.sort()
            print("\(name): p50 \(times[500]) p90 \(times[900]) p99 \(times[990]), mean total \(total / 1000)")
        }
        let again = entities.prefix(30_000).enumerated().map {
            put(RowID($0.offset + 1), $0.element, seq: Seq(3_000_000 + $0.offset))
        }
        let bulk = Task {
            for begin in stride(from: 0, to: again.count, by: 2048) {
                let part = again[begin..<min(begin + 2048, again.count)]
                try await index.apply(Array(part), through: Seq(3_000_000 + part.endIndex))
            }
        }
        var during: [Duration] = []
        for query in queries.prefix(500) {
            during.append(
                try await clock.measure { _ = try await index.search(LexicalQuery(query, languages: ["en"])) })
        }
        during.sort()
        print("or while 30,000 are replaced: p50 \(during[250]) p99 \(during[495])")
        try await bulk.value
        try await index.flush()
        let single = entity("urgent single")
        var times: [Duration] = []
        for round in 0..<50 {
            let change = put(RowID(9_000_000 + round), single, seq: Seq(9_000_000 + round))
            try await index.apply([change], through: change.seq)
            times.append(try await clock.measure { try await index.flush() })
        }
        times.sort()
        print("flush of one document: p50 \(times[25]) max \(times[49])")
        for word in ["editr", "libary", "photograpy", "xmlparsr"] {
            var corrected: String?
            let time = try await clock.measure { corrected = try await index.corrected(word) }
            print("\(word) → \(corrected ?? "-") \(time)")
        }
    }
}
