import AlmagestEntities

/// The configuration of a daemon: a section a module, each usable alone with its defaults.
///
/// `config/almagest.json5` lists every key with its default.
public struct Settings: SettingsSection, Equatable {
    public var limits = LimitSettings()
    public var catalog = CatalogSettings()
    public var lexical = LexicalSettings()
    public var semantic = SemanticSettings()
    public var search = SearchSettings()
    public var providers = ProviderSettings()
    public var daemon = DaemonSettings()

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("limits", into: &limits)
        try reader.read("catalog", into: &catalog)
        try reader.read("lexical", into: &lexical)
        try reader.read("semantic", into: &semantic)
        try reader.read("search", into: &search)
        try reader.read("providers", into: &providers)
        try reader.read("daemon", into: &daemon)
    }
}
