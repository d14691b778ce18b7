/// What stands behind a tag and holds no values of its own: dates, durations, people, places, measurements and references.
extension EntityReader {
    mutating func date(_ node: Int) -> DateValue? {
        guard tape.tag(node) == JSONTape.Tag.string else {
            mistyped(node, "a date as text")
            return nil
        }
        var reader = DateReader(tape.bytes(node))
        do throws(AlmagestError) {
            return try reader.read()
        } catch {
            fault(error)
            return nil
        }
    }

    mutating func duration(_ node: Int) -> DurationValue? {
        guard tape.tag(node) == JSONTape.Tag.string else {
            mistyped(node, "a duration as text")
            return nil
        }
        var reader = DurationReader(tape.bytes(node))
        do throws(AlmagestError) {
            return try reader.read()
        } catch {
            fault(error)
            return nil
        }
    }

    mutating func person(_ node: Int) -> PropertyValue? {
        var person = PropertyValue.Person()
        let before = faults.count
        members(node, "a person as an object") { reader, key in
            guard !reader.isNull(key + 1) else { return }
            let bytes = reader.tape.bytes(key)
            reader.enter(key: key)
            if bytes.isWord("name") {
                person.name = reader.text(key + 1, limit: reader.limits.lineBytes)
            } else if bytes.isWord("handle") {
                person.handle = reader.text(key + 1, limit: reader.limits.lineBytes)
            } else if bytes.isWord("identifier") {
                person.identifier = reader.text(key + 1, limit: reader.limits.lineBytes)
            } else if bytes.isWord("isMe") {
                person.isMe = reader.bool(key + 1) ?? false
            } else {
                reader.leave()
                return reader.unknown(key, in: "a person", allowed: "name, handle, identifier and isMe")
            }
            reader.leave()
        }
        if person == PropertyValue.Person(), before == faults.count {
            fault("A person needs a name, a handle, an identifier or isMe.")
        }
        return before == faults.count ? .person(person) : nil
    }

    mutating func place(_ node: Int) -> PropertyValue? {
        var place = PropertyValue.Place()
        let before = faults.count
        members(node, "a place as an object") { reader, key in
            guard !reader.isNull(key + 1) else { return }
            let bytes = reader.tape.bytes(key)
            reader.enter(key: key)
            if bytes.isWord("name") {
                place.name = reader.text(key + 1, limit: reader.limits.lineBytes)
            } else if bytes.isWord("latitude") {
                place.latitude = reader.degrees(key + 1, within: 90)
            } else if bytes.isWord("longitude") {
                place.longitude = reader.degrees(key + 1, within: 180)
            } else if bytes.isWord("address") {
                place.address = reader.text(key + 1, limit: reader.limits.lineBytes)
            } else {
                reader.leave()
                return reader.unknown(key, in: "a place", allowed: "name, latitude, longitude and address")
            }
            reader.leave()
        }
        if before == faults.count {
            if (place.latitude == nil) != (place.longitude == nil) {
                fault("A place has both latitude and longitude, or neither.")
            } else if place == PropertyValue.Place() {
                fault("A place needs a name, an address or coordinates.")
            }
        }
        return before == faults.count ? .place(place) : nil
    }

    private mutating func degrees(_ node: Int, within bound: Double) -> Double? {
        guard let value = number(node) else { return nil }
        guard abs(value) <= bound else {
            fault("\(value) degrees are out of range: \(Int(-bound)) to \(Int(bound)) are allowed.")
            return nil
        }
        return value
    }

    mutating func measurement(_ node: Int) -> PropertyValue? {
        var value: Double?
        var unit: String?
        let before = faults.count
        members(node, "a measurement as an object") { reader, key in
            let bytes = reader.tape.bytes(key)
            reader.enter(key: key)
            if bytes.isWord("value") {
                value = reader.number(key + 1)
            } else if bytes.isWord("unit") {
                unit = reader.name(key + 1, what: "unit")
            } else {
                reader.leave()
                return reader.unknown(key, in: "a measurement", allowed: "value and unit")
            }
            reader.leave()
        }
        guard let value, let unit else {
            if before == faults.count { fault("A measurement needs a value and a unit.") }
            return nil
        }
        return before == faults.count ? .measurement(.init(value: value, unit: unit)) : nil
    }

    /// `{"entity":"bundle/type/id"}`, perhaps with `name`.
    mutating func reference(_ node: Int) -> PropertyValue? {
        var id: EntityID?
        var name: String?
        let before = faults.count
        members(node, "a reference") { reader, key in
            reader.enter(key: key)
            if reader.tape.isWord(key, "entity") {
                id = reader.identifier(key + 1)
            } else if !reader.isNull(key + 1) {
                name = reader.text(key + 1, limit: reader.limits.lineBytes)
            }
            reader.leave()
        }
        guard let id, before == faults.count else { return nil }
        return .entity(id, name: name)
    }

    /// An identifier in its text form.
    mutating func identifier(_ node: Int) -> EntityID? {
        guard tape.tag(node) == JSONTape.Tag.string else {
            mistyped(node, "an identifier as text, bundle/type/id")
            return nil
        }
        switch EntityID.read(tape.bytes(node)) {
        case .success(let id): return id
        case .failure(let error):
            fault(error)
            return nil
        }
    }
}
