import AlmagestEntities

/// One value of one entity as it stands in a column.
struct IndexedValue: Hashable {
    var column: ColumnID
    var payload: Payload

    enum Payload: Hashable {
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        /// Seconds.
        case duration(Double)
        case date(DateValue)
        case text(IndexedText)
        /// Text form of an identifier.
        case reference(String)

        var kind: ColumnKind {
            switch self {
            case .bool: .bool
            case .integer, .real: .number
            case .duration: .duration
            case .date(let date): date.form == .instant ? .instant : .local
            case .text: .text
            case .reference: .reference
            }
        }
    }
}

/// Text as it is indexed: folded and split in a key, which is ordered, and the rest, which is only looked through.
struct IndexedText: Hashable {
    /// As it was given, cut to `exactBytes`; what facets show.
    var exact: String
    /// The first `keyBytes` of the folded form.
    var key: String
    /// What follows the key, at most `restBytes`; nil when there is nothing.
    var rest: String?
    /// Whether something follows the key, also where `rest` was not kept (in a row's record).
    var isLong: Bool

    static let exactBytes = 256
    static let keyBytes = 128
    static let restBytes = 65_536

    init(_ text: String) {
        let folded = Folding.fold(text)
        let (key, rest) = folded.split(atUTF8: Self.keyBytes)
        self.key = key
        self.rest = rest.isEmpty ? nil : String(rest).split(atUTF8: Self.restBytes).head
        isLong = self.rest != nil
        exact = text.split(atUTF8: Self.exactBytes).head
    }

    init(exact: String, key: String, isLong: Bool) {
        self.exact = exact
        self.key = key
        self.rest = nil
        self.isLong = isLong
    }
}

extension String {
    /// The text up to the last whole scalar within `bytes` of UTF-8, and what follows.
    func split(atUTF8 bytes: Int) -> (head: String, tail: Substring) {
        guard utf8.count > bytes else { return (self, "") }
        var cut = utf8.index(startIndex, offsetBy: bytes)
        while cut > startIndex, UTF8.isContinuation(utf8[cut]) { cut = utf8.index(before: cut) }
        return (String(self[..<cut]), self[cut...])
    }
}
