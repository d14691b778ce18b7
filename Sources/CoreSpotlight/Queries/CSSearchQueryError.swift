internal import AlmagestEntities
import Foundation

/// The domain of `CSSearchQueryError` as an `NSError`.
public let CSSearchQueryErrorDomain = "CSSearchQueryErrorDomain"

/// Why a query gave no results.
public struct CSSearchQueryError: CustomNSError, LocalizedError, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Int, Sendable {
        case unknown = -2000
        /// No daemon runs and none can be started, or the app's bundle is not known.
        case indexUnreachable = -2001
        /// The query string cannot be read; `position` says where.
        case invalidQuery = -2002
        case cancelled = -2003
    }

    public let code: Code
    /// A sentence for people.
    public let message: String
    /// Where in the query string, in characters from 1.
    public let position: Int?

    init(_ code: Code, _ message: String, position: Int? = nil) {
        self.code = code
        self.message = message
        self.position = position
    }

    public static var errorDomain: String { CSSearchQueryErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
    public var errorDescription: String? { description }
    public var description: String { position.map { "Character \($0): \(message)" } ?? message }

    public static var unknown: Code { .unknown }
    public static var indexUnreachable: Code { .indexUnreachable }
    public static var invalidQuery: Code { .invalidQuery }
    public static var cancelled: Code { .cancelled }
}

extension CSSearchQueryError.Code {
    /// Lets `catch CSSearchQueryError.cancelled` match.
    public static func ~= (code: CSSearchQueryError.Code, error: any Error) -> Bool {
        (error as? CSSearchQueryError)?.code == code
    }
}

extension CSSearchQueryError {
    init(_ error: any Error) {
        switch error {
        case let error as CSSearchQueryError: self = error
        case is CancellationError: self.init(.cancelled, "The query was cancelled.")
        case let error as CSIndexError: self.init(.indexUnreachable, error.message)
        case let error as AlmagestError:
            switch error.name {
            case .cancelled: self.init(.cancelled, "The query was cancelled.")
            case .daemonNotRunning, .noPermission, .connectionClosed, .timedOut, .busy, .unavailable, .storeDamaged,
                .missingParameter, .invalidIdentifier:
                self.init(.indexUnreachable, error.description)
            default: self.init(.unknown, error.description)
            }
        default: self.init(.unknown, "\(error)")
        }
    }
}
