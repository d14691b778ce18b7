import AlmagestEntities
import Providers

/// What of a screen only apps can tell: what is shown and not indexed.
struct ScreenNeeds: Sendable {
    /// A list whose elements were not said one by one.
    struct List: Sendable {
        /// Bundle and type, without an identifier.
        var kind: EntityID
        /// So many of the first are wanted.
        var count: Int
    }

    var entities: [EntityID] = []
    var lists: [List] = []

    var isEmpty: Bool { entities.isEmpty && lists.isEmpty }
}

/// What apps have told of what they show: the text of the display alone.
struct ShownEntities: Sendable {
    var entities: [EntityID: Entity] = [:]
    /// The first of each list, by bundle and type.
    var lists: [EntityID: [Entity]] = [:]

    /// All of them, each once.
    var all: [Entity] {
        var seen = Set<EntityID>()
        let listed = lists.sorted { $0.key < $1.key }.flatMap(\.value)
        return (entities.sorted { $0.key < $1.key }.map(\.value) + listed).filter { seen.insert($0.key).inserted }
    }
}

/// Asks apps for the names of what they show, side by side, each within its time for `values`.
struct ScreenQuestion: Sendable {
    let providers: Providers
    let needs: ScreenNeeds

    /// Asking takes so many pages of a list at most.
    private static let mostPages = 100

    /// What they tell, and the apps that failed.
    func answers() async -> (shown: ShownEntities, failed: [String]) {
        var parts: [ExactName: ScreenNeeds] = [:]
        for id in needs.entities { parts[ExactName(id.bundle), default: ScreenNeeds()].entities.append(id) }
        for list in needs.lists { parts[ExactName(list.kind.bundle), default: ScreenNeeds()].lists.append(list) }
        let asked = parts
        let answers = await withTaskGroup(of: Answer.self, returning: [Answer].self) { group in
            for (bundle, part) in asked {
                group.addTask { await answer(of: bundle.text, part) }
            }
            var answers: [Answer] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.bundle < $1.bundle }
        }
        var shown = ShownEntities()
        for answer in answers {
            shown.entities.merge(answer.shown.entities) { first, _ in first }
            shown.lists.merge(answer.shown.lists) { first, _ in first }
        }
        return (shown, answers.filter(\.hasFailed).map(\.bundle))
    }

    private struct Answer: Sendable {
        let bundle: String
        var shown = ShownEntities()
        var hasFailed = false
    }

    /// What one app tells; what it had told before it failed counts.
    private func answer(of bundle: String, _ needs: ScreenNeeds) async -> Answer {
        var answer = Answer(bundle: bundle)
        let deadline = ContinuousClock.now + .milliseconds(providers.settings.valuesMilliseconds)
        do throws(AlmagestError) {
            let types = Dictionary(grouping: needs.entities) { ExactName($0.type) }
            for (type, ids) in types.sorted(by: { $0.key.text < $1.key.text }) {
                let wanted = Set(ids)
                for entity in try await displayed(ids, of: bundle, type.text, until: deadline)
                where wanted.contains(entity.key) {
                    answer.shown.entities[entity.key] = entity
                }
            }
            for list in needs.lists {
                answer.shown.lists[list.kind] = try await first(list, until: deadline)
            }
        } catch {
            answer.hasFailed = true
        }
        return answer
    }

    private func displayed(
        _ ids: [EntityID], of bundle: String, _ type: String, until deadline: ContinuousClock.Instant
    ) async throws(AlmagestError) -> [Entity] {
        let answersDisplay = await providers.answers(.display, of: bundle)
        let request = ProvidedEntities.request(for: ids, of: type, components: answersDisplay ? ["text"] : nil)
        let answer = try await call(answersDisplay ? .display : .entities, of: bundle, request, until: deadline)
        return try read(answer, of: bundle)
    }

    /// The first of all entities of a type, in the order in which the app gives them.
    private func first(
        _ list: ScreenNeeds.List, until deadline: ContinuousClock.Instant
    ) async throws(AlmagestError) -> [Entity] {
        let wanted = min(list.count, providers.settings.results)
        var found: [Entity] = []
        var seen = Set<EntityID>()
        var cursor: JSONValue?
        for _ in 0..<Self.mostPages where found.count < wanted {
            var request = JSONWriter()
            request.beginObject()
            request.key("type")
            request.string(list.kind.type)
            if let cursor {
                request.key("cursor")
                request.value(cursor)
            }
            request.endObject()
            let answer = try await call(.all, of: list.kind.bundle, request.bytes, until: deadline)
            found += try read(answer, of: list.kind.bundle).filter {
                $0.key.type.hasSameBytes(as: list.kind.type) && seen.insert($0.key).inserted
            }
            guard let next = answer["cursor"], !next.isNull else { break }
            cursor = next
        }
        return Array(found.prefix(wanted))
    }

    private func call(
        _ call: ProviderCall, of bundle: String, _ request: [UInt8], until deadline: ContinuousClock.Instant
    ) async throws(AlmagestError) -> JSONValue {
        try await providers.call(
            call, of: bundle, request, timeout: max(.milliseconds(1), deadline - .now))
    }

    /// The text alone, whatever else was sent.
    private func read(_ answer: JSONValue, of bundle: String) throws(AlmagestError) -> [Entity] {
        try ProvidedEntities(providers: providers).read(answer["entities"], of: bundle, path: "entities").map { given in
            var entity = Entity(key: given.key, display: given.display)
            entity.display.image = nil
            entity.schema = given.schema
            entity.hidden = given.hidden
            return entity
        }
    }
}
