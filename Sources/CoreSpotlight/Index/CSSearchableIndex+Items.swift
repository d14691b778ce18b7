package import AlmagestEntities
import Foundation

extension CSSearchableIndex {
    /// Adds items, or replaces those with the same identifiers.
    ///
    /// Returns when they are stored. In a batch nothing is stored before its end.
    ///
    /// - Throws: `CSIndexError`; `invalidItemError` names the items that could not be stored, the others are.
    nonisolated(nonsending) public func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
        try await donate(try requests(items)).check()
    }

    /// Adds items, or replaces those with the same identifiers; the handler is called when they are stored.
    public func indexSearchableItems(
        _ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        do {
            let reply = donate(try requests(items))
            finish(completionHandler) { try await reply.check() }
        } catch {
            finish(completionHandler) { throw error }
        }
    }

    /// Removes the items with those identifiers.
    nonisolated(nonsending) public func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws {
        try await delete(identifiers).check()
    }

    /// Removes the items with those identifiers; the handler is called when that is stored.
    public func deleteSearchableItems(
        withIdentifiers identifiers: [String], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let reply = delete(identifiers)
        finish(completionHandler) { try await reply.check() }
    }

    /// Removes the items of those domains and of the domains below them: `account` takes `account.inbox` with it.
    nonisolated(nonsending) public func deleteSearchableItems(withDomainIdentifiers domainIdentifiers: [String])
        async throws
    {
        try await delete(domains: domainIdentifiers).check()
    }

    /// Removes the items of those domains and of the domains below them.
    public func deleteSearchableItems(
        withDomainIdentifiers domainIdentifiers: [String], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let reply = delete(domains: domainIdentifiers)
        finish(completionHandler) { try await reply.check() }
    }

    /// Removes everything in this index, entities too, and forgets its client state.
    nonisolated(nonsending) public func deleteAllSearchableItems() async throws {
        try await deleteAll().check()
    }

    /// Removes everything in this index, entities too, and forgets its client state.
    public func deleteAllSearchableItems(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        let reply = deleteAll()
        finish(completionHandler) { try await reply.check() }
    }

    // MARK: Entities

    /// Donates entities as they travel. Their bundle and index become those of this object.
    ///
    /// - Throws: `CSIndexError`; `invalidItemError` names what could not be stored, the rest is.
    package func send(entities: [Entity]) async throws { try await begin(entities: entities)() }

    /// Hands entities over without waiting for the daemon.
    ///
    /// - Returns: what waits until they are stored, and throws as `send` does.
    /// - Throws: `CSIndexError` when nothing could be handed over.
    package func begin(entities: [Entity]) throws -> @Sendable () async throws -> Void {
        let bundle = try link.bundle
        var request = DonationRequests()
        for entity in entities {
            var mine = entity
            mine.key = EntityID(bundle: bundle, type: entity.key.type, id: entity.key.id)
            mine.index = name
            request.add(mine.encoded(), named: "\(entity.key.type) “\(entity.key.id)”")
        }
        let replies = donate(request.all)
        return { try await replies.check() }
    }

    /// Removes entities of a type, those with the identifiers or all of them.
    package func delete(type: String, identifiers: [String]?) async throws {
        try await delete([DeleteRequest(index: name, type: type, identifiers: identifiers)]).check()
    }

    // MARK: Parts

    private func requests(_ items: [CSSearchableItem]) throws -> [DonationRequests.Request] {
        let bundle = try link.bundle
        var requests = DonationRequests()
        for item in items {
            let entity = try item.wireEntity(bundle: bundle, index: name)
            requests.add(
                item.isUpdate ? EntityUpdate.encoded(entity) : entity.encoded(),
                named: "item “\(item.uniqueIdentifier)”")
        }
        try link.activity.donated(items.count, to: name)
        return requests.all
    }

    private func donate(_ requests: [DonationRequests.Request]) -> Replies {
        submit(requests.map { .index($0) })
    }

    private func delete(_ identifiers: [String]) -> Replies {
        guard !identifiers.isEmpty else { return Replies() }
        var items: [String] = []
        var entities: [ExactName: [String]] = [:]
        let bundle = (try? link.bundle) ?? ""
        for identifier in identifiers {
            if let key = CSSearchableItem.entityKey(identifier, bundle: bundle) {
                entities[ExactName(key.type), default: []].append(key.id)
            } else {
                items.append(identifier)
            }
        }
        var requests: [DeleteRequest] = []
        for start in stride(from: 0, to: items.count, by: DeleteRequest.mostIdentifiers) {
            let part = Array(items[start..<min(start + DeleteRequest.mostIdentifiers, items.count)])
            requests.append(DeleteRequest(index: name, type: CSSearchableItem.wireType, identifiers: part))
        }
        for (type, ids) in entities.sorted(by: { $0.key.text < $1.key.text }) {
            requests.append(DeleteRequest(index: name, type: type.text, identifiers: ids))
        }
        return delete(requests)
    }

    private func delete(domains: [String]) -> Replies {
        delete(domains.map { DeleteRequest(index: name, domain: $0) })
    }

    private func deleteAll() -> Replies { delete([DeleteRequest(index: name)]) }

    private func delete(_ requests: [DeleteRequest]) -> Replies { submit(requests.map { .delete($0) }) }

    /// Puts steps into the open batch, or hands them to the daemon.
    private func submit(_ steps: [IndexStep]) -> Replies {
        do {
            if try keepForBatch(steps) { return Replies() }
            let link = try link
            let session = session ?? ReindexSession.current
            return Replies(
                link: link,
                replies: steps.map { step in
                    (link.write(step.method, step.parameters(bundle: link.bundle, session: session, batch: nil)), step)
                })
        } catch {
            return Replies(error: error)
        }
    }

    /// Calls a handler with what came of something.
    func finish(
        _ handler: (@Sendable ((any Error)?) -> Void)?, _ body: @escaping @Sendable () async throws -> Void
    ) {
        Task {
            do {
                try await body()
                handler?(nil)
            } catch {
                handler?(error)
            }
        }
    }
}
