import AlmagestEntities

/// One command, with everything there is to say of it.
struct Command: Sendable {
    let name: String
    /// Operands as in a usage line: `BUNDLE[/TYPE[/ID…]]`.
    let operands: String
    let minimumOperands: Int
    /// nil: any number.
    let maximumOperands: Int?
    /// One sentence, no full stop.
    let summary: String
    /// Paragraphs of help.
    let details: [String]
    let options: [Option]
    /// A line to try and what it does.
    let examples: [(line: String, meaning: String)]
    /// Whether it starts a daemon where none is running.
    var startsDaemon = true
    let run: @Sendable (Invocation) async throws -> ExitStatus

    var allOptions: [Option] { options + Option.common.filter { startsDaemon || $0.name != Option.noStart.name } }

    /// The usage line, in as many lines as it takes; an option stays together with its value.
    var usage: [String] {
        let words = ["almagest", name] + operands.split(separator: " ").map(String.init)
        return TextLayout.wrapped(
            words: words + options.map { "[\($0.written)]" }, first: "usage: ", indent: "       ")
    }
}

/// The contract with scripts.
enum ExitStatus: Int32, Sendable {
    case done = 0
    /// Failed, or nothing was found.
    case failed = 1
    case wrongUsage = 2

    /// What an error says of the command line: a fault of what was typed, whoever found it, is wrong usage.
    init(_ error: AlmagestError) {
        switch error.name {
        case .unknownParameter, .missingParameter, .invalidParameter, .invalidIdentifier, .invalidPredicate,
            .invalidDate:
            self = .wrongUsage
        // Too much of an option; a message as a whole has no path.
        case .tooLarge, .tooDeep: self = error.path == nil ? .failed : .wrongUsage
        default: self = .failed
        }
    }
}
