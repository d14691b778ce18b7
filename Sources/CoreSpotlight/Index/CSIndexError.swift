package import AlmagestEntities
import Foundation

/// The domain of `CSIndexError` as an `NSError`.
public let CSIndexErrorDomain = "CSIndexErrorDomain"

/// Why the index did not do what it was asked.
public struct CSIndexError: CustomNSError, LocalizedError, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Int, Sendable {
        case unknownError = -1
        /// No daemon runs and none can be started.
        case indexUnavailableError = -1000
        /// An item that cannot be stored; the message names it.
        case invalidItemError = -1001
        /// Client state over 250 bytes, or a batch that is not allowed.
        case invalidClientStateError = -1002
        /// The connection was lost, and again after it was made anew.
        case remoteConnectionError = -1003
        /// A limit of the index was reached.
        case quotaExceeded = -1004
        case indexingUnsupported = -1005
        /// The client state in the index is not the one that was expected.
        case mismatchedClientState = -1006
    }

    public let code: Code
    /// A sentence for people, with what to do about it.
    public let message: String
    /// What the daemon said.
    package let underlying: AlmagestError?

    package init(_ code: Code, _ message: String, underlying: AlmagestError? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    public static var errorDomain: String { CSIndexErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
    public var errorDescription: String? { message }
    public var description: String { "\(code) (\(code.rawValue)): \(message)" }

    public static var unknownError: Code { .unknownError }
    public static var indexUnavailableError: Code { .indexUnavailableError }
    public static var invalidItemError: Code { .invalidItemError }
    public static var invalidClientStateError: Code { .invalidClientStateError }
    public static var remoteConnectionError: Code { .remoteConnectionError }
    public static var quotaExceeded: Code { .quotaExceeded }
    public static var indexingUnsupported: Code { .indexingUnsupported }
    public static var mismatchedClientState: Code { .mismatchedClientState }
}

extension CSIndexError.Code {
    /// Lets `catch CSIndexError.quotaExceeded` match.
    public static func ~= (code: CSIndexError.Code, error: any Error) -> Bool {
        (error as? CSIndexError)?.code == code
    }
}

extension CSIndexError {
    /// An error of the daemon or of the way to it, as apps know it.
    package init(_ error: AlmagestError) {
        let code: Code =
            switch error.name {
            case .daemonNotRunning, .timedOut, .noPermission, .unavailable, .storeDamaged, .storeTooNew, .readOnly,
                .busy:
                .indexUnavailableError
            case .connectionClosed: .remoteConnectionError
            case .invalidEntity, .invalidIdentifier, .invalidDate, .forbiddenBundle, .tooDeep: .invalidItemError
            case .clientStateMismatch: .mismatchedClientState
            case .tooLarge where error.path == "clientState": .invalidClientStateError
            case .tooLarge, .rowsExhausted, .diskFull: .quotaExceeded
            default: .unknownError
            }
        self.init(code, error.description, underlying: error)
    }
}
