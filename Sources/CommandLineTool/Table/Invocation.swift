import AlmagestEntities

/// A command as it was typed, checked against its table entry.
struct Invocation: Sendable {
    let command: Command
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Reads what follows the command's name. `--` ends the options; `--name=value` is the same as `--name value`.
    init(_ command: Command, _ arguments: [String]) throws(UsageError) {
        self.command = command
        var rest = arguments[...]
        var optionsEnded = false
        while let argument = rest.popFirst() {
            if optionsEnded || argument == "-" || !argument.hasPrefix("-") || Self.isNumber(argument) {
                operands.append(argument)
            } else if argument == "--" {
                optionsEnded = true
            } else {
                try take(argument == "-h" ? "--help" : argument, &rest)
            }
        }
        if has("help") { return }
        guard operands.count >= command.minimumOperands else {
            throw UsageError("\(command.operands) is missing", command: command)
        }
        if let maximum = command.maximumOperands, operands.count > maximum {
            throw UsageError("“\(operands[maximum])” is one operand too many", command: command)
        }
    }

    private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard argument.hasPrefix("--"), let option = command.allOptions.first(where: { $0.name == name }) else {
            let isWord = !argument.hasPrefix("--") && command.maximumOperands != 0
            throw UsageError(
                "there is no option \(argument)"
                    + (isWord ? "; a word that begins with - goes into quotes with the others, or after --" : ""),
                command: command)
        }
        let inline = parts.count > 1 ? String(parts[1]) : nil
        switch option.kind {
        case .flag:
            guard inline == nil else { throw UsageError("--\(name) takes no value", command: command) }
            values[name] = ["true"]
        case .value, .choice:
            guard let value = inline ?? rest.popFirst() else {
                throw UsageError("\(option.written): the value is missing", command: command)
            }
            guard !value.isEmpty || !option.isLocation else {
                throw UsageError("\(option.written): the value is empty", command: command)
            }
            if case .choice(let words) = option.kind, !words.contains(value) {
                throw UsageError("--\(name) is one of \(words.joined(separator: ", "))", command: command)
            }
            guard option.repeats || values[name] == nil else {
                throw UsageError("--\(name) is given twice", command: command)
            }
            values[name, default: []].append(value)
        }
    }

    private static func isNumber(_ argument: String) -> Bool { Double(argument) != nil }

    func has(_ name: String) -> Bool { values[name] != nil }
    func value(_ name: String) -> String? { values[name]?.last }
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// A whole number of at least 0.
    func number(_ name: String) throws(UsageError) -> Int64? {
        try number(name, in: 0...Int64.max, "of at least 0")
    }

    /// A whole number within a range, which may be told in words.
    func number(_ name: String, in range: ClosedRange<Int64>, _ told: String? = nil) throws(UsageError) -> Int64? {
        guard let text = value(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let told = told ?? "from \(range.lowerBound) to \(range.upperBound)"
            throw UsageError("--\(name) \(text): a whole number \(told) is wanted", command: command)
        }
        return number
    }
}

/// A command line that cannot be understood.
struct UsageError: Error {
    let message: String
    let command: Command?

    init(_ message: String, command: Command?) {
        self.message = message
        self.command = command
    }
}
