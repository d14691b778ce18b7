import AlmagestEntities

extension AlmagestError {
    /// The `code` of the error on the wire: JSON-RPC's own where it has one, else a number that stays.
    public var code: Int { name.code }

    /// Writes the `error` of a reply: `code`, `message` and `data` {`name`, `path`, `line`, `hint`}.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("code")
        writer.integer(code)
        writer.key("message")
        writer.string(message)
        writer.key("data")
        writer.beginObject()
        writer.key("name")
        writer.string(name.rawValue)
        if let path {
            writer.key("path")
            writer.string(path)
        }
        if let line {
            writer.key("line")
            writer.integer(line)
        }
        if let hint {
            writer.key("hint")
            writer.string(hint)
        }
        writer.endObject()
        writer.endObject()
    }

    /// Reads the `error` of a reply, also one of a stranger: what is missing is guessed from `code`.
    public init(reply error: JSONValue) {
        let data = error["data"]
        let name =
            data?["name"]?.string.flatMap(Name.init(rawValue:))
            ?? error["code"]?.integer.flatMap { code in Name.allCases.first { $0.code == Int(code) } }
        self.init(
            name ?? .internalError, error["message"]?.string ?? "The other side failed and gave no reason.",
            path: data?["path"]?.string, line: data?["line"]?.integer.map { Int(clamping: $0) },
            hint: data?["hint"]?.string)
    }

    /// What a handler threw, as an error for the other side.
    init(thrown error: any Error) {
        switch error {
        case let error as AlmagestError: self = error
        case is CancellationError: self.init(.cancelled, "The request was cancelled.")
        default: self.init(.internalError, "The request failed: \(error)")
        }
    }
}

extension AlmagestError.Name {
    /// Codes are for ever: new names get new numbers.
    public var code: Int {
        switch self {
        case .parseError: -32_700
        case .invalidRequest: -32_600
        case .unknownMethod: -32_601
        case .unknownParameter, .missingParameter, .invalidParameter: -32_602
        case .internalError: -32_603
        case .invalidEntity: -32_001
        case .invalidIdentifier: -32_002
        case .invalidPredicate: -32_003
        case .invalidDate: -32_004
        case .tooLarge: -32_005
        case .tooDeep: -32_006
        case .forbiddenBundle: -32_010
        case .notAllowed: -32_011
        case .noSuchBatch: -32_020
        case .clientStateMismatch: -32_021
        case .seqTooOld: -32_022
        case .notFound: -32_023
        case .busy: -32_024
        case .cancelled: -32_025
        case .timedOut: -32_026
        case .connectionClosed: -32_027
        case .daemonNotRunning: -32_028
        case .daemonAlreadyRunning: -32_029
        case .storeDamaged: -32_040
        case .storeTooNew: -32_041
        case .diskFull: -32_042
        case .readOnly: -32_043
        case .noPermission: -32_044
        case .rowsExhausted: -32_045
        case .unavailable: -32_046
        }
    }
}
