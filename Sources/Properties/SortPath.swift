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
        columns = table.columns(at: key.property)
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

    /// The column, where all its values are text or references in one.
    var textColumn: (id: ColumnID, kind: ColumnKind)? {
        isPlain && columns.count == 1 && columns[0].kind.isText ? columns[0] : nil
    }

    /// Whether values of the column of a row's record matter.
    func reads(_ column: ColumnID) -> Bool {
        columns.contains { $0.id == column } || references.contains { $0.column == column }
    }
}
