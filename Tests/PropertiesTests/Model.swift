import AlmagestEntities
import Catalog
import Foundation
import Text

@testable import Properties

/// What the index should answer, from plain entities by plain loops.
struct Model {
    var entities: [RowID: Entity] = [:]

    func rows(_ predicate: Predicate) -> [RowID] {
        entities.keys.filter { isTrue(predicate, of: $0) }.sorted()
    }

    func isTrue(_ predicate: Predicate, of row: RowID) -> Bool {
        switch predicate {
        case .all(let parts): return parts.allSatisfy { isTrue($0, of: row) }
        case .any(let parts): return parts.contains { isTrue($0, of: row) }
        case .not(let part): return !isTrue(part, of: row)
        case .comparison(let comparison):
            let values = values(comparison.property, of: row)
            switch comparison.op {
            case .exists: return .bool(!values.isEmpty) == comparison.value
            case .notEqual: return !values.isEmpty && !values.contains { passes($0, .equal, comparison.value) }
            default: return values.contains { passes($0, comparison.op, comparison.value) }
            }
        }
    }

    private func passes(_ stored: PropertyValue, _ op: Predicate.Comparator, _ value: PropertyValue) -> Bool {
        if op == .between, case .list(let bounds) = value {
            return passes(stored, .greaterOrEqual, bounds[0]) && passes(stored, .lessOrEqual, bounds[1])
        }
        switch (stored, value) {
        case (.text(let a), .text(let b)):
            let (x, y) = (Analyzer.shared.fold(a), Analyzer.shared.fold(b))
            switch op {
            case .contains: return y.isEmpty || x.utf8.count >= y.utf8.count && x.range(of: y, options: .literal) != nil
            case .hasPrefix: return Array(x.unicodeScalars).starts(with: Array(y.unicodeScalars))
            case .hasSuffix: return Array(x.unicodeScalars).reversed().starts(with: Array(y.unicodeScalars).reversed())
            default: return ordered(Array(x.utf8), Array(y.utf8), op) { $0.lexicographicallyPrecedes($1) }
            }
        case (.integer(let a), .integer(let b)): return ordered(a, b, op, <)
        case (.bool(let a), .bool(let b)): return a == b
        case (.date(let a), .date(let b)): return ordered(a.seconds, b.seconds, op, <)
        default: return false
        }
    }

    private func ordered<T: Equatable>(_ a: T, _ b: T, _ op: Predicate.Comparator, _ less: (T, T) -> Bool) -> Bool {
        switch op {
        case .equal, .contains: a == b
        case .less: less(a, b)
        case .lessOrEqual: less(a, b) || a == b
        case .greater: less(b, a)
        case .greaterOrEqual: less(b, a) || a == b
        default: false
        }
    }

    /// Values at a path; one reference may be followed.
    func values(_ path: String, of row: RowID) -> [PropertyValue] {
        guard let entity = entities[row] else { return [] }
        if path == "title" { return [.text(entity.display.title)] }
        if path == "type" { return [.text(entity.key.type)] }
        if path == "priority" { return [.integer(Int64(entity.priority))] }
        if let dot = path.firstIndex(of: ".") {
            return values(String(path[..<dot]), of: row).flatMap { value -> [PropertyValue] in
                guard case .entity(let id, _) = value,
                    let target = entities.first(where: { $0.value.key == id })?.key
                else { return [] }
                return values(String(path[path.index(after: dot)...]), of: target)
            }
        }
        switch entity[property: path] {
        case nil: return []
        case .list(let values)?: return values
        case let value?: return [value]
        }
    }

    func sorted(_ rows: [RowID], by keys: [SortKey]) -> [RowID] {
        rows.sorted { a, b in
            for key in keys {
                let x = best(values(key.property, of: a), key.ascending)
                let y = best(values(key.property, of: b), key.ascending)
                switch (x, y) {
                case (nil, nil): continue
                case (nil, _): return false
                case (_, nil): return true
                case (let x?, let y?):
                    if isLess(x, y) { return key.ascending }
                    if isLess(y, x) { return !key.ascending }
                }
            }
            return a < b
        }
    }

    private func best(_ values: [PropertyValue], _ ascending: Bool) -> PropertyValue? {
        values.min { ascending ? isLess($0, $1) : isLess($1, $0) }
    }

    private func isLess(_ a: PropertyValue, _ b: PropertyValue) -> Bool {
        func rank(_ value: PropertyValue) -> Int {
            switch value {
            case .bool: 0
            case .integer: 1
            case .date: 2
            default: 3
            }
        }
        if rank(a) != rank(b) { return rank(a) < rank(b) }
        if case .bool(let x) = a, case .bool(let y) = b { return !x && y }
        if case .text(let x) = a, case .text(let y) = b { return key(x).lexicographicallyPrecedes(key(y)) }
        return passes(a, .less, b)
    }

    /// Texts are ordered and counted by the first 128 bytes of their folded form.
    private func key(_ text: String) -> [UInt8] { Array(IndexedText(text).key.utf8) }

    func facets(_ rows: [RowID], _ path: String) -> [PropertyValue: Int] {
        var counts: [PropertyValue: Int] = [:]
        for row in rows {
            var seen: Set<PropertyValue> = []
            for value in values(path, of: row) {
                var folded = value
                if case .text(let text) = value { folded = .text(IndexedText(text).key) }
                if seen.insert(folded).inserted { counts[folded, default: 0] += 1 }
            }
        }
        return counts
    }
}
