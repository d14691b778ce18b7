/// One typed record of an app, as it is donated.
public struct Entity: Hashable, Sendable {
    /// Who it is: bundle, type and identifier.
    public var key: EntityID
    /// The named index it lives in.
    public var index: String = "default"
    /// Schema it follows, as `domain.name`, for example `calendar.event`.
    public var schema: String?
    /// What is shown of it.
    public var display: Display
    /// Universal link to it.
    public var url: String?
    /// An identifier that is the same on every device.
    public var stableID: String?
    /// Who else can see it; empty means private.
    public var ownership: Ownership = []
    /// Dotted group for bulk deletes, for example `mail.inbox`.
    public var domain: String?
    /// Words it should be found by beside its text.
    public var keywords: [String] = []
    /// BCP 47 language of its text, where the donor knows.
    public var language: String?
    /// The donor's static rank, -1000 to 1000; higher comes first among equals.
    public var priority: Int = 0
    /// Kept out of what people are shown; still reachable by identifier.
    public var hidden: Bool = false
    /// When it goes by itself.
    public var expires: DateValue?
    /// Typed properties in the order given; names are unique.
    public var properties: [Property] = []
    /// Long body.
    public var text: String?
    /// Passages made by the donor, with a locator each.
    public var passages: [Passage] = []

    public init(key: EntityID, display: Display) {
        self.key = key
        self.display = display
    }

    /// A named, typed value.
    public struct Property: Hashable, Sendable {
        public var name: String
        public var value: PropertyValue
        public init(_ name: String, _ value: PropertyValue) {
            self.name = name
            self.value = value
        }
    }

    /// A piece of a long text, made by the donor, with where it stands (`page=3`).
    public struct Passage: Hashable, Sendable {
        public var locator: String?
        public var text: String
        public init(locator: String? = nil, text: String) {
            self.locator = locator
            self.text = text
        }
    }

    /// Value of the property of that name.
    public subscript(property name: String) -> PropertyValue? {
        properties.first { $0.name.hasSameBytes(as: name) }?.value
    }
}

/// What is shown of an entity.
public struct Display: Hashable, Sendable {
    public var title: String
    public var subtitle: String?
    public var image: Image?
    /// Other names it is known by.
    public var synonyms: [String]

    public init(title: String, subtitle: String? = nil, image: Image? = nil, synonyms: [String] = []) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.synonyms = synonyms
    }

    /// Where an image comes from; pixels are never stored.
    public enum Image: Hashable, Sendable {
        case systemName(String)
        case name(String)
        case url(String)
    }
}

/// Who else can see an entity; empty is private.
public struct Ownership: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let unknown = Ownership(rawValue: 1)
    public static let shared = Ownership(rawValue: 2)
    public static let `public` = Ownership(rawValue: 4)
}
