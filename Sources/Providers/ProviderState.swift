/// How an app's provider is, for `status`.
public struct ProviderState: Sendable {
    public enum State: String, Sendable {
        /// Its executable runs.
        case running
        /// The running app answers.
        case attached
        /// It would be started.
        case idle
        /// It failed, and is not started again yet.
        case failing
    }

    public let bundle: String
    public let name: String
    public let calls: [String]
    public let state: State
    public let process: Int32?
    /// How often it was started.
    public let starts: Int
    /// Ends in a row without an answer between them.
    public let failures: Int
    /// What happened the last time.
    public let lastFailure: String?
}
