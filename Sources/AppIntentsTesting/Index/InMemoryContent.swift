import AlmagestEntities
import Foundation

/// What the index in memory holds.
struct InMemoryContent: Sendable {
    struct Donation: Sendable {
        var id: String
        var intentType: String
        var entities: [EntityID]
    }

    struct Batch: Sendable {
        var bundle: String
        var index: String
        var steps: [Step] = []
    }

    enum Step: Sendable {
        case put(Entity)
        case delete(Scope)
    }

    /// What a delete takes; a level that is left out means all of it.
    struct Scope: Sendable {
        var bundle: String
        var index: String?
        var type: String?
        var identifiers: Set<String>?
        var domain: String?

        func holds(_ entity: Entity) -> Bool {
            entity.key.bundle == bundle && index.map { entity.index == $0 } ?? true
                && type.map { entity.key.type == $0 } ?? true && identifiers?.contains(entity.key.id) ?? true
                && (domain.map { entity.domain == $0 || entity.domain?.hasPrefix($0 + ".") == true } ?? true)
        }
    }

    var entities: [EntityID: Entity] = [:]
    /// When an entity was last put, for an order among equals.
    private(set) var order: [EntityID: Int] = [:]
    var clientStates: [String: String] = [:]
    var batches: [String: Batch] = [:]
    var donations: [Donation] = []
    var relevant: [String: [EntityID]] = [:]
    var screen: [EntityID] = []
    private(set) var seq = 0
    private var names = 0

    mutating func nextName(_ letter: String) -> String {
        names += 1
        return "\(letter)\(names)"
    }

    /// How many entities that took away.
    @discardableResult
    mutating func apply(_ step: Step) -> Int {
        seq += 1
        switch step {
        case .put(let entity):
            if entities[entity.key] == nil { order[entity.key] = seq }
            entities[entity.key] = entity
            return 0
        case .delete(let scope):
            let gone = entities.values.filter(scope.holds).map(\.key)
            for key in gone {
                entities[key] = nil
                order[key] = nil
            }
            return gone.count
        }
    }

    // MARK: Searching

    /// What is found by beginnings of words, best first; everything for a text without words.
    ///
    /// Each word of the text counts 3 where it is a word of the title, 2 where it begins one or is among synonyms and
    /// keywords, 1 where it begins a word of anything else. Ties are in the order of indexing.
    func search(_ text: String, bundles: [String]?, types: [String]? = nil) -> [Entity] {
        let wanted = Self.words(text)
        var found: [(entity: Entity, score: Int, place: Int)] = []
        for entity in entities.values where !entity.hidden {
            guard bundles?.contains(entity.key.bundle) ?? true, types?.contains(entity.key.type) ?? true else {
                continue
            }
            let score = Self.score(entity, wanted)
            if score > 0 || wanted.isEmpty { found.append((entity, score, order[entity.key] ?? 0)) }
        }
        return found.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.entity)
    }

    private static func score(_ entity: Entity, _ wanted: [String]) -> Int {
        let title = words(entity.display.title)
        let other = words((entity.display.synonyms + entity.keywords).joined(separator: " "))
        let rest = words(
            ([entity.display.subtitle, entity.text] + entity.properties.map { $0.value.searchableText })
                .compactMap { $0 }.joined(separator: " "))
        return wanted.reduce(0) { sum, word in
            if title.contains(word) { return sum + 3 }
            if title.contains(where: { $0.hasPrefix(word) }) || other.contains(word) { return sum + 2 }
            return sum + (rest.contains { $0.hasPrefix(word) } ? 1 : 0)
        }
    }

    /// Words in small letters without accents.
    static func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
