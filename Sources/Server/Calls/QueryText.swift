/// What people type, cut to what is ever looked at before anything goes through it letter by letter.
struct QueryText: Sendable {
    let text: String
    /// The beginning of what is beyond, as `ignored` names it; nil when all of it is looked at.
    let ignored: String?

    /// Scalars of what is ignored that are shown.
    private static let shownScalars = 100

    /// Looks at the first `bytes`.
    init(_ whole: String, bytes: Int) {
        guard whole.utf8.count > bytes else {
            (text, ignored) = (whole, nil)
            return
        }
        var end = whole.utf8.index(whole.startIndex, offsetBy: bytes)
        while end.samePosition(in: whole.unicodeScalars) == nil { end = whole.utf8.index(before: end) }
        text = String(whole[..<end])
        ignored = String(String.UnicodeScalarView(whole.unicodeScalars[end...].prefix(Self.shownScalars)))
    }
}
