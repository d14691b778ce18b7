import Foundation

/// Documents.
extension CSSearchableItemAttributeSet {
    /// What it is about; of a mail, its subject.
    public var subject: String? {
        get { self["subject"] }
        set { self["subject"] = newValue }
    }
    /// Theme of the item.
    public var theme: String? {
        get { self["theme"] }
        set { self["theme"] = newValue }
    }
    /// Description of the content; a short one becomes the entity's subtitle.
    public var contentDescription: String? {
        get { self["contentDescription"] }
        set { self["contentDescription"] = newValue }
    }
    /// Formal identifier, such as an ISBN.
    public var identifier: String? {
        get { self["identifier"] }
        set { self["identifier"] = newValue }
    }
    /// Whom it is meant for.
    public var audiences: [String]? {
        get { self["audiences"] }
        set { self["audiences"] = newValue }
    }
    /// Size in megabytes.
    public var fileSize: NSNumber? {
        get { self["fileSize"] }
        set { self["fileSize"] = newValue }
    }
    /// Number of pages.
    public var pageCount: NSNumber? {
        get { self["pageCount"] }
        set { self["pageCount"] = newValue }
    }
    /// Width of a page in points.
    public var pageWidth: NSNumber? {
        get { self["pageWidth"] }
        set { self["pageWidth"] = newValue }
    }
    /// Height of a page in points.
    public var pageHeight: NSNumber? {
        get { self["pageHeight"] }
        set { self["pageHeight"] = newValue }
    }
    /// How it is encrypted.
    public var securityMethod: String? {
        get { self["securityMethod"] }
        set { self["securityMethod"] = newValue }
    }
    /// Application that made it.
    public var creator: String? {
        get { self["creator"] }
        set { self["creator"] = newValue }
    }
    /// Software that converted it.
    public var encodingApplications: [String]? {
        get { self["encodingApplications"] }
        set { self["encodingApplications"] = newValue }
    }
    /// Kind of the item, in words.
    public var kind: String? {
        get { self["kind"] }
        set { self["kind"] = newValue }
    }
    /// Fonts used in it.
    public var fontNames: [String]? {
        get { self["fontNames"] }
        set { self["fontNames"] = newValue }
    }
}

extension AttributeTable {
    static let documents: [Attribute] = [
        Attribute("subject", .text, \.subject),
        Attribute("theme", .text, \.theme),
        Attribute("contentDescription", .text, \.contentDescription),
        Attribute("identifier", .text, \.identifier),
        Attribute("audiences", .texts, \.audiences),
        Attribute("fileSize", .number, \.fileSize),
        Attribute("pageCount", .number, \.pageCount),
        Attribute("pageWidth", .number, \.pageWidth),
        Attribute("pageHeight", .number, \.pageHeight),
        Attribute("securityMethod", .text, \.securityMethod),
        Attribute("creator", .text, \.creator),
        Attribute("encodingApplications", .texts, \.encodingApplications),
        Attribute("kind", .text, \.kind),
        Attribute("fontNames", .texts, \.fontNames),
    ]
}
