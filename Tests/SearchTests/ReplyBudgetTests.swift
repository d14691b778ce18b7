import AlmagestEntities
import Catalog
import Testing

@testable import Search

@Suite("Reply budget")
struct ReplyBudgetTests {
    private func stored(_ row: RowID, noteBytes: Int) -> StoredEntity {
        var entity = Entity(
            key: EntityID(bundle: "org.example.Test", type: "T", id: "\(row)"), display: Display(title: "Large"))
        entity.text = String(repeating: "body ", count: 1000)
        entity.properties = [
            .init("note", .text(String(repeating: "n", count: noteBytes))),
            .init("location", .place(.init(name: "Shore"))), .init("other", .text("not asked for")),
        ]
        return StoredEntity(row: row, revision: 1, entity: entity)
    }

    @Test("Only what the reply shows is held, and a page is refused at the entity that goes beyond")
    func refused() throws {
        var budget = ReplyBudget(bytes: 10_000, fields: ["note", "location.name"])
        for row in 1...9 {
            let kept = try budget.take(stored(RowID(row), noteBytes: 1_000)).entity
            #expect(kept.properties.map(\.name) == ["note", "location"])
            #expect(kept.text == nil && kept.display.title == "Large")
        }
        #expect(throws: AlmagestError.self) { try budget.take(stored(10, noteBytes: 1_000)) }
        // What is not shown does not count.
        var bare = ReplyBudget(bytes: 10_000, fields: nil)
        for row in 1...100 { #expect(try bare.take(stored(RowID(row), noteBytes: 1_000)).entity.properties.isEmpty) }
    }

    @Test("No value is counted with more bytes than it is written in")
    func least() {
        let values: [PropertyValue] = [
            .text(""), .text("a\"b\n\u{1}é"), .url("x:y"), .integer(7), .number(0.5), .bool(true), .list([]),
            .list([.integer(1), .text("x"), .list([.bool(false)])]), .record([]),
            .record([.init("a", .text("b")), .init("c", .record([.init("d", .integer(1))]))]),
            .union(case: "c", value: .text("v")), .person(.init(name: "N", handle: "h")), .person(.init()),
            .place(.init(name: "P", address: "A")), .measurement(.init(value: 1, unit: "m")),
            .entity(EntityID(bundle: "b", type: "t", id: "i"), name: "N"),
        ]
        for value in values {
            var writer = JSONWriter()
            value.write(to: &writer)
            #expect(ReplyBudget.leastBytes(value) <= writer.bytes.count, "\(value)")
        }
    }
}
