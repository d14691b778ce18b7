import Foundation

/// What an intent gives back.
public protocol IntentResult<Value>: Sendable {
    associatedtype Value = Never
    associatedtype Snippet = Never
    associatedtype Dialog = Never
    var value: Value? { get }
}

/// Gives back a value.
public protocol ReturnsValue<Value>: IntentResult {}
/// Says something.
public protocol ProvidesDialog: IntentResult {}
/// Goes on with another intent.
public protocol OpensIntent: IntentResult {}
/// Shows another intent's snippet.
public protocol ShowsSnippetIntent: IntentResult {}
/// Shows a view.
public protocol ShowsSnippetView: IntentResult {}

/// The result that `.result(…)` makes.
public struct IntentResultContainer<Value, Opened, Snippet, Dialog>: IntentResult, @unchecked Sendable {
    // Unchecked: constant once made, and what it holds are values of Sendable intents.
    public let value: Value?
    public let opensIntent: Opened?
    public let snippet: Snippet?
    public let dialog: Dialog?
}

extension IntentResultContainer: ReturnsValue where Value: _IntentValue {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
extension IntentResultContainer: OpensIntent where Opened: AppIntent {}
extension IntentResultContainer: ShowsSnippetIntent where Snippet: AppIntent {}

extension IntentResult {
    public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> {
        Self(value: nil, opensIntent: nil, snippet: nil, dialog: nil)
    }
    public static func result<V: _IntentValue>(value: V) -> Self
    where Self == IntentResultContainer<V, Never, Never, Never> {
        Self(value: value, opensIntent: nil, snippet: nil, dialog: nil)
    }
    public static func result(dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
        Self(value: nil, opensIntent: nil, snippet: nil, dialog: dialog)
    }
    public static func result<V: _IntentValue>(value: V, dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<V, Never, Never, IntentDialog> {
        Self(value: value, opensIntent: nil, snippet: nil, dialog: dialog)
    }
    public static func result<I: AppIntent>(opensIntent: I) -> Self
    where Self == IntentResultContainer<Never, I, Never, Never> {
        Self(value: nil, opensIntent: opensIntent, snippet: nil, dialog: nil)
    }
    public static func result<I: AppIntent>(opensIntent: I, dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Never, I, Never, IntentDialog> {
        Self(value: nil, opensIntent: opensIntent, snippet: nil, dialog: dialog)
    }
    public static func result<V: _IntentValue, I: AppIntent>(value: V, opensIntent: I) -> Self
    where Self == IntentResultContainer<V, I, Never, Never> {
        Self(value: value, opensIntent: opensIntent, snippet: nil, dialog: nil)
    }
    public static func result<I: AppIntent>(snippetIntent: I) -> Self
    where Self == IntentResultContainer<Never, Never, I, Never> {
        Self(value: nil, opensIntent: nil, snippet: snippetIntent, dialog: nil)
    }
    public static func result<V: _IntentValue, I: AppIntent>(value: V, snippetIntent: I) -> Self
    where Self == IntentResultContainer<V, Never, I, Never> {
        Self(value: value, opensIntent: nil, snippet: snippetIntent, dialog: nil)
    }
    public static func result<I: AppIntent>(dialog: IntentDialog, snippetIntent: I) -> Self
    where Self == IntentResultContainer<Never, Never, I, IntentDialog> {
        Self(value: nil, opensIntent: nil, snippet: snippetIntent, dialog: dialog)
    }
}

/// Something said to the person.
public struct IntentDialog: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// Said alone where there is no screen.
    public let full: LocalizedStringResource
    /// Said beside what is shown.
    public let supporting: LocalizedStringResource?
    public let systemImageName: String?

    public init(_ full: LocalizedStringResource) { self.init(full: full, supporting: nil, image: nil) }
    public init(full: LocalizedStringResource, supporting: LocalizedStringResource) {
        self.init(full: full, supporting: supporting, image: nil)
    }
    public init(full: LocalizedStringResource, systemImageName: String) {
        self.init(full: full, supporting: nil, image: systemImageName)
    }
    public init(full: LocalizedStringResource, supporting: LocalizedStringResource, systemImageName: String) {
        self.init(full: full, supporting: supporting, image: systemImageName)
    }
    public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }

    private init(full: LocalizedStringResource, supporting: LocalizedStringResource?, image: String?) {
        self.full = full
        self.supporting = supporting
        systemImageName = image
    }
}
