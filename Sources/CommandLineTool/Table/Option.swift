/// One option of a command, with everything there is to say of it: parsing, help, the man page and the
/// completions are all made from it.
struct Option: Sendable {
    enum Kind: Sendable {
        /// Present or not.
        case flag
        /// Takes a value; the text names it in help.
        case value(String)
        /// Takes one of these words.
        case choice([String])
    }

    /// Long name without the dashes.
    let name: String
    let kind: Kind
    /// May be given more than once.
    var repeats = false
    /// Names a file or a folder, which an empty text does not.
    var isLocation = false
    /// One sentence, no full stop.
    let help: String

    /// How it is written in a usage line: `--limit N`.
    var written: String {
        switch kind {
        case .flag: "--\(name)"
        case .value(let value): "--\(name) \(value)"
        case .choice(let words): "--\(name) \(words.joined(separator: "|"))"
        }
    }

    /// What every command takes.
    static let common: [Option] = [
        Option(name: "socket", kind: .value("PATH"), isLocation: true, help: "Socket of the daemon (ALMAGEST_SOCKET)"),
        Option(
            name: "data", kind: .value("DIR"), isLocation: true, help: "Data directory of the daemon (ALMAGEST_DATA)"),
        Option(
            name: "config", kind: .value("FILE"), isLocation: true,
            help: "Configuration of the daemon (ALMAGEST_CONFIG)"),
        noStart,
        Option(name: "help", kind: .flag, help: "Show this help"),
    ]

    static let noStart = Option(name: "no-start", kind: .flag, help: "Do not start a daemon when none is running")

    static let json = Option(name: "json", kind: .flag, help: "Print JSON for programs")
}
