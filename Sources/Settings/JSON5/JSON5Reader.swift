import AlmagestEntities

/// Reads JSON5 (spec.json5.org, version 1.0.0). A key that stands twice in one object is an error.
struct JSON5Reader {
    private var scanner: JSON5Scanner

    private static let deepest = 64

    /// - Throws: `parseError` with line, column and the keys on the way to what is wrong.
    static func read(_ bytes: [UInt8]) throws(AlmagestError) -> ConfigurationValue {
        var reader = JSON5Reader(scanner: try JSON5Scanner(bytes))
        try reader.scanner.skip()
        let root = try reader.value(depth: 0)
        try reader.scanner.skip()
        guard reader.scanner.peek() == nil else { throw reader.scanner.stray("the end") }
        return root
    }

    private mutating func value(depth: Int) throws(AlmagestError) -> ConfigurationValue {
        let place = scanner.place
        let content: ConfigurationValue.Content
        switch scanner.peek() {
        case "{", "[":
            guard depth < Self.deepest else { throw scanner.fault("more than \(Self.deepest) levels are nested") }
            content = scanner.peek() == "{" ? try object(depth: depth) : try array(depth: depth)
        case "\"", "'": content = .string(try JSON5Text.quoted(&scanner))
        default: content = try word()
        }
        return ConfigurationValue(content: content, place: place)
    }

    private mutating func object(depth: Int) throws(AlmagestError) -> ConfigurationValue.Content {
        var members: [ConfigurationMember] = []
        var places: [String: TextPlace] = [:]
        scanner.take()
        try scanner.skip()
        while scanner.peek() != "}" {
            let place = scanner.place
            let key = try key()
            scanner.path.append(key)
            if let first = places.updateValue(place, forKey: key) {
                throw scanner.fault(
                    "the key \(key.quoted) stands twice in one object, first in line \(first.line), "
                        + "column \(first.column)", at: place)
            }
            try scanner.skip()
            guard scanner.peek() == ":" else { throw scanner.stray("a colon") }
            scanner.take()
            try scanner.skip()
            members.append(ConfigurationMember(key: key, place: place, value: try value(depth: depth + 1)))
            scanner.path.removeLast()
            try separator("}")
        }
        scanner.take()
        return .object(members)
    }

    private mutating func array(depth: Int) throws(AlmagestError) -> ConfigurationValue.Content {
        var elements: [ConfigurationValue] = []
        scanner.take()
        try scanner.skip()
        while scanner.peek() != "]" {
            elements.append(try value(depth: depth + 1))
            try separator("]")
        }
        scanner.take()
        return .array(elements)
    }

    /// A comma with what follows it, or the end of the container, which stays.
    private mutating func separator(_ end: Unicode.Scalar) throws(AlmagestError) {
        try scanner.skip()
        if scanner.peek() == end { return }
        guard scanner.peek() == "," else { throw scanner.stray("a comma or \(end)") }
        scanner.take()
        try scanner.skip()
    }

    private mutating func key() throws(AlmagestError) -> String {
        let first = scanner.peek()
        return first == "\"" || first == "'" ? try JSON5Text.quoted(&scanner) : try JSON5Text.name(&scanner)
    }

    private mutating func word() throws(AlmagestError) -> ConfigurationValue.Content {
        let before = scanner
        let word = scanner.word()
        switch word {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        if let number = JSON5Number.value(of: word) { return .number(number, written: word) }
        if word.isEmpty { throw before.stray("a value") }
        let isNumber = word.unicodeScalars.first.map { "+-.0123456789".unicodeScalars.contains($0) } ?? false
        throw before.fault("\(word.quoted) is no \(isNumber ? "number" : "value"); a text stands in quotes")
    }
}
