internal import AlmagestEntities
import Foundation

/// Items of the app as the index has them.
struct ItemSource: Sendable {
    let link: DaemonLink

    /// Entities that are read back in one call.
    private static let readTogether = 200
    /// Results of one page, the most that a call gives.
    private static let page = 1_000

    /// Looks through everything that a condition lets pass, in the order of the index; `body` says whether to go on.
    func forEach(
        matching condition: AlmagestEntities.Predicate?, _ body: ([CSSearchableItem]) async throws -> Bool
    ) async throws {
        do {
            try await walk(condition, body)
        } catch let error as AlmagestError
            where condition != nil && [.invalidPredicate, .invalidDate, .invalidIdentifier].contains(error.name)
        {
            // A value of a kind that the index has nowhere at that path: everything is looked at instead.
            try await walk(nil, body)
        }
    }

    private func walk(
        _ condition: AlmagestEntities.Predicate?, _ body: ([CSSearchableItem]) async throws -> Bool
    ) async throws {
        try await waitUntilCurrent(condition)
        var cursor: String?
        repeat {
            try Task.checkCancellation()
            let reply = try await link.read("find") { writer in
                writeScope(condition, to: &writer)
                writer.key("limit")
                writer.integer(Self.page)
                writer.key("fields")
                writer.beginArray()
                writer.endArray()
                if let cursor {
                    writer.key("cursor")
                    writer.string(cursor)
                }
            }
            let ids = Self.identifiers(reply)
            for start in stride(from: 0, to: ids.count, by: Self.readTogether) {
                let items = try await items(Array(ids[start..<min(start + Self.readTogether, ids.count)]))
                guard try await body(items) else { return }
            }
            cursor = reply["cursor"]?.string
        } while cursor != nil
    }

    /// How long a query waits for what this process has indexed, and how often it looks meanwhile.
    private static let patienceMilliseconds = 5_000
    private static let pause = Duration.milliseconds(10)

    /// What this process has indexed is to be found by it: waits for the projection that answers conditions. It may have
    /// what came last before it has all that came earlier.
    private func waitUntilCurrent(_ condition: AlmagestEntities.Predicate?) async throws {
        let seq = link.lastSeq
        guard let condition, seq > 0 else { return }
        let deadline = ContinuousClock.now + .milliseconds(Self.patienceMilliseconds)
        while true {
            let reply = try await link.read("search") { writer in
                writer.key("query")
                writer.string("")
                writer.key("mode")
                writer.string("lexical")
                writeScope(condition, to: &writer)
                writer.key("limit")
                writer.integer(0)
                writer.key("after")
                writer.integer(seq)
                writer.key("budgetMilliseconds")
                writer.integer(Self.patienceMilliseconds)
            }
            let isBehind = reply["partial"]?.elements.contains { $0.string == "properties" } ?? false
            if !isBehind || ContinuousClock.now >= deadline { return }
            try await Task.sleep(for: Self.pause)
        }
    }

    /// Identifiers that a text finds, best first.
    func search(
        _ text: String, condition: AlmagestEntities.Predicate?, limit: Int, offset: Int, mode: String, language: String?
    ) async throws -> [EntityID] {
        let seq = link.lastSeq
        let reply = try await link.read("search") { writer in
            writer.key("query")
            writer.string(text)
            writer.key("mode")
            writer.string(mode)
            writeScope(condition, to: &writer)
            writer.key("limit")
            writer.integer(min(limit, Self.page))
            writer.key("offset")
            writer.integer(offset)
            writer.key("fields")
            writer.beginArray()
            writer.endArray()
            if seq > 0 {
                writer.key("after")
                writer.integer(seq)
            }
            if let language {
                writer.key("language")
                writer.string(language)
            }
        }
        return Self.identifiers(reply)
    }

    /// What a beginning of a text may go on to.
    func suggestions(_ prefix: String, limit: Int) async throws -> [(text: String, entity: EntityID?)] {
        let reply = try await link.read("suggest") { writer in
            writer.key("prefix")
            writer.string(prefix)
            writer.key("bundles")
            writer.beginArray()
            writer.string(link.bundle)
            writer.endArray()
            writer.key("limit")
            writer.integer(limit)
        }
        return (reply["suggestions"].map { Array($0.elements) } ?? []).compactMap { suggestion in
            suggestion["text"]?.string.map { ($0, Self.identifier(suggestion)) }
        }
    }

    /// Items in the order of their identifiers; those that are gone meanwhile are left out.
    func items(_ ids: [EntityID]) async throws -> [CSSearchableItem] {
        guard !ids.isEmpty else { return [] }
        let reply = try await link.read("entities") { writer in
            writer.key("identifiers")
            writer.beginArray()
            for id in ids { writer.string(id.text) }
            writer.endArray()
        }
        return (reply["entities"].map { Array($0.elements) } ?? []).compactMap { json in
            guard case .success(let decoded) = Entity.decode(json: json) else { return nil }
            return CSSearchableItem(entity: decoded.entity)
        }
    }

    // MARK: Parts

    private func writeScope(_ condition: AlmagestEntities.Predicate?, to writer: inout JSONWriter) {
        writer.key("bundles")
        writer.beginArray()
        writer.string(link.bundle)
        writer.endArray()
        writer.key("timeZone")
        writer.string(TimeZone.current.identifier)
        guard let condition else { return }
        writer.key("where")
        condition.write(to: &writer)
    }

    private static func identifiers(_ reply: JSONValue) -> [EntityID] {
        (reply["results"].map { Array($0.elements) } ?? []).compactMap { identifier($0) }
    }

    private static func identifier(_ result: JSONValue) -> EntityID? {
        guard let entity = result["entity"], let bundle = entity["bundle"]?.string, let type = entity["type"]?.string,
            let id = entity["id"]?.string
        else { return nil }
        return EntityID(bundle: bundle, type: type, id: id)
    }
}
