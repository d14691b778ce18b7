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
    let run: @Sendable (Invocation) async throws -> ExitStatus

    var allOptions: [Option] { options + Option.common }

    var usage: String {
        let own = options.map { "[\($0.written)]" }.joined(separator: " ")
        return ["almagest", name, operands, own].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// The contract with scripts.
enum ExitStatus: Int32, Sendable {
    case done = 0
    /// Failed, or nothing was found.
    case failed = 1
    case wrongUsage = 2
}
