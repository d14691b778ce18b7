/// Something about an entity that its schema does not agree with.
public struct SchemaFault: Hashable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable {
        /// The entity is stored.
        case warning
        /// The entity is rejected.
        case error
    }

    /// Where in the entity: `properties.startDate`.
    public var path: String
    /// A sentence for people.
    public var message: String
    public var severity: Severity
    /// What to do about it.
    public var hint: String?

    public init(path: String, message: String, severity: Severity, hint: String? = nil) {
        self.path = path
        self.message = message
        self.severity = severity
        self.hint = hint
    }

    public var description: String { "\(severity.rawValue): \(path): \(message)" }
}
