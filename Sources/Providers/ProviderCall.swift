/// What an app can be asked for; the raw value is its name in a manifest and behind `provider.` on the wire.
public enum ProviderCall: String, Sendable, CaseIterable, Hashable {
    case entities, all, matching, find, values, display, export, open, searchInApp, reindex

    public var method: String { "provider." + rawValue }

    /// Reads a name with or without `provider.`.
    public init?(named name: String) {
        self.init(rawValue: name.hasPrefix("provider.") ? String(name.dropFirst("provider.".count)) : name)
    }
}
