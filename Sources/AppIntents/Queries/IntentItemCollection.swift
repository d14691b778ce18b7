import AlmagestEntities
import Foundation

/// One of the results to choose from, perhaps shown otherwise than it shows itself.
public struct IntentItem<Value: _IntentValue>: @unchecked Sendable {
    // Unchecked: constant once made, and what it holds is a value of a Sendable query.
    public let value: Value
    public let displayRepresentation: DisplayRepresentation?

    public init(_ value: Value) {
        self.value = value
        displayRepresentation = nil
    }

    public init(
        _ value: Value, title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil
    ) {
        self.value = value
        displayRepresentation = DisplayRepresentation(title: title, subtitle: subtitle, image: image)
    }
}

/// Results under a title of their own.
public struct IntentItemSection<Value: _IntentValue>: Sendable {
    public let title: LocalizedStringResource?
    public let subtitle: LocalizedStringResource?
    public let items: [IntentItem<Value>]

    public init(
        _ title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil, items: [IntentItem<Value>]
    ) {
        self.title = title
        self.subtitle = subtitle
        self.items = items
    }

    public init(
        _ title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
        @IntentItemsBuilder<Value> items: () -> [IntentItem<Value>]
    ) {
        self.init(title, subtitle: subtitle, items: items())
    }
}

/// Results in sections; a query's `Result` may be one instead of a list.
///
///     func suggestedEntities() async throws -> IntentItemCollection<SongEntity> {
///         IntentItemCollection {
///             IntentItemSection("Liked", items: liked.map { IntentItem($0) })
///             IntentItemSection("New", items: new.map { IntentItem($0) })
///         }
///     }
public struct IntentItemCollection<Value: _IntentValue>: ResultsCollection, Sendable {
    public typealias Result = Value
    public let promptLabel: LocalizedStringResource?
    public let usesIndexedCollation: Bool
    public let sections: [IntentItemSection<Value>]

    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        sections: [IntentItemSection<Value>]
    ) {
        self.promptLabel = promptLabel
        self.usesIndexedCollation = usesIndexedCollation
        self.sections = sections
    }

    /// One section without a title.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, items: [Value]
    ) {
        self.init(
            promptLabel: promptLabel, usesIndexedCollation: usesIndexedCollation,
            sections: [IntentItemSection(items: items.map { IntentItem($0) })])
    }

    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        @IntentSectionsBuilder<Value> sections: () -> [IntentItemSection<Value>]
    ) {
        self.init(promptLabel: promptLabel, usesIndexedCollation: usesIndexedCollation, sections: sections())
    }

    /// All results, section by section.
    public var items: [Value.ValueType] {
        sections.flatMap(\.items).compactMap { $0.value as? Value.ValueType }
    }

    public static var empty: IntentItemCollection<Value> { IntentItemCollection(sections: []) }
}

@resultBuilder
public enum IntentItemsBuilder<Value: _IntentValue> {
    public static func buildExpression(_ item: IntentItem<Value>) -> [IntentItem<Value>] { [item] }
    public static func buildExpression(_ value: Value) -> [IntentItem<Value>] { [IntentItem(value)] }
    public static func buildBlock(_ parts: [IntentItem<Value>]...) -> [IntentItem<Value>] { parts.flatMap { $0 } }
    public static func buildArray(_ parts: [[IntentItem<Value>]]) -> [IntentItem<Value>] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [IntentItem<Value>]?) -> [IntentItem<Value>] { part ?? [] }
    public static func buildEither(first part: [IntentItem<Value>]) -> [IntentItem<Value>] { part }
    public static func buildEither(second part: [IntentItem<Value>]) -> [IntentItem<Value>] { part }
}

@resultBuilder
public enum IntentSectionsBuilder<Value: _IntentValue> {
    public static func buildExpression(_ section: IntentItemSection<Value>) -> [IntentItemSection<Value>] { [section] }
    public static func buildBlock(_ parts: [IntentItemSection<Value>]...) -> [IntentItemSection<Value>] {
        parts.flatMap { $0 }
    }
    public static func buildArray(_ parts: [[IntentItemSection<Value>]]) -> [IntentItemSection<Value>] {
        parts.flatMap { $0 }
    }
    public static func buildOptional(_ part: [IntentItemSection<Value>]?) -> [IntentItemSection<Value>] { part ?? [] }
}
