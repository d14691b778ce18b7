import AlmagestEntities
import Foundation

/// How like the properties that are known of something are to those of an entity, 0 to 1.
struct PropertyLikeness: Sendable {
    let context: DateContext

    /// Mean over the properties given; one that stands elsewhere in the entity counts half.
    func likeness(_ wanted: [Entity.Property], _ entity: Entity) -> Double {
        guard !wanted.isEmpty else { return 0 }
        let everywhere = Set(Measure.Fields(entity, schema: nil).all)
        var sum = 0.0
        for property in wanted {
            var best = 0.0
            if let own = entity[property: property.name] { best = likeness(property.value, own) }
            if property.name == "title" || property.name == "name" {
                best = max(best, likeness(property.value, .text(entity.display.title)))
            }
            if best < 0.5 { best = max(best, 0.5 * coverage(property.value.texts, everywhere)) }
            sum += best
        }
        return sum / Double(wanted.count)
    }

    func likeness(_ wanted: PropertyValue, _ own: PropertyValue) -> Double {
        switch (wanted, own) {
        case (.list(let elements), _):
            guard !elements.isEmpty else { return 0 }
            return elements.reduce(0) { $0 + likeness($1, own) } / Double(elements.count)
        case (_, .list(let elements)): return elements.reduce(0) { max($0, likeness(wanted, $1)) }
        case (.union(_, let payload), _): return likeness(payload, own)
        case (_, .union(_, let payload)): return likeness(wanted, payload)
        case (.person(let person), .person(let other)): return likeness(person, other)
        case (.place(let place), .place(let other)): return likeness(place, other)
        case (.date(let date), .date(let other)): return likeness(date, other)
        case (.bool(let a), .bool(let b)): return a == b ? 1 : 0
        case (.integer, _), (.number, _), (.duration, _), (.measurement, _):
            if let a = wanted.amount, let b = own.amount { return abs(a - b) <= 1e-9 * max(abs(a), abs(b)) ? 1 : 0 }
        case (.entity(let id, let name), .entity(let other, let otherName)):
            if id == other { return 1 }
            if name == nil || otherName == nil { return 0 }
        case (.record(let members), .record(let others)):
            guard !members.isEmpty else { return 0 }
            let sum = members.reduce(0.0) { sum, member in
                sum + (others.first { $0.name == member.name }.map { likeness(member.value, $0.value) } ?? 0)
            }
            return sum / Double(members.count)
        default: break
        }
        let (asked, found) = (wanted.texts.flatMap(Measure.words), Set(own.texts.flatMap(Measure.words)))
        guard !asked.isEmpty, !found.isEmpty else { return 0 }
        let covered = coverage(wanted.texts, found)
        let share = Double(found.intersection(asked).count) / Double(found.count)
        return 0.7 * covered + 0.3 * share
    }

    func likeness(_ wanted: PropertyValue.Person, _ own: PropertyValue.Person) -> Double {
        if wanted.isMe || own.isMe { return wanted.isMe == own.isMe ? 1 : 0 }
        if let identifier = wanted.identifier, identifier == own.identifier { return 1 }
        if let handle = wanted.handle, let other = own.handle, handle.lowercased() == other.lowercased() { return 1 }
        guard let name = wanted.name, let other = own.name else { return 0 }
        return coverage([name], Set(Measure.words(other)))
    }

    func likeness(_ wanted: PropertyValue.Place, _ own: PropertyValue.Place) -> Double {
        var best = 0.0
        if let distance = wanted.kilometres(to: own) { best = max(0, 1 - distance / 10) }
        let texts = [wanted.name, wanted.address].compactMap { $0 }
        let words = Set([own.name, own.address].compactMap { $0 }.flatMap(Measure.words))
        if !texts.isEmpty { best = max(best, coverage(texts, words)) }
        return best
    }

    private func likeness(_ wanted: DateValue, _ own: DateValue) -> Double {
        let (a, b) = (wanted.interval(in: context), own.interval(in: context))
        if a.lowerBound == b.lowerBound { return 1 }
        if a.overlaps(b) || a.contains(b.lowerBound) { return 0.9 }
        return abs(a.lowerBound - b.lowerBound) < 86_400 ? 0.5 : 0
    }

    private func coverage(_ texts: [String], _ words: Set<String>) -> Double {
        let asked = texts.flatMap(Measure.words)
        guard !asked.isEmpty else { return 0 }
        return asked.reduce(0) { $0 + Measure.likeness($1, words) } / Double(asked.count)
    }
}

extension Measure.Fields {
    var all: Set<String> { title.union(maker).union(container).union(other) }
}

extension PropertyValue {
    fileprivate var amount: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .duration(let duration): duration.seconds
        case .measurement(let measurement): measurement.value
        default: nil
        }
    }

    /// The values within it that `pick` wants, outermost first.
    func all<Found>(_ pick: (PropertyValue) -> Found?) -> [Found] {
        if let found = pick(self) { return [found] }
        switch self {
        case .list(let elements): return elements.prefix(256).flatMap { $0.all(pick) }
        case .record(let members): return members.prefix(256).flatMap { $0.value.all(pick) }
        case .union(_, let payload): return payload.all(pick)
        default: return []
        }
    }
}

extension PropertyValue.Place {
    /// Great-circle distance (haversine, mean radius 6,371 km); nil unless both have coordinates.
    func kilometres(to other: PropertyValue.Place) -> Double? {
        guard let latitude, let longitude, let to = other.latitude, let toLongitude = other.longitude else {
            return nil
        }
        let degree = Double.pi / 180
        let (a, b) = (sin((to - latitude) * degree / 2), sin((toLongitude - longitude) * degree / 2))
        let half = a * a + cos(latitude * degree) * cos(to * degree) * b * b
        return 2 * 6_371 * asin(min(1, half.squareRoot()))
    }
}
