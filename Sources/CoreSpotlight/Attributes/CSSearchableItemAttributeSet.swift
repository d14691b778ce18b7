package import AlmagestEntities
@_exported import Foundation
@_exported import UniformTypeIdentifiers

/// What is known of a searchable item: some 150 typed attributes, and the app's own.
///
///     let attributes = CSSearchableItemAttributeSet(contentType: .text)
///     attributes.title = "Meteor shower"
///     attributes.contentDescription = "Bring blankets and oxygen"
///
/// To be changed by one task at a time. Attributes that hold bytes (`thumbnailData`, `htmlContentData`) are kept here
/// and are not sent to the index.
open class CSSearchableItemAttributeSet: NSObject, NSCopying {
    /// Attributes by their name on the wire.
    package private(set) var values: [String: PropertyValue] = [:]
    /// What the wire cannot carry, with why: told when the item is indexed.
    private(set) var faults: [String: String] = [:]

    /// Image data of a thumbnail. It is not sent; give `thumbnailURL`.
    public var thumbnailData: Data?
    /// The content as HTML in UTF-8. Without `textContent` its text becomes the body.
    public var htmlContentData: Data?

    /// The entity that the item stands for or belongs to, and its priority.
    package var relatedEntity: EntityID?
    package var relatedEntityPriority: Int?

    /// An empty set.
    public override init() { super.init() }

    /// A set for content of that type; `contentType` and `contentTypeTree` are filled in.
    public init(contentType: UTType) {
        super.init()
        self.contentType = contentType.identifier
        let tree = contentType.supertypes.map(\.identifier).sorted()
        if !tree.isEmpty { contentTypeTree = [contentType.identifier] + tree }
    }

    /// A set for content of the type with that identifier.
    public init(itemContentType: String) {
        super.init()
        contentType = itemContentType
    }

    /// A copy.
    public required init(copying other: CSSearchableItemAttributeSet) {
        values = other.values
        faults = other.faults
        thumbnailData = other.thumbnailData
        htmlContentData = other.htmlContentData
        relatedEntity = other.relatedEntity
        relatedEntityPriority = other.relatedEntityPriority
        super.init()
    }

    public func copy(with zone: NSZone? = nil) -> Any { type(of: self).init(copying: self) }

    // MARK: Values

    subscript<Value: AttributeValue>(name: String) -> Value? {
        get { values[name].flatMap { Value($0) } }
        set { set(newValue?.propertyValue, for: name) }
    }

    subscript(name: String) -> NSNumber? {
        get { values[name].flatMap { NSNumber(propertyValue: $0) } }
        set {
            guard let newValue else { return set(nil, for: name) }
            if AttributeTable.attribute(named: name)?.kind == .flag { return set(.bool(newValue.boolValue), for: name) }
            guard let value = newValue.propertyValue else {
                set(nil, for: name)
                faults[name] = "\(newValue) is no number that can be stored."
                return
            }
            set(value, for: name)
        }
    }

    subscript(name: String) -> [CSPerson]? {
        get { values[name].map { CSPerson.people(from: $0) } }
        set { set(newValue.map { .list($0.flatMap(\.propertyValues)) }, for: name) }
    }

    /// Sets an attribute in its form on the wire; nil takes it away.
    package func set(_ value: PropertyValue?, for name: String) {
        values[name] = value
        faults[name] = nil
    }

    package func refuse(_ name: String, because reason: String) {
        values[name] = nil
        faults[name] = reason
    }

    /// The name on the wire of the attribute at a key path, such as `\.contentDescription`; nil for no attribute.
    package static func attributeName(at keyPath: PartialKeyPath<CSSearchableItemAttributeSet>) -> String? {
        AttributeTable.attribute(at: keyPath)?.name
    }

    /// Leaves only the attributes of those names, as query strings spell them.
    func keepOnly(_ names: [String]) {
        let kept = Set(names.map { AttributeTable.attribute(named: $0)?.name ?? $0 })
        values = values.filter { kept.contains($0.key) }
    }

    /// Names of the attributes that are set, in order.
    package var names: [String] { values.keys.sorted() }
}
