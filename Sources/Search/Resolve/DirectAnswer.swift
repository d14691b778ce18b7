import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Text

/// Answers that need no search: a link, an identifier, and words that point at what was mentioned before or is on screen.
struct DirectAnswer: Sendable {
    let engine: SearchEngine
    let rows: RowSet
    let context: DateContext
    /// What was mentioned before, the latest last.
    var mentioned: [EntityID] = []
    let onScreen: OnScreen

    /// Nil when the request is no such thing, or what it points at isn't there. Who says nothing means nothing.
    func answer(_ request: Understanding) async throws -> OnScreen.Answer? {
        if let linked = try await linked(request.request), !linked.isEmpty { return .entities(linked) }
        if request.dates.isEmpty, request.numbers.isEmpty, Self.hasNoWord(request.request) {
            return .entities(try await called(request.request))
        }
        guard let pointer = request.pointer else { return nil }
        // What the caller has just spoken of is nearer than what stands on screen.
        if let said = try await said(pointer, request), !said.isEmpty { return .entities(said) }
        let answer = try await onScreen.answer(pointer, named: Self.named(request))
        if case .entities(let entities) = answer, entities.isEmpty { return nil }
        return answer
    }

    /// Types that the request names.
    private static func named(_ request: Understanding) -> Set<String> {
        Set(request.types.flatMap { $0.words.map(\.key) })
    }

    // MARK: No words

    /// Whether nothing is said in it: it is empty, or white space and signs.
    private static func hasNoWord(_ text: String) -> Bool {
        Analyzer.shared.queryTokens(text, languages: []).allSatisfy { $0.kind == .symbol }
    }

    /// What is called by just these signs.
    private func called(_ signs: String) async throws -> [StoredEntity] {
        let query = LexicalQuery(signs, languages: [], prefix: false)
        guard !query.parsed.isEmpty else { return [] }
        let hits = try await engine.lexical.search(query, within: rows, depth: Self.mostCalled).hits
        let name = Analyzer.shared.fold(signs.trimmingCharacters(in: .whitespacesAndNewlines))
        return try await live(engine.catalog.entities(rows: hits.map(\.row))).filter { stored in
            ([stored.entity.display.title] + stored.entity.display.synonyms).contains {
                Analyzer.shared.fold($0) == name
            }
        }
    }

    private static let mostCalled = 50

    // MARK: Links

    private func linked(_ text: String) async throws -> [StoredEntity]? {
        for part in text.split(whereSeparator: \.isWhitespace).prefix(RequestToken.maximum) {
            let bare = part.trimmingCharacters(in: CharacterSet(charactersIn: "<>()[]{}\"'“”,;!"))
            if bare.contains("://") {
                let predicate = Predicate.any(
                    Self.spellings(bare).map { .comparison(.init(property: "url", op: .equal, value: .text($0))) })
                let found = try await engine.properties.rows(matching: predicate, context: context, within: rows)
                if !found.isEmpty { return try await live(engine.catalog.entities(rows: found.rows)) }
            } else if bare.split(separator: "/").count >= 3, let id = try? EntityID(argument: bare) {
                let found = try await live(engine.catalog.entities(ids: [id]).compactMap { $0 })
                if !found.isEmpty { return found }
            }
        }
        return nil
    }

    /// The link as it is and as it may be written: host in lower case, without slash, query or fragment at the end.
    static func spellings(_ link: String) -> [String] {
        var result = [link]
        func add(_ text: String) { if !text.isEmpty, !result.contains(text) { result.append(text) } }
        var base = link
        while let last = base.last, ".?:".contains(last) { base.removeLast() }
        if let range = base.range(of: "://") {
            let rest = base[range.upperBound...]
            let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            base = base[..<range.lowerBound].lowercased() + "://" + host.lowercased() + rest.dropFirst(host.count)
        }
        for text in [base, String(base.prefix { $0 != "#" }), String(base.prefix { $0 != "?" && $0 != "#" })] {
            let bare = text.hasSuffix("/") ? String(text.dropLast()) : text
            add(text)
            add(bare)
            add(bare + "/")
            if let decoded = bare.removingPercentEncoding { add(decoded) }
        }
        return result
    }

    // MARK: Mentioned before

    /// What is meant of what was mentioned, of the types accepted and of the one that the request names.
    private func said(_ pointer: Understanding.Pointer, _ request: Understanding) async throws -> [StoredEntity]? {
        guard !mentioned.isEmpty else { return nil }
        let stored = try await live(engine.catalog.entities(ids: mentioned).compactMap { $0 })
        let byID = Dictionary(stored.map { ($0.entity.key, $0) }, uniquingKeysWith: { first, _ in first })
        let named = Self.named(request)
        let fitting = mentioned.compactMap { byID[$0] }.filter {
            named.isEmpty || !named.isDisjoint(with: onScreen.accepted.keys(of: $0.entity))
        }
        // One that is mentioned twice stands where it was mentioned first, and is the latest if it was so last.
        var seen = Set<EntityID>()
        let places = fitting.filter { seen.insert($0.entity.key).inserted }
        guard let latest = fitting.last else { return nil }
        switch pointer {
        case .this:
            let areSeveral = request.types.contains { $0.words.allSatisfy(\.isPlural) }
            return areSeveral ? places : [latest]
        case .nth(let number): return places.indices.contains(number - 1) ? [places[number - 1]] : nil
        case .last: return places.last.map { [$0] }
        case .other: return places.filter { $0.entity.key != latest.entity.key }
        }
    }

    private func live(_ stored: [StoredEntity]) -> [StoredEntity] {
        let now = context.now.timeIntervalSince1970
        return stored.filter {
            rows.contains($0.row) && engine.catalog.rows.isLive($0.row, revision: $0.revision, now: now)
        }
    }
}
