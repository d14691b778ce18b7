import AlmagestEntities
import Catalog
import TestSupport
import Testing

@testable import Suggest

@Suite("Random operations")
struct RandomOperationTests {
    static let stems = [
        "apple", "aple", "apply", "application", "watch", "wacth", "water", "little", "mermaid", "café", "cafe",
        "calendar", "calender", "photograph", "photografy", "中国", "地图", "한국", "하늘", "ไทย", "the", "a", "of", "x1",
        "C++", "don't", "Ёлка", "v1.2.3", "🎉", ".net", "->",
    ]

    static func title(_ random: inout SeededRandom) -> String {
        (0..<random.int(0..<5)).map { _ in
            let word = random.pick(stems)
            return random.chance(20) ? word.uppercased() : word
        }.joined(separator: random.pick([" ", " ", "-", "  ", ""]))
    }

    static func typed(_ random: inout SeededRandom) -> String {
        var scalars = Array(title(&random).unicodeScalars)
        if !scalars.isEmpty, random.chance(70) { scalars = Array(scalars.prefix(random.int(1..<(scalars.count + 1)))) }
        if scalars.count > 1, random.chance(40) {
            let i = random.int(0..<(scalars.count - 1))
            switch random.int(0..<4) {
            case 0: scalars.swapAt(i, i + 1)
            case 1: scalars.remove(at: i)
            case 2: scalars.insert("e", at: i)
            default: scalars[i] = "o"
            }
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    @Test("agree with looking at every name", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func agree(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let fixture = try Fixture()
        var index = try await fixture.open()
        var model = Model()
        let rows = seed % 2 == 0 ? 60 : 600
        for round in 0..<15 {
            var changes: [Change] = []
            for _ in 0..<random.int(1..<80) {
                let row = RowID(random.int(1..<rows))
                if random.chance(20) {
                    changes.append(fixture.delete(row))
                    model.set(row, [], priority: 0)
                } else {
                    let synonyms = (0..<random.int(0..<3)).map { _ in Self.title(&random) }
                    var entity = Entity.titled(
                        Self.title(&random), synonyms: synonyms, priority: random.int(-1..<2))
                    entity.properties = (0..<random.int(0..<3)).map { number in
                        .init("p\(number)", .person(.init(name: Self.title(&random))))
                    }
                    changes.append(fixture.put(row, entity))
                    model.set(row, NameList.names(of: entity), priority: entity.priority)
                }
            }
            let last = try #require(changes.last)
            if random.chance(50) { try await index.applyUrgent(Array(changes.suffix(random.int(1..<20)))) }
            try await index.apply(changes, through: last.seq)
            if round % 5 == 2 { try await index.storeAll() }
            if round % 4 == 3 {
                await index.close()
                index = try await fixture.open()
                #expect(try await index.appliedSeq() == last.seq)
            }
            for _ in 0..<30 {
                let typed = Self.typed(&random)
                let limit = random.int(1..<12)
                let within = random.chance(20) ? RowSet((0..<20).map { _ in RowID(random.int(1..<rows)) }) : nil
                let found = try await index.suggest(typed, within: within, limit: limit, isLive: fixture.isLive)
                let expected = model.suggestions(typed, within: within, limit: limit)
                #expect(found.map(\.text) == expected.map(\.text), "\(typed)")
                #expect(found.map(\.row) == expected.map(\.row), "\(typed)")
            }
        }
        await index.close()
    }
}
