import Foundation

/// One attribute that Core Spotlight defines.
struct Attribute: Sendable {
    enum Kind: Sendable {
        case text, texts, number, date, dates, link, people
        /// A number that means no or yes: a bool on the wire.
        case flag
    }

    /// Its name on the wire and in query strings.
    let name: String
    let kind: Kind
    let keyPath: any PartialKeyPath<CSSearchableItemAttributeSet> & Sendable

    init(_ name: String, _ kind: Kind, _ keyPath: any PartialKeyPath<CSSearchableItemAttributeSet> & Sendable) {
        self.name = name
        self.kind = kind
        self.keyPath = keyPath
    }
}

/// All attributes that Core Spotlight defines.
enum AttributeTable {
    static let all = general + documents + events + messaging + media + music + images + places

    /// The attribute of that name, as query strings spell it: the property's name, also with `is` in front, in
    /// Objective-C's capitals, or as file metadata says it (`kMDItemDisplayName`).
    static func attribute(named name: String) -> Attribute? {
        if let exact = byName[name] { return exact }
        var short = name.lowercased()
        if short.hasPrefix("kmditem") { short.removeFirst(7) }
        if let found = byLowercased[short] { return found }
        if let old = metadataNames[short] { return byName[old] }
        return short.hasPrefix("is") ? byLowercased[String(short.dropFirst(2))] : nil
    }

    /// The attribute of a key path; nil for one that leads elsewhere.
    static func attribute(at keyPath: PartialKeyPath<CSSearchableItemAttributeSet>) -> Attribute? {
        guard let place = byKeyPath[keyPath] else { return nil }
        return all[place]
    }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    private static let byLowercased = Dictionary(all.map { ($0.name.lowercased(), $0) }) { first, _ in first }
    private static var byKeyPath: [PartialKeyPath<CSSearchableItemAttributeSet>: Int] { keyPaths.places }
    private static let keyPaths = KeyPathTable(all)

    /// File metadata's names that differ by more than the prefix.
    private static let metadataNames = [
        "fsname": "displayName", "fssize": "fileSize", "fscreationdate": "contentCreationDate",
        "fscontentchangedate": "contentModificationDate", "durationseconds": "duration",
        "description": "contentDescription",
        "starrating": "rating", "useddates": "lastUsedDate", "dateadded": "addedDate", "numberofpages": "pageCount",
    ]
}

/// Places of the attributes by key path.
private struct KeyPathTable: @unchecked Sendable {
    // Built once from key paths without captures, which are Sendable, and only read after that.
    let places: [PartialKeyPath<CSSearchableItemAttributeSet>: Int]

    init(_ attributes: [Attribute]) {
        var places: [PartialKeyPath<CSSearchableItemAttributeSet>: Int] = [:]
        for (place, attribute) in attributes.enumerated() { places[attribute.keyPath] = place }
        self.places = places
    }
}
