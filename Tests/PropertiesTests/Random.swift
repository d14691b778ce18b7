import AlmagestEntities
import Catalog
import TestSupport

@testable import Properties

/// Random entities and predicates over few values, so that they meet.
enum Made {
    static let words = [
        "apple", "Äpfel", "apfel", "banana", "Bananas", "中国", "中国地图", "ก", "", "zebra", "Zoë",
        String(repeating: "long ", count: 40), String(repeating: "long ", count: 40) + "er",
    ]
    static let paths = ["a", "b", "when", "flag", "list", "mixed", "title", "priority", "type"]

    static func value(_ path: String, _ random: inout SeededRandom) -> PropertyValue {
        switch path {
        case "a", "title": .text(random.pick(words))
        case "b", "priority": .integer(Int64(random.int(-3..<4)))
        case "when": .date(DateValue(form: .instant, seconds: Double(random.int(0..<6)) * 86_400, offset: 0))
        case "flag": .bool(random.chance(50))
        case "list": .text(random.pick(words))
        case "type": .text(random.pick(["Thing", "Other"]))
        default: random.chance(50) ? .text(random.pick(words)) : .integer(Int64(random.int(0..<3)))
        }
    }

    static func entity(_ row: RowID, _ random: inout SeededRandom) -> Entity {
        let type = row % 3 == 0 ? "Other" : "Thing"
        var entity = Entity(
            key: EntityID(bundle: "org.example.App", type: type, id: "e/\(row)"),
            display: Display(title: random.pick(words)))
        entity.priority = random.int(-3..<4)
        for path in ["a", "b", "when", "flag", "mixed"] where random.chance(75) {
            entity.properties.append(.init(path, value(path, &random)))
        }
        if random.chance(60) {
            entity.properties.append(
                .init("list", .list((0..<random.int(0..<4)).map { _ in value("list", &random) })))
        }
        if random.chance(60) {
            let target = RowID(random.int(1..<40))
            entity.properties.append(
                .init("ref", .reference("e/\(target)", type: target % 3 == 0 ? "Other" : "Thing")))
        }
        return entity
    }

    static func predicate(_ random: inout SeededRandom, depth: Int = 0) -> Predicate {
        if depth < 3, random.chance(45) {
            let parts = (0..<random.int(0..<4)).map { _ in predicate(&random, depth: depth + 1) }
            switch random.int(0..<3) {
            case 0: return .all(parts)
            case 1: return .any(parts)
            default: return .not(predicate(&random, depth: depth + 1))
            }
        }
        var path = random.pick(paths)
        let kind = path
        if random.chance(15) { path = "ref.\(path)" }
        let isText = ["a", "title", "list", "type"].contains(kind)
        var ops: [Predicate.Comparator] = [.equal, .notEqual, .exists]
        if kind != "flag" { ops += [.less, .lessOrEqual, .greater, .greaterOrEqual, .between] }
        if isText { ops += [.contains, .hasPrefix, .hasSuffix] }
        let op = random.pick(ops)
        switch op {
        case .exists: return .comparison(.init(property: path, op: op, value: .bool(random.chance(50))))
        case .between:
            // Both bounds of one kind, as a client would have them.
            let first = value(kind, &random)
            var second = value(kind, &random)
            while second.kind != first.kind { second = value(kind, &random) }
            return .comparison(.init(property: path, op: op, value: .list([first, second])))
        default: return .comparison(.init(property: path, op: op, value: value(kind, &random)))
        }
    }
}
