import Foundation

/// Something that the app can do.
public protocol AppIntent: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
    associatedtype PerformResult: IntentResult
    associatedtype SummaryContent: ParameterSummary = EmptyParameterSummary
    static var parameterSummary: SummaryContent { get }
    static var title: LocalizedStringResource { get }
    static var description: IntentDescription? { get }
    static var openAppWhenRun: Bool { get }
    static var supportedModes: IntentModes { get }
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    static var isDiscoverable: Bool { get }
    static var allowedExecutionTargets: IntentExecutionTargets { get }
    init()
    func perform() async throws -> PerformResult
    typealias Parameter = IntentParameter
    typealias ExecutionTargets = IntentExecutionTargets
}

extension AppIntent {
    public static var description: IntentDescription? { nil }
    public static var openAppWhenRun: Bool { false }
    public static var supportedModes: IntentModes { .background }
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    public static var isDiscoverable: Bool { true }
    public static var allowedExecutionTargets: IntentExecutionTargets { .default }

    /// Runs it and donates it.
    public func callAsFunction(donate: Bool = true) async throws -> PerformResult {
        let result = try await IntentRun.prepared(self) { try await perform() }
        if donate { try await IntentDonationManager.shared.donate(intent: self, result: result) }
        return result
    }
}

extension AppIntent where SummaryContent == EmptyParameterSummary {
    public static var parameterSummary: EmptyParameterSummary { EmptyParameterSummary() }
}

/// Adopts an intent schema; `@AppIntent(schema:)` conforms types to it.
public protocol _AppSchemaIntent {
    /// `domain.name`.
    static var __appSchemaIntent: String { get }
}

extension AppIntent where Self: _AppSchemaIntent {
    public static var title: LocalizedStringResource { TypeDisplayRepresentation.words(of: Self.self).name }
}

/// What an intent does, in words.
public struct IntentDescription: Hashable, Sendable, ExpressibleByStringInterpolation {
    public var descriptionText: LocalizedStringResource
    public var categoryName: LocalizedStringResource?
    public var searchKeywords: [LocalizedStringResource]
    public var resultValueName: LocalizedStringResource?

    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = [], resultValueName: LocalizedStringResource? = nil
    ) {
        self.descriptionText = descriptionText
        self.categoryName = categoryName
        self.searchKeywords = searchKeywords
        self.resultValueName = resultValueName
    }
    public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}

public enum IntentAuthenticationPolicy: Hashable, Sendable {
    case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}

/// In which processes something may run.
public struct IntentExecutionTargets: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let main = IntentExecutionTargets(rawValue: 1)
    public static let appIntentsExtension = IntentExecutionTargets(rawValue: 2)
    public static let widgetKitExtension = IntentExecutionTargets(rawValue: 4)
    public static let `default`: IntentExecutionTargets = [.main, .appIntentsExtension]
}

/// Whether an intent needs the app in front.
public struct IntentModes: OptionSet, Hashable, Sendable {
    public enum ForegroundMode: Int, Hashable, Sendable { case immediate = 2, deferred = 4, dynamic = 8 }
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let background = IntentModes(rawValue: 1)
    public static let foreground = IntentModes(rawValue: ForegroundMode.immediate.rawValue)
    public static func foreground(_ mode: ForegroundMode) -> IntentModes { IntentModes(rawValue: mode.rawValue) }
}

/// An intent that the system knows what to do with.
public protocol SystemIntent: AppIntent {}

/// Opens something of the app.
public protocol OpenIntent: SystemIntent {
    associatedtype Value: AppValue
    var target: Value { get set }
}

extension OpenIntent {
    public static var openAppWhenRun: Bool { true }
}
extension OpenIntent where PerformResult == IntentResultContainer<Never, Never, Never, Never> {
    public func perform() async throws -> PerformResult { .result() }
}

/// Deletes entities.
public protocol DeleteIntent: SystemIntent {
    associatedtype Entity: AppEntity
    var entities: [Entity] { get }
}

/// Shows results of a search within the app.
public protocol ShowInAppSearchResultsIntent: SystemIntent {
    associatedtype Criteria: SearchCriteria
    static var searchScopes: Criteria.SearchScopes { get }
    var criteria: Criteria { get set }
}

extension ShowInAppSearchResultsIntent {
    public static var openAppWhenRun: Bool { true }
}
extension ShowInAppSearchResultsIntent where Criteria == StringSearchCriteria {
    public static var searchScopes: [StringSearchScope] { [.general] }
}
extension ShowInAppSearchResultsIntent where Criteria.SearchScopes == Void {
    public static var searchScopes: Void { () }
}

/// Starts something to listen to.
public protocol AudioStartingIntent: SystemIntent {}
public protocol AudioPlaybackIntent: SystemIntent {}
