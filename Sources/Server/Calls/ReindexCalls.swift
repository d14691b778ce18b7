import AlmagestEntities
import AlmagestWire
import Catalog
import Indexer

/// `reindex`: apps tell their content anew.
struct ReindexCalls: Sendable {
    let reindexing: Reindexing
    let catalog: Catalog

    func reindex(
        _ json: JSONValue?, request: Request, session: Session, peer: Peer
    ) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["bundle", "index", "types", "identifiers"])
        let bundle = try parameters.string("bundle") ?? session.bundle
        if let bundle {
            try Names.check(bundle: bundle, at: "bundle")
            try session.check(bundle)
        }
        let (index, types) = (try Names.index(parameters), try parameters.strings("types", maximum: 1_000))
        for (number, type) in (types ?? []).enumerated() { try Names.check(type: type, at: "types[\(number)]") }
        let identifiers = try parameters.strings("identifiers", maximum: 100_000)
        for (number, id) in (identifiers ?? []).enumerated() {
            try Names.check(id: id, at: "identifiers[\(number)]")
        }
        if identifiers != nil, bundle == nil || types?.count != 1 {
            throw AlmagestError(
                .missingParameter, "Identifiers belong to one bundle and one type.",
                path: bundle == nil ? "bundle" : "types")
        }
        let id = request.id
        let tell: @Sendable (ReindexProgress) -> Void = { progress in
            peer.notify("progress", params: Self.notification(progress, request: id))
        }
        let bundles: [String]
        if let bundle { bundles = [bundle] } else { bundles = await reindexing.bundles() }
        let outcomes = await withTaskGroup(of: BundleOutcome.self, returning: [BundleOutcome].self) { group in
            for bundle in bundles {
                let scope = ReindexScope(bundle: bundle, index: index, types: types, identifiers: identifiers)
                group.addTask { await outcome(of: scope, tell) }
            }
            var outcomes: [BundleOutcome] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        try Task.checkCancellation()
        if bundle != nil, let only = outcomes.first { _ = try only.result.get() }
        return reply(outcomes.sorted { $0.bundle < $1.bundle })
    }

    /// What came of one bundle's session.
    private struct BundleOutcome: Sendable {
        let bundle: String
        let result: Result<ReindexOutcome, AlmagestError>
    }

    private func outcome(
        of scope: ReindexScope, _ tell: @escaping @Sendable (ReindexProgress) -> Void
    ) async -> BundleOutcome {
        do throws(AlmagestError) {
            return BundleOutcome(
                bundle: scope.bundle, result: .success(try await reindexing.run(scope, progress: tell)))
        } catch {
            return BundleOutcome(bundle: scope.bundle, result: .failure(error))
        }
    }

    private static func notification(_ progress: ReindexProgress, request: RequestID?) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("request")
        if let request { request.write(to: &json) } else { json.null() }
        json.key("bundle")
        json.string(progress.bundle)
        json.key("done")
        json.integer(progress.done)
        json.key("total")
        json.integer(progress.total)
        json.key("rate")
        json.number(progress.rate.rounded())
        if let left = progress.secondsLeft {
            json.key("secondsLeft")
            json.number(left.rounded())
        }
        json.endObject()
        return json.bytes
    }

    private func reply(_ results: [BundleOutcome]) -> [UInt8] {
        let outcomes = results.compactMap { try? $0.result.get() }
        var json = JSONWriter()
        json.beginObject()
        json.key("seq")
        json.integer(outcomes.map(\.seq).max() ?? catalog.lastSeq)
        func write(_ outcomes: [ReindexOutcome]) {
            for (key, value) in [
                ("reported", outcomes.reduce(0) { $0 + $1.progress.reported }),
                ("changed", outcomes.reduce(0) { $0 + $1.progress.changed }),
                ("removed", outcomes.reduce(0) { $0 + $1.removed }),
                ("failed", outcomes.reduce(0) { $0 + $1.progress.failed }),
            ] {
                json.key(key)
                json.integer(value)
            }
        }
        write(outcomes)
        json.key("bundles")
        json.beginArray()
        for one in results {
            json.beginObject()
            json.key("bundle")
            json.string(one.bundle)
            json.key("outcome")
            switch one.result {
            case .success(let outcome):
                json.string("ok")
                write([outcome])
            case .failure(let error):
                json.string(error.name.rawValue)
                json.key("message")
                json.string(error.description)
            }
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }
}
