import AlmagestEntities
import Foundation

/// Answers what intents ask while they run; the process that runs them installs it.
public protocol IntentRequestHandler: Sendable {
    /// The value, in its form on the wire; nil when there is no answer.
    func requestValue(_ dialog: IntentDialog?, for parameter: LocalizedStringResource) async throws -> _WireValue?
    func requestConfirmation(_ dialog: IntentDialog?) async throws -> Bool
    /// The place of the choice; nil when there is no answer.
    func requestChoice(among titles: [LocalizedStringResource], _ dialog: IntentDialog?) async throws -> Int?
}

/// Who answers intents that ask.
public enum IntentRequests {
    /// The handler of the current task; without one a question is an error.
    @TaskLocal public static var handler: (any IntentRequestHandler)?
}

/// Why a question of an intent has no answer.
public enum IntentRequestError: Error, Sendable, CustomStringConvertible {
    case nobodyToAsk
    case noAnswer
    case needsValue(IntentDialog?)

    public var description: String {
        switch self {
        case .nobodyToAsk: "The intent asks for something, but nobody is there to answer: no request handler is set."
        case .noAnswer: "The question of the intent was not answered."
        case .needsValue(let dialog): dialog?.full.text ?? "The intent needs a value."
        }
    }
}

extension IntentParameter {
    /// Asks the person for the value.
    ///
    /// - Throws: `IntentRequestError` when nobody is there to answer.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value.ValueType {
        guard let handler = IntentRequests.handler else { throw IntentRequestError.nobodyToAsk }
        let wire = try await handler.requestValue(dialog ?? requestValueDialog, for: title)
        guard let wire, let value = Value.ValueType._value(wire: wire) else { throw IntentRequestError.noAnswer }
        return value
    }

    public func requestConfirmation(for value: Value.ValueType, dialog: IntentDialog? = nil) async throws -> Bool {
        guard let handler = IntentRequests.handler else { throw IntentRequestError.nobodyToAsk }
        return try await handler.requestConfirmation(dialog)
    }

    public func requestDisambiguation(
        among values: [Value.ValueType], dialog: IntentDialog? = nil
    ) async throws -> Value.ValueType {
        guard let handler = IntentRequests.handler else { throw IntentRequestError.nobodyToAsk }
        let titles = values.map { value in
            (value as? any InstanceDisplayRepresentable)?.displayRepresentation.title ?? "\(value)"
        }
        guard let place = try await handler.requestChoice(among: titles, dialog), values.indices.contains(place) else {
            throw IntentRequestError.noAnswer
        }
        return values[place]
    }

    /// The error to throw when the value is missing.
    public func needsValueError(_ dialog: IntentDialog? = nil) -> IntentRequestError { .needsValue(dialog) }
}

/// One of the things that an intent lets the person choose from.
public struct IntentChoiceOption: Hashable, Sendable {
    public enum Style: Hashable, Sendable { case `default`, destructive, cancel }
    public let title: LocalizedStringResource
    public let subtitle: LocalizedStringResource?
    public let style: Style

    public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, style: Style = .default) {
        self.title = title
        self.subtitle = subtitle
        self.style = style
    }

    /// Ends the intent.
    public static let cancel = IntentChoiceOption(title: "Cancel", style: .cancel)
}

/// What a confirmation button says.
public struct ConfirmationActionName: Hashable, Sendable {
    public let text: LocalizedStringResource
    public static let `continue` = ConfirmationActionName(text: "Continue")
    public static let `do` = ConfirmationActionName(text: "Do")
    public static let go = ConfirmationActionName(text: "Go")
    public static let send = ConfirmationActionName(text: "Send")
    public static let add = ConfirmationActionName(text: "Add")
    public static let create = ConfirmationActionName(text: "Create")
    public static let play = ConfirmationActionName(text: "Play")
    public static func custom(
        acceptLabel: LocalizedStringResource, acceptAlternatives: [LocalizedStringResource] = [],
        denyLabel: LocalizedStringResource? = nil, denyAlternatives: [LocalizedStringResource] = [],
        destructive: Bool = false
    ) -> ConfirmationActionName {
        ConfirmationActionName(text: acceptLabel)
    }
}

/// When a confirmation is asked for.
public struct ConfirmationConditions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Where the person has no screen before them.
    public static let voiceOnly = ConfirmationConditions(rawValue: 1)
}

extension AppIntent {
    /// Asks the person to go on.
    ///
    /// - Throws: `IntentRequestError.noAnswer` when they don't want to, `nobodyToAsk` when nobody is there.
    public func requestConfirmation(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue,
        dialog: IntentDialog? = nil
    ) async throws {
        guard let handler = IntentRequests.handler else { throw IntentRequestError.nobodyToAsk }
        guard try await handler.requestConfirmation(dialog) else { throw IntentRequestError.noAnswer }
    }

    /// Asks the person for one of several things to do.
    ///
    /// - Throws: `IntentRequestError.noAnswer` for no choice, and for one that cancels.
    public func requestChoice(
        between options: [IntentChoiceOption], dialog: IntentDialog? = nil
    ) async throws -> IntentChoiceOption {
        guard let handler = IntentRequests.handler else { throw IntentRequestError.nobodyToAsk }
        let place = try await handler.requestChoice(among: options.map(\.title), dialog)
        guard let place, options.indices.contains(place), options[place].style != .cancel else {
            throw IntentRequestError.noAnswer
        }
        return options[place]
    }
}
