import AlmagestEntities

/// Whose entities somebody may see: everybody's, or one app's alone.
public struct Reach: Hashable, Sendable {
    private let name: ExactName?

    /// The one app; nil for all.
    public var bundle: String? { name?.text }

    public static let all = Reach(bundle: nil)

    public init(bundle: String?) { name = bundle.map(ExactName.init) }

    /// Whether entities of that app are within it. Names are the same when their bytes are, as in identifiers.
    public func allows(_ bundle: String) -> Bool {
        name.map { $0 == ExactName(bundle) } ?? true
    }
}
