import AlmagestEntities
import AlmagestWire
import Catalog
import Foundation
import Indexer
import Providers
import Semantic
import Settings

/// `hello` and `status`: what the daemon is and how it is.
struct StatusCalls: Sendable {
    let catalog: Catalog
    let indexer: Indexer
    let semantic: SemanticProjection
    let providers: Providers
    let settings: Settings
    let failures: DonationFailures
    let startedAt: Date
    let connections: @Sendable () -> Int
    let subscriptions: @Sendable () -> Int
    /// Of what is told: an app hears nothing of others, nor how much there is of everything.
    var reach = Reach.all

    func hello(_ json: JSONValue?, session: Session, peer: Peer) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["protocol", "bundle", "token", "provides"])
        if let version = try parameters.integer("protocol", in: 0...Int64.max), version != 1 {
            throw AlmagestError(
                .invalidParameter, "Protocol \(version) is not spoken here; 1 is.", path: "protocol")
        }
        _ = try parameters.string("token")
        var provides = Set<ProviderCall>()
        for (index, name) in (try parameters.strings("provides") ?? []).enumerated() {
            guard let call = ProviderCall(named: name) else {
                throw AlmagestError(
                    .invalidParameter, "There is no call “\(name)”.", path: "provides[\(index)]",
                    hint: "Calls are: \(ProviderCall.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            provides.insert(call)
        }
        if let bundle = try parameters.string("bundle") {
            try Names.check(bundle: bundle, at: "bundle")
            try session.say(bundle: bundle)
        }
        if parameters.has("provides") {
            guard let bundle = session.bundle else {
                throw AlmagestError(
                    .missingParameter, "Who provides something says which app it is.", path: "bundle")
            }
            await providers.attach(peer, bundle: bundle, calls: provides)
        }
        var reply = JSONWriter()
        reply.beginObject()
        writeVersions(to: &reply)
        writeLimits(to: &reply)
        reply.endObject()
        return reply.bytes
    }

    func status(_ json: JSONValue?) async throws -> [UInt8] {
        _ = try Parameters(json, known: [])
        // Beside it: a projection that is at work looks when it is done.
        Task { await indexer.lookAtFiles() }
        var reply = JSONWriter()
        reply.beginObject()
        writeVersions(to: &reply)
        reply.key("pid")
        reply.integer(Int64(ProcessInfo.processInfo.processIdentifier))
        reply.key("uptimeSeconds")
        reply.integer(Int64(Date().timeIntervalSince(startedAt)))
        reply.key("seq")
        reply.integer(catalog.lastSeq)
        let sizes = reach == .all ? await indexer.sizesOnDisk() : [:]
        writeProjections(sizes, to: &reply)
        writeCounts(to: &reply)
        writeFailing(to: &reply)
        if reach == .all { await writeSizes(sizes, to: &reply) }
        writeLimits(to: &reply)
        writeContext(to: &reply)
        await writeProviders(to: &reply)
        reply.endObject()
        return reply.bytes
    }

    // MARK: Parts

    /// Entities that were refused since the daemon started, by app, without their content.
    private func writeFailing(to reply: inout JSONWriter) {
        reply.key("failing")
        reply.beginArray()
        for app in failures.failing where app.bundle.map(reach.allows) ?? (reach == .all) {
            reply.beginObject()
            reply.key("bundle")
            if let bundle = app.bundle { reply.string(bundle) } else { reply.null() }
            reply.key("entities")
            reply.integer(app.entities)
            reply.key("latest")
            reply.beginArray()
            for fault in app.latest {
                reply.beginObject()
                reply.key("date")
                reply.string(
                    DateValue(form: .instant, seconds: fault.date.timeIntervalSince1970.rounded(), offset: 0).text)
                for (name, value) in [("type", fault.type), ("name", fault.name.rawValue), ("path", fault.path)] {
                    guard let value else { continue }
                    reply.key(name)
                    reply.string(value)
                }
                reply.endObject()
            }
            reply.endArray()
            reply.endObject()
        }
        reply.endArray()
    }

    private func writeSizes(_ projections: [String: Int64], to reply: inout JSONWriter) async {
        let catalog = await catalog.sizeOnDisk()
        reply.key("sizes")
        reply.beginObject()
        reply.key("catalog")
        reply.integer(catalog)
        for (name, bytes) in projections.sorted(by: { $0.key < $1.key }) {
            reply.key(name)
            reply.integer(bytes)
        }
        reply.key("total")
        reply.integer(projections.values.reduce(catalog, +))
        reply.endObject()
        reply.key("memory")
        reply.beginObject()
        reply.key("residentBytes")
        reply.integer(Self.residentBytes())
        reply.endObject()
        reply.key("connections")
        reply.integer(Int64(connections()))
        reply.key("subscriptions")
        reply.integer(subscriptions())
    }

    private func writeVersions(to reply: inout JSONWriter) {
        reply.key("version")
        reply.string(Version.text)
        reply.key("protocol")
        reply.integer(1)
    }

    private func writeProjections(_ sizes: [String: Int64], to reply: inout JSONWriter) {
        reply.key("projections")
        reply.beginObject()
        for state in indexer.states {
            reply.key(state.name)
            reply.beginObject()
            reply.key("seq")
            reply.integer(state.seq)
            reply.key("state")
            reply.string(
                state.failure != nil
                    ? "failing"
                    : state.isRebuilding
                        ? "rebuilding" : state.isBehind || state.hasUrgent ? "behind" : "current")
            if let failure = state.failure {
                reply.key("message")
                reply.string(failure.description)
            }
            if let bytes = sizes[state.name] {
                reply.key("bytes")
                reply.integer(bytes)
            }
            if state.name == "semantic" {
                reply.key("modelLoaded")
                reply.bool(semantic.current.isModelLoaded)
                writeModels(to: &reply)
            }
            reply.endObject()
        }
        if !indexer.states.contains(where: { $0.name == "semantic" }), let reason = semantic.current.unavailableReason {
            reply.key("semantic")
            reply.beginObject()
            reply.key("seq")
            reply.integer(0)
            reply.key("state")
            reply.string("unavailable")
            reply.key("message")
            reply.string(reason)
            reply.endObject()
        }
        reply.endObject()
    }

    private func writeCounts(to reply: inout JSONWriter) {
        let counts = catalog.counts().filter { reach.allows($0.bundle) }
        reply.key("entities")
        reply.integer(Int64(counts.reduce(0) { $0 + $1.entities }))
        reply.key("counts")
        reply.beginArray()
        for count in counts {
            reply.beginObject()
            reply.key("bundle")
            reply.string(count.bundle)
            reply.key("index")
            reply.string(count.index)
            reply.key("type")
            reply.string(count.type)
            reply.key("entities")
            reply.integer(Int64(count.entities))
            reply.endObject()
        }
        reply.endArray()
    }

    private func writeContext(to reply: inout JSONWriter) {
        let counts = catalog.contextCounts
        reply.key("context")
        reply.beginObject()
        if reach == .all {
            reply.key("interactions")
            reply.integer(counts.interactions)
            reply.key("statements")
            reply.integer(counts.statements)
            reply.key("screens")
            reply.integer(catalog.context.screens().count)
        }
        reply.key("thinned")
        reply.beginObject()
        for (bundle, count) in counts.thinned.sorted(by: { $0.bundle < $1.bundle }) where reach.allows(bundle) {
            reply.key(bundle)
            reply.integer(count)
        }
        reply.endObject()
        reply.endObject()
    }

    private func writeLimits(to reply: inout JSONWriter) {
        reply.key("limits")
        reply.beginObject()
        for limit in LimitSettings.table {
            reply.key(limit.name)
            reply.integer(settings.limits[limit])
        }
        reply.endObject()
    }

    private func writeProviders(to reply: inout JSONWriter) async {
        let (states, faults) = await providers.states()
        reply.key("providers")
        reply.beginArray()
        for state in states where reach.allows(state.bundle) {
            reply.beginObject()
            reply.key("bundle")
            reply.string(state.bundle)
            reply.key("name")
            reply.string(state.name)
            reply.key("state")
            reply.string(state.state.rawValue)
            ReplyWriter.write(state.calls, as: "calls", to: &reply)
            if let process = state.process {
                reply.key("pid")
                reply.integer(Int64(process))
            }
            reply.key("starts")
            reply.integer(Int64(state.starts))
            reply.key("failures")
            reply.integer(Int64(state.failures))
            if let reason = state.lastFailure {
                reply.key("lastFailure")
                reply.string(reason)
            }
            reply.endObject()
        }
        reply.endArray()
        reply.key("manifestFaults")
        reply.beginArray()
        for fault in reach == .all ? faults : [] {
            reply.beginObject()
            reply.key("file")
            reply.string(fault.file)
            reply.key("message")
            reply.string(fault.error.description)
            reply.endObject()
        }
        reply.endArray()
    }

    /// Resident memory of this process in bytes, from `/proc/self/statm`; 0 where that is not readable.
    private static func residentBytes() -> Int64 {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int64(fields[1]) ?? 0) * Int64(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
