import Foundation

/// A text for people that can be looked up in another language later.
///
///     static let title: LocalizedStringResource = "Open Playlist"
public struct LocalizedStringResource: Hashable, Codable, Sendable, ExpressibleByStringInterpolation,
    CustomLocalizedStringResourceConvertible, CustomStringConvertible
{
    /// The key in tables of translations.
    public let key: String
    /// What is shown where there is no translation.
    public let defaultValue: String.LocalizationValue
    /// The table that it is looked up in.
    public let table: String?
    /// The language it is looked up for.
    public var locale: Locale

    public init(
        _ key: String.LocalizationValue, defaultValue: String.LocalizationValue? = nil, table: String? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        self.key = key.key
        self.defaultValue = defaultValue ?? key
        self.table = table
        self.locale = locale
    }

    public init(stringLiteral value: String) { self.init(String.LocalizationValue(stringLiteral: value)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }

    /// The text in the language that it was written in.
    public var text: String { defaultValue.text }
    public var description: String { text }
    public var localizedStringResource: LocalizedStringResource { self }

    public static func == (a: Self, b: Self) -> Bool {
        a.key == b.key && a.defaultValue == b.defaultValue && a.table == b.table
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(defaultValue)
    }
}

/// Something with a text for people.
public protocol CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource { get }
}
