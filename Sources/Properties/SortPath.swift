import AlmagestEntities
import Catalog

/// Where the values of one sort key come from.
struct SortPath {
    var path: String
    var ascending: Bool
    /// Columns of the path, in the order of kinds.
    var columns: [(id: ColumnID, kind: ColumnKind)]
    var member: BuiltIn.Member?
    var isIdentifier: Bool
    /// References that the path goes through, with what is left of it.
    var references: [(column: ColumnID, rest: String)]

    init(_ key: SortKey, _ table: ColumnTable) {
        path = key.property
        ascending = key.ascending
        // A reference is ordered by what it is called, where it has a name.
        let all = table.columns(at: key.property)
        columns = all
        member = BuiltIn.Member(rawValue: key.property)
        isIdentifier = key.property == BuiltIn.identifier
        references = key.property.indices.filter { key.property[$0] == "." }.compactMap { dot in
            table.number(String(key.property[..<dot]), .reference)
                .map { ($0, String(key.property[key.property.index(after: dot)...])) }
        }
    }

    var isPlain: Bool { member == nil && !isIdentifier && references.isEmpty }

    /// All its values are numbers in columns.
    var isNumeric: Bool { isPlain && !columns.isEmpty && columns.allSatisfy { !$0.kind.isText } }

    /// All its values are text in one column.
    var textColumn: ColumnID? {
        isPlain && columns.count == 1 && columns[0].kind == .text ? columns[0].id : nil
    }
}
