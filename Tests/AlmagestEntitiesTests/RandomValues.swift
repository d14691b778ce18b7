import AlmagestEntities
import TestSupport

extension SeededRandom {
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
    mutating func oneIn(_ of: Int) -> Bool { below(of) == 0 }
}

/// Values as apps may donate them, and some that they had better not.
extension SeededRandom {
    private static let scraps = [
        "a", "Z", "0", " ", "é", "e\u{301}", "ß", "漢", "ひ", "한", "😀", "👩‍👩‍👧", "\"", "\\", "/", "\n", "\t", "\u{0}",
        "\u{1F}", "\u{7F}",
        "\u{202E}", "\u{FEFF}", "\u{2028}", "{", "}", "%", ".", "\u{10FFFF}", "\u{FFFF}",
    ]

    mutating func text(_ most: Int = 24) -> String {
        (0..<below(most + 1)).map { _ in Self.scraps[below(Self.scraps.count)] }.joined()
    }

    /// Not empty and without control characters.
    mutating func name(_ most: Int = 12) -> String {
        let usable = Self.scraps.filter { ($0.unicodeScalars.first?.value ?? 0) >= 32 && $0 != "\u{7F}" }
        return (0...below(most)).map { _ in usable[below(usable.count)] }.joined()
    }

    mutating func identifier() -> EntityID { EntityID(bundle: name(), type: name(), id: name()) }

    mutating func date() -> DateValue {
        let whole = Double(Int.random(in: -62_135_596_800..<253_402_300_800, using: &self))
        switch below(3) {
        case 0: return DateValue(form: .allDay, seconds: (whole / 86_400).rounded(.down) * 86_400)
        case 1: return DateValue(form: .floating, seconds: whole)
        default:
            // Away from the ends, so that the clock stays within the years.
            let middle = min(max(whole, -62_135_500_000), 253_402_200_000)
            let seconds = middle + Double(below(1_000_000)) / 1e6
            return DateValue(
                form: .instant, seconds: seconds, offset: (below(145) - 72) * 900,
                zone: oneIn(2) ? "America/Los_Angeles" : nil)
        }
    }

    mutating func duration() -> DurationValue {
        let whole = Double(below(oneIn(2) ? 100_000 : 1_000_000_000))
        let micros = oneIn(2) ? Double(below(1_000_000)) : 0
        let seconds = whole + micros / 1e6
        return DurationValue(seconds: oneIn(3) && seconds > 0 ? -seconds : seconds)
    }

    mutating func number() -> Double {
        while true {
            let value = oneIn(2) ? Double(below(1000)) / 8 : Double(bitPattern: next())
            if value.isFinite { return value }
        }
    }

    mutating func value(depth: Int = 4) -> PropertyValue {
        switch below(depth > 0 ? 14 : 11) {
        case 0: return .text(text())
        case 1: return .number(number())
        case 2: return .integer(Int64(bitPattern: next()))
        case 3: return .bool(oneIn(2))
        case 4: return .date(date())
        case 5: return .duration(duration())
        case 6: return .url("https://example.org/\(below(1000))#é")
        case 7: return .person(.init(name: text(), handle: oneIn(2) ? text() : nil, isMe: oneIn(4)))
        case 8:
            return oneIn(2)
                ? .place(.init(name: text(), latitude: Double(below(180) - 90), longitude: 12.25))
                : .place(.init(address: text()))
        case 9: return .measurement(.init(value: number(), unit: name(3)))
        case 10: return .entity(identifier(), name: oneIn(2) ? text() : nil)
        case 11: return .list((0..<below(4)).map { _ in value(depth: depth - 1) })
        case 12: return .record(members(depth: depth - 1))
        default: return .union(case: name(), value: value(depth: depth - 1))
        }
    }

    mutating func members(depth: Int) -> [Entity.Property] {
        var names: Set<String> = []
        return (0..<below(5)).compactMap { _ in
            let name = name()
            return names.insert(name).inserted ? Entity.Property(name, value(depth: depth)) : nil
        }
    }

    mutating func entity() -> Entity {
        var entity = Entity(key: identifier(), display: Display(title: text()))
        if oneIn(2) { entity.index = name() }
        if oneIn(2) { entity.schema = name() }
        if oneIn(2) { entity.display.subtitle = text() }
        if oneIn(2) {
            entity.display.image =
                switch below(3) {
                case 0: .name(name())
                case 1: .systemName(name())
                default: .url("file:///a/\(below(9))")
                }
        }
        if oneIn(2) { entity.display.synonyms = (0..<below(4)).map { _ in text() } }
        if oneIn(2) { entity.url = "https://example.org/\(below(1000))" }
        if oneIn(3) { entity.stableID = name() }
        if oneIn(2) { entity.ownership = Ownership(rawValue: UInt8(below(8))) }
        if oneIn(2) { entity.domain = name() }
        if oneIn(2) { entity.keywords = (0..<below(4)).map { _ in text() } }
        if oneIn(2) { entity.language = "zh-Hant" }
        if oneIn(2) { entity.priority = below(2001) - 1000 }
        if oneIn(4) { entity.hidden = true }
        if oneIn(4) { entity.expires = date() }
        if oneIn(2) { entity.text = text(200) }
        if oneIn(3) {
            entity.passages = (0..<below(4)).map { _ in .init(locator: oneIn(2) ? name() : nil, text: text()) }
        }
        entity.properties = members(depth: 4)
        return entity
    }

    mutating func predicate(depth: Int = 4) -> Predicate {
        switch below(depth > 0 ? 6 : 3) {
        case 3: return .all((0..<below(4)).map { _ in predicate(depth: depth - 1) })
        case 4: return .any((0..<below(4)).map { _ in predicate(depth: depth - 1) })
        case 5: return .not(predicate(depth: depth - 1))
        case 0:
            return .comparison(.init(property: "startDate", op: .between, value: .list([.date(date()), .integer(3)])))
        case 1: return .comparison(.init(property: "a.b", op: .exists, value: .bool(oneIn(2))))
        default: return .comparison(.init(property: "é", op: .equal, value: value(depth: 2)))
        }
    }
}
