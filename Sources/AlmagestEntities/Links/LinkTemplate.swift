/// A universal link with a place for the identifier: `https://cometcal.example.org/event/{id}`.
public struct LinkTemplate: Hashable, Sendable {
    /// As it was written.
    public let text: String
    private let link: Link

    private static let mark = "{id}"

    /// Throws `invalidParameter` unless it is a link with exactly one `{id}`, in its path or its query.
    public init(_ text: String) throws(AlmagestError) {
        guard let link = Link(text) else {
            throw AlmagestError(.invalidParameter, "“\(text.prefix(200))” is no link.")
        }
        let places =
            link.path.count { $0.contains(Self.mark) } + link.parameters.count { $0.value.contains(Self.mark) }
        guard places == 1, text.ranges(of: Self.mark).count == 1 else {
            throw AlmagestError(
                .invalidParameter, "“\(text.prefix(200))” is to have one {id}, in its path or a query parameter.")
        }
        self.text = text
        self.link = link
    }

    /// The identifier in a link of this form; nil for any other link. Further query parameters are passed over.
    public func identifier(in other: Link) -> String? {
        guard other.scheme == link.scheme, other.host == link.host, other.path.count == link.path.count else {
            return nil
        }
        var found: String?
        for (wanted, given) in zip(link.path, other.path) {
            if wanted.contains(Self.mark) {
                guard let id = Self.match(wanted, given) else { return nil }
                found = id
            } else if wanted != given {
                return nil
            }
        }
        for wanted in link.parameters {
            if wanted.value.contains(Self.mark) {
                let ids = other.parameters.lazy.filter { $0.name == wanted.name }
                guard let id = ids.compactMap({ Self.match(wanted.value, $0.value) }).first else { return nil }
                found = id
            } else if !other.parameters.contains(wanted) {
                return nil
            }
        }
        return found
    }

    /// The link of an entity with that identifier.
    public func link(for id: String) -> String {
        var text = text
        if let range = text.firstRange(of: Self.mark) { text.replaceSubrange(range, with: Link.encoded(id)) }
        return text
    }

    /// What stands in place of the mark; not empty.
    private static func match(_ pattern: String, _ text: String) -> String? {
        guard let range = pattern.firstRange(of: mark) else { return nil }
        let (before, after) = (pattern[..<range.lowerBound], pattern[range.upperBound...])
        guard text.hasPrefix(before), text.hasSuffix(after), text.count > before.count + after.count else {
            return nil
        }
        return String(text.dropFirst(before.count).dropLast(after.count))
    }
}
