import AlmagestEntities
import Catalog
import Foundation
import Properties
import Providers

/// From links to the entities that they lead to: by their own links, by the templates of manifests, and from messages that
/// carry links.
struct LinkResolver: Sendable {
    let engine: SearchEngine
    let providers: Providers

    /// Entities that a link leads to, the most exact first; at most `limit`.
    func entities(_ link: Link, limit: Int = 20) async throws -> [Entity] {
        var entities = Array(try await indexed(link).prefix(limit))
        guard let id = await named(by: link), !entities.contains(where: { $0.key == id }) else { return entities }
        if let known = try await engine.catalog.entities(ids: [id]).first ?? nil {
            entities += try await visible([known.row])
        } else if let given = try? await ProvidedEntities(providers: providers).entities([id]).first {
            // Nobody but the app knows it; when the app cannot be asked, the link leads nowhere.
            entities.append(given)
        }
        return entities
    }

    /// Whether a link is some entity's own, or one that a manifest's template names.
    func isKnown(_ link: Link) async throws -> Bool {
        if await named(by: link) != nil { return true }
        return try await !indexed(link).isEmpty
    }

    /// Entities of the index that have the link, the most exact first.
    private func indexed(_ link: Link) async throws -> [Entity] {
        let rows = try await engine.properties.rows(linked: link.key)
        var found: [(entity: Entity, parameters: Int)] = []
        for entity in try await visible(Array(rows.rows.prefix(1_000))) {
            // Folding and the length of a key may have brought others.
            guard let own = entity.url.flatMap({ Link($0) }), link.leads(to: own) else { continue }
            found.append((entity, own.parameters.count))
        }
        found.sort { ($0.parameters, $1.entity.key) > ($1.parameters, $0.entity.key) }
        return found.map(\.entity)
    }

    /// The entity that a manifest's template names.
    private func named(by link: Link) async -> EntityID? {
        guard let id = await providers.entity(for: link), engine.reach.allows(id.bundle) else { return nil }
        return id
    }

    /// Entities that the links in the texts of these rows lead to, in the order of the rows.
    func entities(mentionedIn rows: [RowID]) async throws -> [(from: Entity, to: Entity)] {
        var found: [(from: Entity, to: Entity)] = []
        for entity in try await visible(rows) {
            for link in entity.mentionedLinks {
                for target in try await entities(link, limit: 2) where target.key != entity.key {
                    found.append((entity, target))
                }
            }
        }
        return found
    }

    private func visible(_ rows: [RowID]) async throws -> [Entity] {
        let now = Date().timeIntervalSince1970
        return try await engine.catalog.entities(rows: rows).filter { stored in
            !stored.entity.hidden && engine.reach.allows(stored.entity.key.bundle)
                && engine.catalog.rows.isLive(stored.row, revision: stored.revision, now: now)
        }.map(\.entity)
    }
}
