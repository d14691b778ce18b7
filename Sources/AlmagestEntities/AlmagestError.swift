/// An error for whoever called: what situation it is, where in the input, and what to do about it.
///
/// It travels as it is in a reply's `error.data`, so the same words reach people, scripts and apps.
public struct AlmagestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The situation; its raw value is the stable `name` on the wire.
    public enum Name: String, Sendable, CaseIterable {
        // What a caller sent
        case parseError, invalidRequest, unknownMethod, unknownParameter, missingParameter, invalidParameter
        case invalidEntity, invalidIdentifier, invalidPredicate, invalidDate, tooLarge, tooDeep
        case forbiddenBundle, notAllowed
        // What the state of things forbids
        case noSuchBatch, clientStateMismatch, seqTooOld, notFound, busy, cancelled, timedOut, connectionClosed
        case daemonNotRunning, daemonAlreadyRunning
        // What the machine refuses
        case storeDamaged, storeTooNew, diskFull, readOnly, noPermission, rowsExhausted, unavailable, internalError
    }

    public var name: Name
    /// A sentence for people.
    public var message: String
    /// Where in the input: `entities[3].properties.startDate`.
    public var path: String?
    /// 1-based line of the input, where it has lines.
    public var line: Int?
    /// What to do about it.
    public var hint: String?

    public init(_ name: Name, _ message: String, path: String? = nil, line: Int? = nil, hint: String? = nil) {
        self.name = name
        self.message = message
        self.path = path
        self.line = line
        self.hint = hint
    }

    public var description: String {
        var text = message
        if let path { text = "\(path): \(text)" }
        if let line { text = "line \(line): \(text)" }
        if let hint { text += " (\(hint))" }
        return text
    }

    /// The same error at another place.
    public func at(_ path: String) -> AlmagestError {
        var copy = self
        copy.path = path
        return copy
    }

    /// The same error, further out: `path` prefixed by `outer`.
    public func within(_ outer: String) -> AlmagestError {
        var copy = self
        copy.path = path.map { $0.isEmpty ? outer : $0.hasPrefix("[") ? outer + $0 : "\(outer).\($0)" } ?? outer
        return copy
    }
}
