internal import AlmagestEntities
import Foundation

/// Re-indexing: the daemon asks over the app's connection, the delegate answers by donating.
extension CSSearchableIndex {
    /// Registers the delegate with the app's provider, or takes it away.
    func delegateChanged() {
        guard let link = try? link else { return }
        let key = "delegate of \(name)"
        guard indexDelegate != nil else {
            link.provider.leave(key)
            Task { try? await link.announceProvider() }
            return
        }
        link.provider.takePart(key, types: [CSSearchableItem.wireType]) { [weak self] request in
            try await self?.reindex(request, over: link)
        }
        // Later calls say it too, should there be no daemon now.
        Task { try? await link.announceProvider() }
    }

    /// Has the delegate index again what the request names; returns when that is stored.
    private func reindex(_ request: ReindexRequest, over link: DaemonLink) async throws {
        guard (request.index ?? name).hasSameBytes(as: name) else { return }
        let before = link.activity.donations(to: name)
        let acknowledged = Signal()
        guard ask(request, over: link, acknowledged) else {
            throw AlmagestError(.unavailable, "The delegate of index “\(name)” is gone.")
        }
        await acknowledged.wait()
        // It may acknowledge as soon as a batch is open that will hold everything.
        await link.activity.waitForBatches(on: name)
        await link.drain()
        try Task.checkCancellation()
        guard request.identifiers == nil, link.activity.donations(to: name) == before else { return }
        throw AlmagestError(
            .unavailable, "The delegate of index “\(name)” acknowledged and indexed nothing.",
            hint: "Call deleteAllSearchableItems() where there is nothing to index.")
    }

    private func ask(_ request: ReindexRequest, over link: DaemonLink, _ acknowledged: Signal) -> Bool {
        guard let delegate = indexDelegate else { return false }
        let answering = CSSearchableIndex(
            name: name, protectionClass: protectionClass, link: link, session: request.session)
        if let identifiers = request.identifiers {
            delegate.searchableIndex(
                answering, reindexSearchableItemsWithIdentifiers: identifiers,
                acknowledgementHandler: { acknowledged.fire() })
        } else {
            delegate.searchableIndex(
                answering, reindexAllSearchableItemsWithAcknowledgementHandler: { acknowledged.fire() })
        }
        return true
    }
}
