import AlmagestEntities
import Catalog
import Foundation
import Providers

/// What apps say is on screen, as far as it is of the types accepted: what words that point mean, and what may be named
/// though it is not indexed.
struct OnScreen: Sendable {
    let engine: SearchEngine
    let providers: Providers
    /// Those that are accepted and may be shown.
    let rows: RowSet
    let accepted: AcceptedTypes
    /// Seconds since 1970.
    let now: Double
    /// What apps have told of what they show; nil before they were asked.
    let told: ShownEntities?

    enum Answer: Sendable {
        case entities([StoredEntity])
        /// Nobody but an app can tell.
        case asks(ScreenNeeds)
    }

    /// Something shown.
    private enum Place {
        case known(StoredEntity)
        /// Not indexed: only its app knows it.
        case unknown(EntityID)
        /// One of a list whose elements were not said one by one.
        case listed(ScreenNeeds.List)
        /// Not to be shown any more.
        case gone
    }

    private struct Shown {
        var places: [(place: Place, isSelected: Bool)] = []
        var whole: Place?
        var lists: [ScreenNeeds.List] = []

        var isEmpty: Bool { places.isEmpty && whole == nil && lists.isEmpty }
    }

    /// Names are looked for on so many screens, those that were stated last.
    private static let mostScreens = 8

    private var screens: [ScreenStatement] {
        engine.catalog.context.screens().filter { engine.reach.allows($0.bundle) }
    }

    // MARK: Words that point

    /// What is meant by words that point: what is selected, the only thing, or the one of that place, of the app that spoke
    /// last and shows such a thing. `named` are the types that the request names.
    func answer(_ pointer: Understanding.Pointer, named: Set<String>) async throws -> Answer {
        for screen in screens {
            var shown = try await self.shown(screen, named)
            if shown.isEmpty, !named.isEmpty { shown = try await self.shown(screen, []) }
            var needs = ScreenNeeds()
            var found: [StoredEntity] = []
            var isUntold = false
            for place in pointed(pointer, shown) {
                switch place {
                case .gone: continue
                case .known(let stored): found.append(stored)
                case .unknown(let id):
                    if let entity = told?.entities[id] {
                        found += try await visible(entity)
                    } else if await asks(id.bundle, .display, .entities) {
                        isUntold = true
                        needs.entities.append(id)
                    }
                case .listed(let list):
                    if let entities = told?.lists[list.kind] {
                        if entities.count >= list.count { found += try await visible(entities[list.count - 1]) }
                    } else if await asks(list.kind.bundle, .all) {
                        isUntold = true
                        needs.lists.append(list)
                    }
                }
            }
            if told == nil, !needs.isEmpty { return .asks(needs) }
            // What stands there is meant even where its app could not tell it, and nothing behind it.
            if !found.isEmpty || isUntold { return .entities(found) }
        }
        return .entities([])
    }

    private func pointed(_ pointer: Understanding.Pointer, _ shown: Shown) -> [Place] {
        switch pointer {
        case .this:
            let selected = shown.places.filter(\.isSelected).map(\.place)
            if !selected.isEmpty { return selected }
            if let whole = shown.whole { return [whole] }
            if shown.places.isEmpty, shown.lists.count == 1, shown.lists[0].count == 1 {
                return [.listed(shown.lists[0])]
            }
            return shown.places.map(\.place)
        case .nth(let number):
            if shown.places.indices.contains(number - 1) { return [shown.places[number - 1].place] }
            guard number > 0, let list = shown.lists.first(where: { $0.count >= number }) else { return [] }
            return [.listed(ScreenNeeds.List(kind: list.kind, count: number))]
        case .last:
            // Of a list that goes on the last one is not among those that are seen.
            if let list = shown.lists.first(where: { $0.count > shown.places.count }) { return [.listed(list)] }
            return shown.places.last.map { [$0.place] } ?? []
        case .other: return []
        }
    }

    // MARK: Names

    /// All that is shown and not indexed, as far as its app can be asked for it.
    func unknown() async throws -> ScreenNeeds {
        var needs = ScreenNeeds()
        let screens = screens.prefix(Self.mostScreens)
        if screens.isEmpty { return needs }
        let indexed = Set(
            engine.catalog.counts().filter { $0.entities > 0 }.map {
                EntityID(bundle: $0.bundle, type: $0.type, id: "")
            })
        for screen in screens {
            let shown = try await self.shown(screen, [])
            let unknown = (shown.places.map(\.place) + [shown.whole].compactMap { $0 }).compactMap { place in
                if case .unknown(let id) = place { id } else { nil }
            }
            if !unknown.isEmpty, await asks(screen.bundle, .display, .entities) { needs.entities += unknown }
            // What of a type is indexed is found there.
            let lists = shown.lists.filter { !indexed.contains($0.kind) }
            if !lists.isEmpty, await asks(screen.bundle, .all) { needs.lists += lists }
        }
        return needs
    }

    // MARK: Parts

    private func asks(_ bundle: String, _ calls: ProviderCall...) async -> Bool {
        for call in calls where await providers.answers(call, of: bundle) { return true }
        return false
    }

    /// What is shown of the types accepted and of those named, in the order of the places.
    private func shown(_ screen: ScreenStatement, _ named: Set<String>) async throws -> Shown {
        let manifest = await providers.manifest(of: screen.bundle)
        let views = screen.views.enumerated().sorted { a, b in
            (a.element.position ?? a.offset, a.offset) < (b.element.position ?? b.offset, b.offset)
        }.map(\.element)
        let stored = try await engine.catalog.entities(
            ids: views.map(\.entity) + (screen.activityEntity.map { [$0] } ?? [])
        ).compactMap { $0 }
        let indexed = Dictionary(stored.map { ($0.entity.key, $0) }) { first, _ in first }
        func fits(_ type: String, _ schema: String?) -> Bool {
            accepted.takes(type, schema: schema)
                && (named.isEmpty || !named.isDisjoint(with: accepted.keys(of: type, schema: schema)))
        }
        func place(_ id: EntityID) -> Place? {
            let known = indexed[id]
            guard fits(id.type, known?.entity.schema ?? manifest?.schema(of: id.type)) else { return nil }
            guard let known else { return .unknown(id) }
            return isShown(known) ? .known(known) : .gone
        }
        var shown = Shown()
        for view in views {
            if let place = place(view.entity) { shown.places.append((place, view.selected)) }
        }
        shown.whole = screen.activityEntity.flatMap(place)
        for list in screen.lists where list.count > 0 && fits(list.type, manifest?.schema(of: list.type)) {
            let kind = EntityID(bundle: screen.bundle, type: list.type, id: "")
            shown.lists.append(ScreenNeeds.List(kind: kind, count: list.count))
        }
        return shown
    }

    private func isShown(_ stored: StoredEntity) -> Bool {
        rows.contains(stored.row) && engine.catalog.rows.isLive(stored.row, revision: stored.revision, now: now)
    }

    /// What an app has told, as the index has it where it does; nothing of what may not be shown.
    private func visible(_ entity: Entity) async throws -> [StoredEntity] {
        guard let known = try await engine.catalog.entities(ids: [entity.key]).first ?? nil else {
            return entity.hidden ? [] : [StoredEntity(row: .max, revision: 0, entity: entity)]
        }
        return isShown(known) ? [known] : []
    }
}
