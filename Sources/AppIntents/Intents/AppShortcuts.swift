import Foundation

/// The sentences by which people start intents of the app without having set anything up.
///
///     struct TunesShortcuts: AppShortcutsProvider {
///         static var appShortcuts: [AppShortcut] {
///             AppShortcut(
///                 intent: PlayIntent(), phrases: ["Play \(\.$playlist) in \(.applicationName)"],
///                 shortTitle: "Play", systemImageName: "play")
///         }
///     }
public protocol AppShortcutsProvider {
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
    /// What may sound like one of the phrases and is none.
    @NegativeAppShortcutPhrasesBuilder static var negativePhrases: [NegativeAppShortcutPhrase] { get }
    static var shortcutTileColor: ShortcutTileColor { get }
}

extension AppShortcutsProvider {
    /// Shortcuts that an app may have.
    private static var mostShortcuts: Int { 10 }

    public static var negativePhrases: [NegativeAppShortcutPhrase] { [] }
    public static var shortcutTileColor: ShortcutTileColor { .blue }

    /// Says that other values are suggested for the parameters. Nothing is kept here that would have to be made anew.
    public static func updateAppShortcutParameters() {}

    /// Every sentence as it is said: one for each value that is suggested for a phrase's parameter.
    ///
    /// - Throws: `AppShortcutError` for what no app may have, and what the queries of the parameters throw.
    public static func spokenPhrases(applicationName: String) async throws -> [String] {
        let shortcuts = appShortcuts
        guard shortcuts.count <= mostShortcuts else { throw AppShortcutError.tooMany(shortcuts.count) }
        var spoken: [String] = []
        for shortcut in shortcuts {
            for phrase in shortcut.phrases { spoken += try await phrase.spoken(applicationName) }
        }
        return spoken
    }
}

/// An intent with the phrases that start it.
public struct AppShortcut: Sendable {
    public let intent: any AppIntent
    public let shortTitle: LocalizedStringResource
    public let systemImageName: String
    let phrases: [PhraseParts]

    public init<Intent: AppIntent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
        systemImageName: String
    ) {
        self.intent = intent
        self.shortTitle = shortTitle
        self.systemImageName = systemImageName
        self.phrases = phrases.map(\.phrase)
    }
}

/// What may stand in a phrase beside text.
public enum AppShortcutPhraseToken: Hashable, Sendable { case applicationName }

/// A phrase: it names the app, and at most one parameter.
public struct AppShortcutPhrase<Intent: AppIntent>: Sendable, ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var phrase = PhraseParts()
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) { phrase.parts.append(.text(literal)) }
        public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {
            phrase.parts.append(.applicationName)
        }
        public mutating func appendInterpolation<Value: SendableMetatype>(
            _ keyPath: KeyPath<Intent, IntentParameter<Value>>
        ) {
            phrase.parts.append(.parameter { try await PhraseParts.suggestions(Value.self) })
        }
    }
    let phrase: PhraseParts
    public init(stringLiteral value: String) { phrase = PhraseParts(parts: [.text(value)]) }
    public init(stringInterpolation: StringInterpolation) { phrase = stringInterpolation.phrase }
}

/// A phrase that starts nothing.
public struct NegativeAppShortcutPhrase: Hashable, Sendable, ExpressibleByStringLiteral {
    public let text: String
    public init(stringLiteral value: String) { text = value }
    public init(_ text: String) { self.text = text }
}

/// The colour behind an app's shortcuts.
public enum ShortcutTileColor: Hashable, Sendable {
    case blue, grape, grayBlue, grayBrown, grayGreen, lightBlue, lime, navy, orange, pink, purple, red, tangerine, teal
    case yellow
}

/// What no app may have.
public enum AppShortcutError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooMany(Int)
    case noApplicationName(String)
    case severalParameters(String)

    public var description: String {
        switch self {
        case .tooMany(let count): "An app has at most 10 shortcuts, these are \(count)."
        case .noApplicationName(let phrase): "“\(phrase)” does not name the app: put \\(.applicationName) into it."
        case .severalParameters(let phrase): "“\(phrase)” has several parameters; a phrase has at most one."
        }
    }
}

/// A phrase in parts, whatever its intent.
struct PhraseParts: Sendable {
    enum Part: Sendable {
        case text(String)
        case applicationName
        /// What is suggested for it, as people call it.
        case parameter(@Sendable () async throws -> [String])
    }
    var parts: [Part] = []

    /// - Throws: `AppShortcutError`; what the parameter's query throws.
    func spoken(_ applicationName: String) async throws -> [String] {
        var texts = [""]
        var isNamed = false
        var parameters = 0
        for part in parts {
            switch part {
            case .text(let text): texts = texts.map { $0 + text }
            case .applicationName:
                isNamed = true
                texts = texts.map { $0 + applicationName }
            case .parameter(let suggest):
                parameters += 1
                guard parameters == 1 else { throw AppShortcutError.severalParameters(written) }
                let suggested = try await suggest()
                texts = texts.flatMap { text in suggested.map { text + $0 } }
            }
        }
        guard isNamed else { throw AppShortcutError.noApplicationName(written) }
        return texts
    }

    private var written: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .applicationName: "\\(.applicationName)"
            case .parameter: "…"
            }
        }.joined()
    }

    /// What a parameter of that type may be: entities that their query suggests, cases of an enum.
    static func suggestions<Value: _IntentValue>(_ type: Value.Type) async throws -> [String] {
        func entities<Content: AppEntity>(_ type: Content.Type) async throws -> [Any] {
            let found: any ResultsCollection = try await Content.settledQuery().suggestedEntities()
            return found.items
        }
        func cases<Enumeration: AppEnum>(_ type: Enumeration.Type) -> [Any] { Array(Enumeration.allCases) }
        var all: [Any] = []
        if let type = Value.ValueType.self as? any AppEntity.Type {
            all = try await entities(type)
        } else if let type = Value.ValueType.self as? any AppEnum.Type {
            all = cases(type)
        }
        return all.compactMap { ($0 as? any InstanceDisplayRepresentable)?.displayRepresentation.title.text }
    }
}

@resultBuilder
public enum AppShortcutsBuilder {
    public static func buildExpression(_ shortcut: AppShortcut) -> [AppShortcut] { [shortcut] }
    public static func buildExpression(_ shortcuts: [AppShortcut]) -> [AppShortcut] { shortcuts }
    public static func buildBlock(_ parts: [AppShortcut]...) -> [AppShortcut] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [AppShortcut]?) -> [AppShortcut] { part ?? [] }
    public static func buildEither(first part: [AppShortcut]) -> [AppShortcut] { part }
    public static func buildEither(second part: [AppShortcut]) -> [AppShortcut] { part }
}

@resultBuilder
public enum NegativeAppShortcutPhrasesBuilder {
    public static func buildExpression(_ phrase: NegativeAppShortcutPhrase) -> [NegativeAppShortcutPhrase] { [phrase] }
    public static func buildBlock(_ parts: [NegativeAppShortcutPhrase]...) -> [NegativeAppShortcutPhrase] {
        parts.flatMap { $0 }
    }
}
