import Foundation

/// The text of an HTML document: without marks, scripts and styles.
///
/// It is no parser: it reads what mail and web pages hold well enough to find them by their words.
enum HTMLText {
    /// More than this of a document is not read.
    private static let longest = 4 << 20

    static func text(of data: Data?) -> String? {
        guard let data, !data.isEmpty else { return nil }
        let html = Array(String(decoding: data.prefix(longest), as: UTF8.self).unicodeScalars)
        var text = String.UnicodeScalarView()
        var at = 0
        while at < html.count {
            switch html[at] {
            case "<":
                let (name, end) = tag(html, from: at)
                at = end
                if name == "script" || name == "style" { at = after(html, closing: name, from: at) }
                if blocks.contains(name) { space("\n", &text) }
            case "&":
                let (scalars, end) = entity(html, from: at)
                text.append(contentsOf: scalars)
                at = end
            case let scalar where scalar.properties.isWhitespace:
                space(" ", &text)
                at += 1
            case let scalar:
                text.append(scalar)
                at += 1
            }
        }
        let trimmed = String(text).trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    private static let blocks: Set<String> = [
        "p", "/p", "br", "br/", "div", "/div", "li", "/li", "tr", "/tr", "h1", "/h1", "h2", "/h2", "h3", "/h3", "td",
        "title", "/title",
    ]
    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "auml": "ä", "ouml": "ö", "uuml": "ü",
        "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ndash": "–",
        "mdash": "—", "hellip": "…", "rsquo": "’", "lsquo": "‘", "ldquo": "“", "rdquo": "”", "euro": "€", "copy": "©",
    ]

    private static func space(_ scalar: Unicode.Scalar, _ text: inout String.UnicodeScalarView) {
        guard let last = text.last else { return }
        if !last.properties.isWhitespace { text.append(scalar) }
    }

    /// The lowercase name of the mark at `from`, and where what follows it begins.
    private static func tag(_ html: [Unicode.Scalar], from: Int) -> (name: String, end: Int) {
        if html[from...].starts(with: "<!--".unicodeScalars) {
            var at = from + 4
            while at < html.count, !html[at...].starts(with: "-->".unicodeScalars) { at += 1 }
            return ("!--", min(at + 3, html.count))
        }
        var name = ""
        var at = from + 1
        while at < html.count, html[at] != ">", !html[at].properties.isWhitespace, name.utf8.count < 16 {
            name.unicodeScalars.append(html[at])
            at += 1
        }
        while at < html.count, html[at] != ">" { at += 1 }
        return (name.lowercased(), min(at + 1, html.count))
    }

    private static func after(_ html: [Unicode.Scalar], closing name: String, from: Int) -> Int {
        var at = from
        while at < html.count {
            if html[at] == "<" {
                let (found, end) = tag(html, from: at)
                if found == "/" + name { return end }
            }
            at += 1
        }
        return at
    }

    private static func entity(_ html: [Unicode.Scalar], from: Int) -> (scalars: [Unicode.Scalar], end: Int) {
        var name = ""
        var at = from + 1
        while at < html.count, html[at] != ";", html[at].isASCII, name.utf8.count < 10 {
            name.unicodeScalars.append(html[at])
            at += 1
        }
        guard at < html.count, html[at] == ";" else { return (["&"], from + 1) }
        if let scalar = names[name] { return ([scalar], at + 1) }
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let number =
                digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            if let number, number >= 0x20, let scalar = Unicode.Scalar(number) { return ([scalar], at + 1) }
        }
        return (["&"], from + 1)
    }
}
