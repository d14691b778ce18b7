/// A link, taken apart so that spellings of the same one compare equal.
///
/// `http` and `https` are the same, the host's case, a trailing slash, a default port, the fragment and the spelling of
/// percent-encoded bytes make no difference. Query parameters stand apart, since a link may carry more of them than
/// what it leads to needs:
///
///     Link("HTTP://Cal.example.org/event/8F3A/?utm_source=x")?.key  // "//cal.example.org/event/8F3A"
public struct Link: Hashable, Sendable {
    /// The scheme in lower case; empty for `http` and `https`.
    public let scheme: String
    /// In lower case, with its port unless that is the scheme's own.
    public let host: String
    /// Decoded.
    public let path: [String]
    /// Decoded, sorted.
    public let parameters: [Parameter]

    /// One parameter of the query.
    public struct Parameter: Hashable, Comparable, Sendable {
        public let name: String
        public let value: String

        public static func < (a: Parameter, b: Parameter) -> Bool { (a.name, a.value) < (b.name, b.value) }
    }

    /// The longest link that is taken, in bytes.
    public static let maximumBytes = 4_096

    /// Nil for what is no link with a scheme and something behind it.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first), scheme.utf8.allSatisfy(Self.isOfScheme)
        else { return nil }
        var rest = text[text.utf8.index(after: colon)...]
        guard rest.utf8.starts(with: "//".utf8) else { return nil }
        rest = rest.dropFirst(2)
        guard !rest.isEmpty, !rest.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
        let isWeb = scheme == "http" || scheme == "https"
        self.scheme = isWeb ? "" : scheme
        rest = rest.prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        rest = rest[authority.endIndex...]
        var host = (authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
            .lowercased()
        for port in isWeb ? [":80", ":443"] : [] where host.hasSuffix(port) { host.removeLast(port.count) }
        guard !host.isEmpty || !isWeb else { return nil }
        self.host = host
        let written = rest.prefix { $0 != "?" }
        path = written.split(separator: "/", omittingEmptySubsequences: true).map { Self.decoded($0) }
        parameters = rest[written.endIndex...].dropFirst().split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return Parameter(name: Self.decoded(name), value: Self.decoded(pair[name.endIndex...].dropFirst()))
        }.sorted()
    }

    /// Everything but the query, in one spelling.
    public var key: String {
        let prefix = scheme.isEmpty ? "//" : scheme + "://"
        return prefix + ([host] + path.map(Self.encoded)).joined(separator: "/")
    }

    /// Whether this is the other link, perhaps with more parameters.
    public func leads(to other: Link) -> Bool {
        scheme == other.scheme && host == other.host && path == other.path
            && Set(other.parameters).isSubset(of: parameters)
    }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
    }

    /// Percent-encoding taken away; what is no UTF-8 afterwards stays as it is written.
    static func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count, let high = digit(bytes[at + 1]),
                let low = digit(bytes[at + 2])
            {
                result.append(high << 4 | low)
                at += 3
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return String(validating: result, as: UTF8.self) ?? String(text)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// Percent-encoded except the unreserved characters of RFC 3986.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: result.append(byte)
            default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
