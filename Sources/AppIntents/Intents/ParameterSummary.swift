import AlmagestEntities
import Foundation

/// How an intent with its parameters is put in words.
///
///     static var parameterSummary: some ParameterSummary { Summary("Add \(\.$audioEntity) to \(\.$playlist)") }
public protocol ParameterSummary {
    /// The sentence for an intent, with the parameters that it has in their places.
    func _text(for intent: any AppIntent) -> String?
    /// The parameters that stand below the sentence.
    func _details(for intent: any AppIntent) -> [ParameterSummaryDetail]
}

/// A parameter below the sentence.
public struct ParameterSummaryDetail: Hashable, Sendable {
    public let title: String
    /// As people read it; nil where it has none.
    public let value: String?
}

/// No summary: the intent's title stands for it.
public struct EmptyParameterSummary: ParameterSummary, Sendable {
    public init() {}
    public func _text(for intent: any AppIntent) -> String? { nil }
    public func _details(for intent: any AppIntent) -> [ParameterSummaryDetail] { [] }
}

/// A sentence with parameters in it.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    /// Text with parameters by their key paths.
    public struct SummaryString: ExpressibleByStringInterpolation {
        public struct StringInterpolation: StringInterpolationProtocol {
            var parts: [Part] = []
            public init(literalCapacity: Int, interpolationCount: Int) {}
            public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }
            public mutating func appendInterpolation<Value>(
                _ keyPath: KeyPath<Intent, IntentParameter<Value>>
            ) {
                parts.append(.parameter { $0[keyPath: keyPath].shown })
            }
            public mutating func appendInterpolation(_ text: some CustomStringConvertible) {
                parts.append(.text(text.description))
            }
        }
        enum Part {
            case text(String)
            case parameter((Intent) -> String)
        }
        let parts: [Part]
        public init(stringLiteral value: String) { parts = [.text(value)] }
        public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
    }

    /// A parameter of an intent, as it stands below the sentence.
    public struct Detail {
        let read: (Intent) -> ParameterSummaryDetail
    }

    private let sentence: SummaryString?
    private let details: [Detail]

    public init() { self.init(nil, []) }

    public init(_ sentence: SummaryString) { self.init(sentence, []) }

    /// - Parameter parameters: further ones, which stand below the sentence.
    public init(_ sentence: SummaryString, table: String? = nil, @ParametersBuilder _ parameters: () -> [Detail]) {
        self.init(sentence, parameters())
    }

    public init(@ParametersBuilder _ parameters: () -> [Detail]) { self.init(nil, parameters()) }

    private init(_ sentence: SummaryString?, _ details: [Detail]) {
        self.sentence = sentence
        self.details = details
    }

    /// Takes key paths of parameters.
    @resultBuilder
    public enum ParametersBuilder {
        public static func buildExpression<Value>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) -> [Detail] {
            [
                Detail { intent in
                    let parameter = intent[keyPath: keyPath]
                    return ParameterSummaryDetail(title: parameter.title.text, value: parameter.shownValue)
                }
            ]
        }
        public static func buildBlock(_ parts: [Detail]...) -> [Detail] { parts.flatMap { $0 } }
        public static func buildOptional(_ part: [Detail]?) -> [Detail] { part ?? [] }
        public static func buildEither(first part: [Detail]) -> [Detail] { part }
        public static func buildEither(second part: [Detail]) -> [Detail] { part }
    }

    public func _text(for intent: any AppIntent) -> String? {
        guard let intent = intent as? Intent, let sentence else { return nil }
        return sentence.parts.map { part in
            switch part {
            case .text(let text): text
            case .parameter(let shown): shown(intent)
            }
        }.joined()
    }

    public func _details(for intent: any AppIntent) -> [ParameterSummaryDetail] {
        (intent as? Intent).map { intent in details.map { $0.read(intent) } } ?? []
    }
}

extension IntentParameter {
    /// Its value as people read it, else what it is called.
    fileprivate var shown: String { shownValue ?? title.text }

    /// Its value as people read it; nil where it has none.
    fileprivate var shownValue: String? {
        guard let known, !isNothing(known) else { return nil }
        if let shown = known as? any InstanceDisplayRepresentable { return shown.displayRepresentation.title.text }
        return (try? known._wireValue())?.map { $0.searchableText }.flatMap { $0.isEmpty ? nil : $0 } ?? "\(known)"
    }

    private func isNothing(_ value: Value) -> Bool { (try? value._wireValue()) == .some(nil) }
}

/// One summary or another, as a parameter is.
public struct WhenParameterSummary<Intent: AppIntent>: ParameterSummary {
    private let choose: (Intent) -> any ParameterSummary

    /// When the parameter has that value.
    public init<Value: Equatable>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ operation: ParameterComparison, _ value: Value,
        @ParameterSummaryBuilder _ then: @escaping () -> any ParameterSummary,
        @ParameterSummaryBuilder otherwise: @escaping () -> any ParameterSummary = { EmptyParameterSummary() }
    ) {
        choose = { intent in
            let isEqual = intent[keyPath: keyPath].known == value
            return isEqual == (operation == .equalTo) ? then() : otherwise()
        }
    }

    /// When the parameter has any value.
    public init<Value>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ presence: ParameterPresence,
        @ParameterSummaryBuilder _ then: @escaping () -> any ParameterSummary,
        @ParameterSummaryBuilder otherwise: @escaping () -> any ParameterSummary = { EmptyParameterSummary() }
    ) {
        choose = { intent in
            let value = intent[keyPath: keyPath].known
            let hasValue = value.map { (try? $0._wireValue()) != .some(nil) } ?? false
            return hasValue == (presence == .hasAnyValue) ? then() : otherwise()
        }
    }

    public func _text(for intent: any AppIntent) -> String? {
        (intent as? Intent).flatMap { choose($0)._text(for: intent) }
    }

    public func _details(for intent: any AppIntent) -> [ParameterSummaryDetail] {
        (intent as? Intent).map { choose($0)._details(for: intent) } ?? []
    }
}

public enum ParameterComparison: Hashable, Sendable { case equalTo, notEqualTo }
public enum ParameterPresence: Hashable, Sendable { case hasAnyValue, hasNoValue }

/// The summary of the case that a parameter's value is.
public struct SwitchParameterSummary<Intent: AppIntent, Value: _IntentValue & Equatable>: ParameterSummary {
    private let keyPath: KeyPath<Intent, IntentParameter<Value>>
    private let cases: [CaseParameterSummary<Value>]

    public init(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>,
        @CasesBuilder _ cases: () -> [CaseParameterSummary<Value>]
    ) {
        self.keyPath = keyPath
        self.cases = cases()
    }

    @resultBuilder
    public enum CasesBuilder {
        public static func buildBlock(_ cases: CaseParameterSummary<Value>...) -> [CaseParameterSummary<Value>] {
            cases
        }
    }

    private func summary(for intent: any AppIntent) -> (any ParameterSummary)? {
        guard let value = (intent as? Intent)?[keyPath: keyPath].known else { return nil }
        return cases.first { $0.value.map { $0 == value } ?? true }?.summary
    }

    public func _text(for intent: any AppIntent) -> String? { summary(for: intent)?._text(for: intent) }

    public func _details(for intent: any AppIntent) -> [ParameterSummaryDetail] {
        summary(for: intent)?._details(for: intent) ?? []
    }
}

/// A summary for one value, or for all others.
public struct CaseParameterSummary<Value: Equatable> {
    let value: Value?
    let summary: any ParameterSummary

    public init(_ value: Value, @ParameterSummaryBuilder _ summary: () -> any ParameterSummary) {
        self.value = value
        self.summary = summary()
    }

    private init(summary: any ParameterSummary) {
        value = nil
        self.summary = summary
    }

    /// For what no other case is for.
    public static func otherwise(@ParameterSummaryBuilder _ summary: () -> any ParameterSummary) -> Self {
        Self(summary: summary())
    }
}

@resultBuilder
public enum ParameterSummaryBuilder {
    public static func buildBlock(_ summary: some ParameterSummary) -> any ParameterSummary { summary }
}

extension AppIntent {
    public typealias Summary = IntentParameterSummary<Self>
    public typealias When = WhenParameterSummary<Self>
    public typealias Switch<Value: _IntentValue & Equatable> = SwitchParameterSummary<Self, Value>

    /// What it would do, in words: its summary, else its title.
    public var summaryText: String { Self.parameterSummary._text(for: self) ?? Self.title.text }

    /// The parameters that its summary has below the sentence, in their order.
    public var summaryDetails: [ParameterSummaryDetail] { Self.parameterSummary._details(for: self) }
}
