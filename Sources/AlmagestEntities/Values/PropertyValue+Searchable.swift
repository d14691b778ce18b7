extension PropertyValue {
    /// All text in it, a line each: texts, names, handles, addresses, links, units, names of references; of lists,
    /// records and unions that of what they hold. Empty for numbers, bools, dates and durations.
    public var searchableText: String {
        var text = ""
        appendText(to: &text)
        return text
    }

    private func appendText(to text: inout String) {
        switch self {
        case .text(let line), .url(let line): Self.append(line, to: &text)
        case .number, .integer, .bool, .date, .duration: break
        case .list(let values): for value in values { value.appendText(to: &text) }
        case .person(let person):
            Self.append(person.name, to: &text)
            Self.append(person.handle, to: &text)
        case .place(let place):
            Self.append(place.name, to: &text)
            Self.append(place.address, to: &text)
        case .measurement(let measurement): Self.append("\(measurement.plainValue) \(measurement.unit)", to: &text)
        case .entity(_, let name): Self.append(name, to: &text)
        case .record(let members): for member in members { member.value.appendText(to: &text) }
        case .union(_, let value): value.appendText(to: &text)
        }
    }

    private static func append(_ line: String?, to text: inout String) {
        guard let line, !line.isEmpty else { return }
        if !text.isEmpty { text += "\n" }
        text += line
    }
}

extension PropertyValue.Measurement {
    /// The number as people write it: `3`, not `3.0`.
    var plainValue: String {
        if let whole = Int64(exactly: value) { return String(whole) }
        return value.description
    }
}
