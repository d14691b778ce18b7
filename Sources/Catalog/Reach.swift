/// Whose entities somebody may see: everybody's, or one app's alone.
public struct Reach: Hashable, Sendable {
    /// The one app; nil for all.
    public let bundle: String?

    public static let all = Reach(bundle: nil)

    public init(bundle: String?) { self.bundle = bundle }

    /// Whether entities of that app are within it. Names are the same when their bytes are, as in identifiers.
    public func allows(_ bundle: String) -> Bool {
        guard let own = self.bundle else { return true }
        return own.utf8.elementsEqual(bundle.utf8)
    }
}
