import Foundation

/// What an item is called and how it is told apart.
extension CSSearchableItemAttributeSet {
    /// Name shown in results; it becomes the entity's title.
    public var displayName: String? {
        get { self["displayName"] }
        set { self["displayName"] = newValue }
    }
    /// Other names that it is found by.
    public var alternateNames: [String]? {
        get { self["alternateNames"] }
        set { self["alternateNames"] = newValue }
    }
    /// Complete path of the item's file.
    public var path: String? {
        get { self["path"] }
        set { self["path"] = newValue }
    }
    /// Link to the content, often a file URL.
    public var contentURL: URL? {
        get { self["contentURL"] }
        set { self["contentURL"] = newValue }
    }
    /// Where a thumbnail is; pixels are not stored.
    public var thumbnailURL: URL? {
        get { self["thumbnailURL"] }
        set { self["thumbnailURL"] = newValue }
    }
    /// Identifier of an item that this one belongs to.
    public var relatedUniqueIdentifier: String? {
        get { self["relatedUniqueIdentifier"] }
        set { self["relatedUniqueIdentifier"] = newValue }
    }
    /// Identifier of an item that this one has to do with.
    public var weakRelatedUniqueIdentifier: String? {
        get { self["weakRelatedUniqueIdentifier"] }
        set { self["weakRelatedUniqueIdentifier"] = newValue }
    }
    /// When an attribute changed last.
    public var metadataModificationDate: Date? {
        get { self["metadataModificationDate"] }
        set { self["metadataModificationDate"] = newValue }
    }
    /// Identifier of the content's uniform type.
    public var contentType: String? {
        get { self["contentType"] }
        set { self["contentType"] = newValue }
    }
    /// The type and those that it conforms to.
    public var contentTypeTree: [String]? {
        get { self["contentTypeTree"] }
        set { self["contentTypeTree"] = newValue }
    }
    /// Words that it is found by beside its text.
    public var keywords: [String]? {
        get { self["keywords"] }
        set { self["keywords"] = newValue }
    }
    /// Title of the item; the entity's title where there is no `displayName`.
    public var title: String? {
        get { self["title"] }
        set { self["title"] = newValue }
    }
    /// Version of the item.
    public var version: String? {
        get { self["version"] }
        set { self["version"] = newValue }
    }
    /// Whether the person made it.
    public var isUserCreated: NSNumber? {
        get { self["userCreated"] }
        set { self["userCreated"] = newValue }
    }
    /// Whether the person bought it or owns it.
    public var isUserOwned: NSNumber? {
        get { self["userOwned"] }
        set { self["userOwned"] = newValue }
    }
    /// Whether the person chose it.
    public var isUserCurated: NSNumber? {
        get { self["userCurated"] }
        set { self["userCurated"] = newValue }
    }
    /// 0 to 100, the rank among the app's own items; it becomes the entity's priority.
    public var rankingHint: NSNumber? {
        get { self["rankingHint"] }
        set { self["rankingHint"] = newValue }
    }
    /// Dotted group of the item, where the item itself names none.
    public var domainIdentifier: String? {
        get { self["domainIdentifier"] }
        set { self["domainIdentifier"] = newValue }
    }
    /// Whether `phoneNumbers` are to be called.
    public var supportsPhoneCall: NSNumber? {
        get { self["supportsPhoneCall"] }
        set { self["supportsPhoneCall"] = newValue }
    }
    /// Whether the coordinates are to be navigated to.
    public var supportsNavigation: NSNumber? {
        get { self["supportsNavigation"] }
        set { self["supportsNavigation"] = newValue }
    }
    /// Identifiers of actions that the item offers.
    public var actionIdentifiers: [String]? {
        get { self["actionIdentifiers"] }
        set { self["actionIdentifiers"] = newValue }
    }
    /// Title of what contains it.
    public var containerTitle: String? {
        get { self["containerTitle"] }
        set { self["containerTitle"] = newValue }
    }
    /// Shown name of what contains it.
    public var containerDisplayName: String? {
        get { self["containerDisplayName"] }
        set { self["containerDisplayName"] = newValue }
    }
    /// Identifier of what contains it.
    public var containerIdentifier: String? {
        get { self["containerIdentifier"] }
        set { self["containerIdentifier"] = newValue }
    }
    /// Place within what contains it.
    public var containerOrder: NSNumber? {
        get { self["containerOrder"] }
        set { self["containerOrder"] = newValue }
    }
    /// Types that the app gives as data.
    public var providerDataTypeIdentifiers: [String]? {
        get { self["providerDataTypeIdentifiers"] }
        set { self["providerDataTypeIdentifiers"] = newValue }
    }
    /// Types that the app gives as a file.
    public var providerFileTypeIdentifiers: [String]? {
        get { self["providerFileTypeIdentifiers"] }
        set { self["providerFileTypeIdentifiers"] = newValue }
    }
    /// Types that the app gives as a file in its place.
    public var providerInPlaceFileTypeIdentifiers: [String]? {
        get { self["providerInPlaceFileTypeIdentifiers"] }
        set { self["providerInPlaceFileTypeIdentifiers"] = newValue }
    }
}

extension AttributeTable {
    static let general: [Attribute] = [
        Attribute("displayName", .text, \.displayName),
        Attribute("alternateNames", .texts, \.alternateNames),
        Attribute("path", .text, \.path),
        Attribute("contentURL", .link, \.contentURL),
        Attribute("thumbnailURL", .link, \.thumbnailURL),
        Attribute("relatedUniqueIdentifier", .text, \.relatedUniqueIdentifier),
        Attribute("weakRelatedUniqueIdentifier", .text, \.weakRelatedUniqueIdentifier),
        Attribute("metadataModificationDate", .date, \.metadataModificationDate),
        Attribute("contentType", .text, \.contentType),
        Attribute("contentTypeTree", .texts, \.contentTypeTree),
        Attribute("keywords", .texts, \.keywords),
        Attribute("title", .text, \.title),
        Attribute("version", .text, \.version),
        Attribute("userCreated", .flag, \.isUserCreated),
        Attribute("userOwned", .flag, \.isUserOwned),
        Attribute("userCurated", .flag, \.isUserCurated),
        Attribute("rankingHint", .number, \.rankingHint),
        Attribute("domainIdentifier", .text, \.domainIdentifier),
        Attribute("supportsPhoneCall", .flag, \.supportsPhoneCall),
        Attribute("supportsNavigation", .flag, \.supportsNavigation),
        Attribute("actionIdentifiers", .texts, \.actionIdentifiers),
        Attribute("containerTitle", .text, \.containerTitle),
        Attribute("containerDisplayName", .text, \.containerDisplayName),
        Attribute("containerIdentifier", .text, \.containerIdentifier),
        Attribute("containerOrder", .number, \.containerOrder),
        Attribute("providerDataTypeIdentifiers", .texts, \.providerDataTypeIdentifiers),
        Attribute("providerFileTypeIdentifiers", .texts, \.providerFileTypeIdentifiers),
        Attribute("providerInPlaceFileTypeIdentifiers", .texts, \.providerInPlaceFileTypeIdentifiers),
    ]
}
