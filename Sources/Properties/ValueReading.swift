import AlmagestEntities
import Foundation
import SQLite

/// Reads the value of a comparison as a column of one kind understands it.
///
/// A bare string is read by the column: `"2026-06-01"` against dates is that whole day, `"PT3H"` against durations
/// three hours, `"12.5"` against numbers a number, `"true"` against bools, an identifier against references.
struct ValueReading {
    let context: DateContext

    /// A range of values that a literal stands for: a point, except for a whole day.
    struct Span {
        var lower: SQLiteValue
        /// Whether `upper` itself still belongs to it.
        var includesUpper: Bool
        var upper: SQLiteValue

        static func point(_ value: SQLiteValue) -> Span { Span(lower: value, includesUpper: true, upper: value) }
    }

    /// The span in a column of that kind; nil if the value is none of that kind.
    func span(_ value: PropertyValue, _ kind: ColumnKind) -> Span? {
        switch kind {
        case .bool: bool(value).map { .point(.integer($0 ? 1 : 0)) }
        case .number: number(value).map { .point($0) }
        case .duration: duration(value).map { .point(.real($0)) }
        case .instant, .local: date(value).map { span($0, kind) }
        case .text: text(value).map { .point(.text(Folding.fold($0))) }
        case .reference: reference(value).map { .point(.text($0)) }
        }
    }

    private func bool(_ value: PropertyValue) -> Bool? {
        switch value {
        case .bool(let bool): bool
        case .text("true"): true
        case .text("false"): false
        default: nil
        }
    }

    private func number(_ value: PropertyValue) -> SQLiteValue? {
        switch value {
        case .integer(let integer): return .integer(integer)
        case .number(let number): return number.isNaN ? nil : .real(number)
        case .measurement(let measurement): return measurement.value.isNaN ? nil : .real(measurement.value)
        case .text(let text):
            if let integer = Int64(text) { return .integer(integer) }
            guard let number = Double(text), number.isFinite else { return nil }
            return .real(number)
        default: return nil
        }
    }

    private func duration(_ value: PropertyValue) -> Double? {
        switch value {
        case .duration(let duration): duration.seconds
        case .integer(let seconds): Double(seconds)
        case .number(let seconds): seconds.isNaN ? nil : seconds
        case .text(let text): (try? DurationValue(parsing: text))?.seconds
        default: nil
        }
    }

    private func date(_ value: PropertyValue) -> DateValue? {
        switch value {
        case .date(let date): date.seconds.isFinite ? date : nil
        case .text(let text): try? DateValue(parsing: text)
        default: nil
        }
    }

    /// Whether it is a number, or a list with one in it.
    func isNumber(_ value: PropertyValue) -> Bool {
        switch value {
        case .integer, .number: true
        case .list(let values): values.contains { isNumber($0) }
        default: false
        }
    }

    func text(_ value: PropertyValue) -> String? {
        switch value {
        case .text(let text), .url(let text): text
        case .integer(let integer): String(integer)
        case .person(let person): person.handle ?? person.name
        case .place(let place): place.name ?? place.address
        default: nil
        }
    }

    private func reference(_ value: PropertyValue) -> String? {
        switch value {
        case .entity(let id, _): id.text
        case .text(let text): (try? EntityID(text: text))?.text
        default: nil
        }
    }

    /// Instants are compared in UTC. Floating times and whole days are compared by the clock on the wall, so that a
    /// day is that day everywhere; an instant is put on the wall of the context's zone for it.
    private func span(_ date: DateValue, _ kind: ColumnKind) -> Span {
        switch (kind, date.form) {
        case (.instant, .allDay):
            let day = date.interval(in: context)
            return Span(lower: .real(day.lowerBound), includesUpper: false, upper: .real(day.upperBound))
        case (.instant, .instant): return .point(.real(date.seconds))
        case (.instant, .floating): return .point(.real(date.interval(in: context).lowerBound))
        case (_, .allDay):
            return Span(lower: .real(date.seconds), includesUpper: false, upper: .real(date.seconds + 86_400))
        case (_, .floating): return .point(.real(date.seconds))
        case (_, .instant): return .point(.real(date.seconds + offset(at: date.seconds)))
        }
    }

    private func offset(at seconds: Double) -> Double {
        Double(context.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    }

    /// Why a value cannot be read by any of the kinds, as precisely as it can be said.
    func refusal(of value: PropertyValue, kinds: [ColumnKind], path: String, property: String) -> AlmagestError {
        if case .text(let text) = value, kinds.allSatisfy({ $0 == .instant || $0 == .local }) {
            do throws(AlmagestError) {
                _ = try DateValue(parsing: text)
            } catch {
                return error.path == nil ? error.within(path) : error
            }
        }
        var words: [String] = []
        for kind in kinds where !words.contains(kind.words) { words.append(kind.words) }
        return AlmagestError(
            .invalidPredicate, "\(property) holds \(words.joined(separator: " or ")), which this value is not.",
            path: path)
    }
}
