import AlmagestEntities

/// Hands the members of one object of the configuration to a section, and knows which were asked for.
public struct SectionReader {
    private let members: [ConfigurationMember]
    private let path: String
    /// The keys of this object.
    private var keys: [String] = []
    /// The paths of this object's keys and of those below, without sections themselves.
    private(set) var allKeys: [String] = []

    init(members: [ConfigurationMember], path: String) {
        self.members = members
        self.path = path
    }

    /// A whole number within `range`.
    public mutating func read(_ key: String, into value: inout Int, in range: ClosedRange<Int>) throws(AlmagestError) {
        guard let given = take(key) else { return }
        let limits = "\(range.lowerBound) to \(range.upperBound)"
        guard case .number(let number, let written) = given.content else {
            throw wrong(key, given, "is \(given.kind), not a whole number from \(limits)")
        }
        guard let whole = Int(exactly: number), range.contains(whole) else {
            throw wrong(key, given, "is \(written.shortened), not a whole number from \(limits)")
        }
        value = whole
    }

    /// A number within `range`.
    public mutating func read(
        _ key: String, into value: inout Double, in range: ClosedRange<Double>
    ) throws(AlmagestError) {
        guard let given = take(key) else { return }
        let limits = "\(range.lowerBound) to \(range.upperBound)"
        guard case .number(let number, let written) = given.content else {
            throw wrong(key, given, "is \(given.kind), not a number from \(limits)")
        }
        guard range.contains(number) else {
            throw wrong(key, given, "is \(written.shortened), not a number from \(limits)")
        }
        value = number
    }

    /// `true` or `false`.
    public mutating func read(_ key: String, into value: inout Bool) throws(AlmagestError) {
        guard let given = take(key) else { return }
        guard case .bool(let bool) = given.content else {
            throw wrong(key, given, "is \(given.kind), not true or false")
        }
        value = bool
    }

    /// A text, or `null` for none.
    public mutating func read(_ key: String, into value: inout String?) throws(AlmagestError) {
        guard let given = take(key) else { return }
        switch given.content {
        case .null: value = nil
        case .string(let text): value = text
        default: throw wrong(key, given, "is \(given.kind), not a text or null")
        }
    }

    /// One of a few words.
    public mutating func read<Word: RawRepresentable & CaseIterable>(
        _ key: String, into value: inout Word
    ) throws(AlmagestError) where Word.RawValue == String {
        guard let given = take(key) else { return }
        let words = Word.allCases.map(\.rawValue)
        guard case .string(let text) = given.content else {
            throw wrong(key, given, "is \(given.kind), not one of \(words.joined(separator: ", "))")
        }
        guard let word = Word(rawValue: text) else {
            throw wrong(
                key, given, "is \(text.quoted), not one of \(words.joined(separator: ", "))",
                hint: nearest(to: text, in: words).map { "Did you mean “\($0)”?" })
        }
        value = word
    }

    /// A section within this one.
    public mutating func read<Section: SettingsSection>(
        _ key: String, into section: inout Section
    ) throws(AlmagestError) {
        let given = take(key, isSection: true)
        var inner: [ConfigurationMember] = []
        if let given {
            guard case .object(let members) = given.content else {
                throw wrong(key, given, "is \(given.kind), not an object")
            }
            inner = members
        }
        var reader = SectionReader(members: inner, path: pathOf(key))
        try section.read(from: &reader)
        try reader.finish()
        allKeys += reader.allKeys
    }

    /// Throws if a key was given that nobody asked for.
    func finish() throws(AlmagestError) {
        guard let unknown = members.first(where: { !keys.contains($0.key) }) else { return }
        throw AlmagestError(
            .unknownParameter, "There is no setting \(unknown.key.quoted) (column \(unknown.place.column)).",
            path: pathOf(unknown.key), line: unknown.place.line,
            hint: nearest(to: unknown.key, in: keys).map { "Did you mean “\($0)”?" }
                ?? "The keys here are \(keys.joined(separator: ", ")).")
    }

    private mutating func take(_ key: String, isSection: Bool = false) -> ConfigurationValue? {
        keys.append(key)
        if !isSection { allKeys.append(pathOf(key)) }
        return members.first { $0.key == key }?.value
    }

    private func pathOf(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    private func wrong(
        _ key: String, _ given: ConfigurationValue, _ fault: String, hint: String? = nil
    ) -> AlmagestError {
        AlmagestError(
            .invalidParameter, "The setting \(fault) (column \(given.place.column)).", path: pathOf(key),
            line: given.place.line, hint: hint)
    }
}

extension String {
    /// A number as it was written, cut to a length for a message.
    fileprivate var shortened: String { count > 30 ? prefix(30) + "…" : self }
}
