import AlmagestEntities

/// A group of settings: its defaults are those of `init()`, its keys those that `read` asks for.
public protocol SettingsSection: Sendable {
    /// The defaults.
    init()

    /// Takes the keys that are given; the others keep their values. Errors name the key's path.
    mutating func read(from reader: inout SectionReader) throws(AlmagestError)
}

extension SettingsSection {
    /// Every key by its path, in order; those of nested sections too.
    public static var keys: [String] {
        var section = Self()
        var reader = SectionReader(members: [], path: "")
        do { try section.read(from: &reader) } catch { return [] }
        return reader.allKeys
    }
}
