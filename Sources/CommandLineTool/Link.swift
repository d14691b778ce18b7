import Foundation

/// A link that an app donated. Whoever follows it did not write it, so it may lead to what people open with a browser,
/// a mail program or an app, and not to what would run.
struct Link {
    let text: String
    /// Lower case.
    private let scheme: String

    /// Schemes whose links hold what is to be run or shown, instead of saying where it is.
    private static let scripts: Set<String> = ["javascript", "vbscript", "data", "blob", "view-source", "jar"]

    /// Nil for what has no scheme (RFC 3986, section 3.1), or a character that no link has.
    init?(_ text: String) {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && ![.control, .format].contains(scalar.properties.generalCategory)
        }
        guard isPlain, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = String(text[..<colon]).lowercased()
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
        guard let first = scheme.utf8.first, isLetter(first),
            scheme.utf8.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
        else { return nil }
        self.text = text
        self.scheme = scheme
    }

    /// Whether a terminal is told of it, which takes ASCII alone. A file is opened only by who asks for it, with `open`: a click is soon done.
    var isShown: Bool { text.utf8.allSatisfy { $0 < 0x80 } && !Self.scripts.contains(scheme) && scheme != "file" }

    /// Whether the desktop is given it. A file of this machine is, unless opening it may run it.
    var isOpened: Bool {
        guard scheme == "file" else { return !Self.scripts.contains(scheme) }
        guard let url = URL(string: text), ["", "localhost"].contains(url.host ?? "") else { return false }
        let path = url.resolvingSymlinksInPath().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
        return isFolder.boolValue
            || (!FileManager.default.isExecutableFile(atPath: path) && !path.lowercased().hasSuffix(".desktop"))
    }
}
