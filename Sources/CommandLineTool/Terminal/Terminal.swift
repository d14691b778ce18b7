import Foundation

/// What standard output is: a terminal for people, or a pipe.
struct Terminal: Sendable {
    let isTerminal: Bool
    let hasColour: Bool
    /// Whether it takes sequences that are no colours: a dumb one takes none.
    let hasLinks: Bool
    let columns: Int

    static let standardOutput = Terminal(descriptor: 1)
    static let standardError = Terminal(descriptor: 2)

    private init(descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(descriptor) == 1
        hasLinks = isTerminal && environment["TERM"] != "dumb"
        // no-color.org: about colours alone.
        hasColour = hasLinks && (environment["NO_COLOR"] ?? "").isEmpty
        let given = environment["COLUMNS"].flatMap(Int.init)
        columns = max(20, given ?? Self.width(of: descriptor) ?? 80)
    }

    /// Columns of a line of results; a piped page is as wide as a printed one.
    var lineColumns: Int { isTerminal ? min(columns, 120) : TextLayout.pageColumns }

    private static func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    enum Style: String {
        case bold = "1"
        case dim = "2"
        case match = "1;33"
        case error = "1;31"
        case good = "32"
    }

    func styled(_ text: String, _ style: Style) -> String {
        hasColour && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// A link that the terminal opens (OSC 8); the text alone where that would only be noise, or do harm.
    func link(_ text: String, to url: String?) -> String {
        guard hasLinks, let link = url.flatMap(Link.init), link.isShown else { return text }
        return "\u{1B}]8;;\(link.text)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    /// Writes to standard output; a reader that went away ends the program without a word.
    static func write(_ text: String) { write(Array(text.utf8), to: 1) }

    /// Writes to standard error.
    static func complain(_ text: String) { write(Array((text + "\n").utf8), to: 2) }

    /// Writes to standard error, in lines that fit.
    static func complain(lines text: String) {
        complain(
            TextLayout.wrapped(text, first: "", indent: "    ", columns: standardError.lineColumns).joined(
                separator: "\n"))
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32 = 1) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                offset += count
            } else if errno != EINTR {
                // A pipe whose reader has seen enough is no failure.
                exit(errno == EPIPE ? 0 : 1)
            }
        }
    }
}
