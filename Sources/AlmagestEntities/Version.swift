/// The release that this is.
public enum Version {
    /// Semantic version, without a `v`.
    public static let text = "0.1.0"
}
