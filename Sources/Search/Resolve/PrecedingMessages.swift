import AlmagestEntities
import Catalog
import Foundation
import Properties

/// What was said right before a message in its conversation: an answer often has none of the words of its question.
struct PrecedingMessages: Sendable {
    let engine: SearchEngine
    /// What is accepted.
    let rows: RowSet
    let context: DateContext

    /// What is longer ago is not what was answered.
    private static let seconds = 3_600.0
    /// Conversations that are looked through, those with the most candidates.
    private static let conversations = 8
    /// Properties that say which conversation a message belongs to.
    private static let names = ["conversation", "thread", "channel", "chat"]

    /// Where a message stands: the property and value that its conversation has in common, and when it was sent.
    private struct Place {
        var row: RowID
        var property: String
        var value: PropertyValue
        var date: String
        var moment: Double

        init?(_ text: CandidateText) {
            let properties = text.stored.entity.properties
            guard let date = text.date, date.value.form == .instant,
                let dated = properties.first(where: { $0.name.lowercased() == date.path }),
                let conversation = properties.first(where: { names.contains($0.name.lowercased()) })
            else { return nil }
            switch conversation.value {
            case .text, .entity: value = conversation.value
            default: return nil
            }
            row = text.stored.row
            property = conversation.name
            self.date = dated.name
            moment = date.value.seconds
        }
    }

    private struct Conversation: Hashable {
        var property: String
        var value: PropertyValue
        var date: String
    }

    /// The row right before each of the messages, where there is one.
    func rows(before messages: [CandidateText]) async throws -> [RowID: RowID] {
        let places = Dictionary(grouping: messages.compactMap(Place.init)) {
            Conversation(property: $0.property, value: $0.value, date: $0.date)
        }
        let most = places.sorted { ($0.value.count, $1.value[0].row) > ($1.value.count, $0.value[0].row) }
        var result: [RowID: RowID] = [:]
        for (conversation, places) in most.prefix(Self.conversations) {
            let places = places.sorted { $0.moment < $1.moment }
            let condition = Predicate.comparison(
                .init(property: conversation.property, op: .equal, value: conversation.value))
            let said = try await engine.properties.rows(matching: condition, context: context, within: rows)
            let latest = try await engine.properties.latest(
                before: places.map(\.moment), of: said, at: conversation.date)
            for (place, before) in zip(places, latest) {
                guard let before, place.moment - before.value <= Self.seconds else { continue }
                result[place.row] = before.row
            }
        }
        return result
    }
}
