package import AlmagestEntities
import Foundation

/// How attributes become members of an entity, and back.
///
/// `displayName` (else `title`, `subject`, the name of the file, the beginning of the text) is the title; a short
/// `contentDescription` the subtitle; `alternateNames` are synonyms; `keywords`, `textContent` (else the text of the
/// HTML), `url` and the first of `languages` have members of their own; `rankingHint` is the priority. All other
/// attributes are properties under their own names.
extension CSSearchableItemAttributeSet {
    /// Attributes with a member of their own, which are not repeated among the properties.
    static let members: Set<String> = [
        "alternateNames", "keywords", "textContent", "thumbnailURL", "url", "domainIdentifier",
    ]
    /// Descriptions up to this length serve as subtitles.
    private static let subtitleLength = 256

    /// Puts what the set holds into an entity, wherever that has nothing yet.
    package func fill(_ entity: inout Entity) {
        if entity.display.title.isEmpty, let title = shownTitle { entity.display.title = title }
        if entity.display.subtitle == nil, let subtitle = contentDescription, subtitle.count <= Self.subtitleLength,
            !subtitle.isEmpty
        {
            entity.display.subtitle = subtitle
        }
        if entity.display.image == nil, let image = thumbnailURL { entity.display.image = .url(image.absoluteString) }
        if entity.display.synonyms.isEmpty { entity.display.synonyms = alternateNames ?? [] }
        if entity.url == nil { entity.url = (url ?? contentURL)?.absoluteString }
        if entity.domain == nil { entity.domain = domainIdentifier }
        if entity.keywords.isEmpty { entity.keywords = keywords ?? [] }
        if entity.language == nil { entity.language = languages?.first }
        if entity.priority == 0 { entity.priority = relatedEntityPriority ?? hintedPriority }
        if entity.text == nil { entity.text = textContent ?? HTMLText.text(of: htmlContentData) }
        let given = Set(entity.properties.map(\.name))
        for name in names where !Self.members.contains(name) && !given.contains(name) {
            guard let value = values[name] else { continue }
            entity.properties.append(.init(name, value))
        }
        if let relatedEntity, !given.contains("relatedAppEntity") {
            entity.properties.append(.init("relatedAppEntity", .entity(relatedEntity, name: nil)))
        }
    }

    /// What is shown where there is no display name.
    var shownTitle: String? {
        for candidate in [displayName, title, subject, contentURL?.lastPathComponent, fileName] {
            if let candidate, !candidate.isEmpty { return candidate }
        }
        for text in [contentDescription, textContent] {
            if let line = text?.split(whereSeparator: \.isNewline).first { return String(line.prefix(100)) }
        }
        return nil
    }

    private var fileName: String? { path.map { URL(fileURLWithPath: $0).lastPathComponent } }

    private var hintedPriority: Int {
        guard let hint = rankingHint?.doubleValue, hint.isFinite else { return 0 }
        return Int(min(max(hint, -1000), 1000))
    }

    /// The set that an entity was made of.
    package convenience init(entity: Entity) {
        self.init()
        for property in entity.properties where property.name != "relatedAppEntity" {
            set(property.value, for: property.name)
        }
        if case .entity(let id, _)? = entity[property: "relatedAppEntity"] { relatedEntity = id }
        // Whichever of the two was given comes back; an entity that has neither is called by its title.
        if displayName == nil, title == nil || title != entity.display.title { displayName = entity.display.title }
        if title == nil { title = entity.display.title }
        if contentDescription == nil { contentDescription = entity.display.subtitle }
        if !entity.display.synonyms.isEmpty { alternateNames = entity.display.synonyms }
        if !entity.keywords.isEmpty { keywords = entity.keywords }
        if case .url(let link)? = entity.display.image { thumbnailURL = URL(string: link) }
        if let link = entity.url, link != contentURL?.absoluteString { url = URL(string: link) }
        if let domain = entity.domain { domainIdentifier = domain }
        if languages == nil, let language = entity.language { languages = [language] }
        if let text = entity.text { textContent = text }
        if rankingHint == nil, entity.priority != 0 { rankingHint = NSNumber(value: entity.priority) }
    }
}

extension CSSearchableItem {
    /// The type that items travel as.
    package static let wireType = "CSSearchableItem"
    /// What the identifier of a result begins with that is no item but an app entity; type and identifier follow.
    static let entityPrefix = "x-almagest-entity:"

    /// The entity that the item travels as.
    ///
    /// - Throws: `CSIndexError.invalidItemError`, which names the item and the attribute.
    package func wireEntity(bundle: String, index: String) throws -> Entity {
        if let (name, reason) = attributeSet.faults.min(by: { $0.key < $1.key }) {
            throw CSIndexError(.invalidItemError, "Item “\(uniqueIdentifier)”, attribute \(name): \(reason)")
        }
        var made: Entity
        if let entity {
            made = entity
            made.key = EntityID(bundle: bundle, type: entity.key.type, id: entity.key.id)
        } else {
            made = Entity(
                key: EntityID(bundle: bundle, type: Self.wireType, id: uniqueIdentifier), display: Display(title: ""))
        }
        made.index = index
        made.domain = domainIdentifier ?? made.domain
        made.expires = expires.map { DateValue(date: $0) } ?? made.expires
        attributeSet.fill(&made)
        if made.display.title.isEmpty, !isUpdate { made.display.title = uniqueIdentifier }
        do {
            try made.key.validate()
        } catch {
            throw CSIndexError(.invalidItemError, "Item “\(uniqueIdentifier)”: \(error.message)", underlying: error)
        }
        return made
    }

    /// The item that an entity of the index is.
    package convenience init(entity: Entity) {
        let isItem = entity.key.type == Self.wireType
        self.init(
            uniqueIdentifier: isItem ? entity.key.id : Self.identifier(of: entity.key), domainIdentifier: entity.domain,
            attributeSet: CSSearchableItemAttributeSet(entity: entity))
        if let expires = entity.expires { expirationDate = Date(.date(expires)) }
        if !isItem {
            self.entity = entity
            attributeSet.relatedEntity = entity.key
        }
    }

    /// The identifier of the item that an app entity is.
    package static func identifier(of key: EntityID) -> String {
        let text = EntityID(bundle: "", type: key.type, id: key.id).text
        return entityPrefix + text.dropFirst()
    }

    /// The app entity that such an identifier means.
    static func entityKey(_ identifier: String, bundle: String) -> EntityID? {
        guard identifier.hasPrefix(entityPrefix) else { return nil }
        guard let parts = try? EntityID(text: "b/" + identifier.dropFirst(entityPrefix.count)) else { return nil }
        return EntityID(bundle: bundle, type: parts.type, id: parts.id)
    }
}
