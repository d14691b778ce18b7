extension EntityReader {
    private static let tags = """
        date, duration, url, person, place, measurement, entity, record, or case with value
        """

    /// Reads a value. Nil for null, for a fault (reported), and for what goes beyond the number of values (warned).
    ///
    /// - Parameter depth: arrays and objects that it may still nest when written out.
    mutating func value(_ node: Int, depth: Int) -> PropertyValue? {
        valueCount += 1
        guard valueCount <= limits.values else {
            if !hasCutValues {
                hasCutValues = true
                warn("Values from here on were left out: at most \(limits.values) are kept.")
            }
            return nil
        }
        switch tape.tag(node) {
        case JSONTape.Tag.string: return propertyText(node).map { .text($0) }
        case JSONTape.Tag.integer: return .integer(tape.integer(node))
        case JSONTape.Tag.number: return .number(tape.number(node))
        case JSONTape.Tag.yes: return .bool(true)
        case JSONTape.Tag.no: return .bool(false)
        case JSONTape.Tag.array: return list(node, depth: depth)
        case JSONTape.Tag.object: return object(node, depth: depth)
        default: return nil
        }
    }

    /// A text out of what properties may hold together.
    private mutating func propertyText(_ node: Int) -> String? {
        let bytes = tape.bytes(node)
        let room = limits.propertyTextBytes - valueBytes
        if bytes.count <= room {
            valueBytes += bytes.count
            return String(decoding: bytes, as: UTF8.self)
        }
        if !hasCutText {
            hasCutText = true
            warn("The text was cut here: the properties of an entity keep \(limits.propertyTextBytes) bytes together.")
        }
        let end = wholeScalars(bytes, limit: room)
        valueBytes += end
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    private mutating func mayNest(_ levels: Int, _ depth: Int) -> Bool {
        if levels <= depth { return true }
        fault("Values are nested too deep.", name: .tooDeep, hint: "At most \(limits.nesting) levels are allowed.")
        return false
    }

    private mutating func list(_ node: Int, depth: Int) -> PropertyValue? {
        guard mayNest(1, depth) else { return nil }
        var values: [PropertyValue] = []
        values.reserveCapacity(min(tape.count(node), max(0, limits.values - valueCount)))
        elements(node, "a list") { reader, element, _ in
            let before = reader.faults.count
            if reader.isNull(element) {
                reader.fault("A list cannot hold null.")
            } else if let value = reader.value(element, depth: depth - 1) {
                values.append(value)
                return
            }
            // The elements behind it keep their places, for what else is to be said of them.
            if reader.faults.count > before { values.append(.bool(false)) }
        }
        return .list(values)
    }

    private mutating func object(_ node: Int, depth: Int) -> PropertyValue? {
        guard mayNest(2, depth) else { return nil }
        switch tape.count(node) {
        case 1:
            let key = node + 1
            let tag = tape.bytes(key)
            let payload = key + 1
            // Every tag of a single member begins with one of these letters.
            switch tag.first {
            case UInt8(ascii: "d") where tag.isWord("date"): return tagged(key) { $0.date(payload).map { .date($0) } }
            case UInt8(ascii: "d") where tag.isWord("duration"):
                return tagged(key) { $0.duration(payload).map { .duration($0) } }
            case UInt8(ascii: "u") where tag.isWord("url"): return tagged(key) { $0.url(payload).map { .url($0) } }
            case UInt8(ascii: "p") where tag.isWord("person"): return tagged(key) { $0.person(payload) }
            case UInt8(ascii: "p") where tag.isWord("place"): return tagged(key) { $0.place(payload) }
            case UInt8(ascii: "m") where tag.isWord("measurement"): return tagged(key) { $0.measurement(payload) }
            case UInt8(ascii: "e") where tag.isWord("entity"): return reference(node)
            case UInt8(ascii: "r") where tag.isWord("record"):
                return tagged(key) { $0.record(payload, depth: depth - 2) }
            default: break
            }
        case 2:
            if tape.member(node, "case") != nil, tape.member(node, "value") != nil { return union(node, depth: depth) }
            if tape.member(node, "entity") != nil, tape.member(node, "name") != nil { return reference(node) }
        default: break
        }
        return record(node, depth: depth - 2)
    }

    /// Runs `body` with the tag in the path.
    @inline(__always)
    private mutating func tagged(_ key: Int, _ body: (inout EntityReader) -> PropertyValue?) -> PropertyValue? {
        enter(key: key)
        defer { leave() }
        return body(&self)
    }

    private mutating func union(_ node: Int, depth: Int) -> PropertyValue? {
        var name: String?
        var payload: PropertyValue?
        let before = faults.count
        let cut = hasCutValues
        members(node, "a union") { reader, key in
            reader.enter(key: key)
            if reader.tape.isWord(key, "case") {
                name = reader.name(key + 1, what: "case")
            } else if reader.isNull(key + 1) {
                reader.fault("A union needs a value.")
            } else {
                payload = reader.value(key + 1, depth: depth - 1)
            }
            reader.leave()
        }
        guard let name, let payload, before == faults.count || cut != hasCutValues else { return nil }
        return .union(case: name, value: payload)
    }

    private mutating func record(_ node: Int, depth: Int) -> PropertyValue? {
        guard tape.tag(node) == JSONTape.Tag.object else {
            mistyped(node, "a record as an object")
            return nil
        }
        return .record(properties(node, depth: depth, limit: .max).kept)
    }

    /// The members of a record, or the properties of an entity; and the names of those that are null.
    mutating func properties(
        _ node: Int, depth: Int, limit: Int
    ) -> (kept: [Entity.Property], null: [String]) {
        guard tape.tag(node) == JSONTape.Tag.object else {
            mistyped(node, "an object")
            return ([], [])
        }
        let count = tape.count(node)
        if count > limit { warn("Properties were left out: there are \(count), and \(limit) are kept.") }
        var properties: [Entity.Property] = []
        properties.reserveCapacity(min(count, limit, max(0, limits.values - valueCount)))
        var null: [String] = []
        var key = node + 1
        let end = tape.end(node)
        while key < end, properties.count < limit {
            enter(key: key)
            if let name = propertyName(key) {
                if isNull(key + 1) {
                    null.append(name)
                } else if let value = value(key + 1, depth: depth) {
                    properties.append(Entity.Property(name, value))
                }
            }
            leave()
            key = tape.next(key + 1)
        }
        return (properties, null)
    }

    @inline(__always)
    private mutating func propertyName(_ key: Int) -> String? {
        let bytes = tape.bytes(key)
        var isPlain = !bytes.isEmpty && bytes.count <= EntityLimits.nameBytes
        for byte in bytes where byte < 0x20 || byte >= 0x7F { isPlain = false }
        let name = String(decoding: bytes, as: UTF8.self)
        if isPlain { return name }
        guard let problem = Self.problem(ofName: name) else { return name }
        fault("The name of a property \(problem).")
        return nil
    }
}
