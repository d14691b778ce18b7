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
    let semantic: SemanticIndex
    let providers: Providers
    let settings: Settings
    let startedAt: Date
    let connections: @Sendable () -> Int
    let subscriptions: @Sendable () -> Int

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
        var reply = JSONWriter()
        reply.beginObject()
        writeVersions(to: &reply)
        reply.key("pid")
        reply.integer(Int64(ProcessInfo.processInfo.processIdentifier))
        reply.key("uptimeSeconds")
        reply.integer(Int64(Date().timeIntervalSince(startedAt)))
        reply.key("seq")
        reply.integer(catalog.lastSeq)
        writeProjections(await indexer.sizesOnDisk(), to: &reply)
        writeCounts(to: &reply)
        reply.key("sizes")
        reply.beginObject()
        reply.key("catalog")
        reply.integer(await catalog.sizeOnDisk())
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
        writeLimits(to: &reply)
        writeContext(to: &reply)
        await writeProviders(to: &reply)
        reply.endObject()
        return reply.bytes
    }

    // MARK: Parts

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
            reply.key("bytes")
            reply.integer(sizes[state.name] ?? 0)
            if state.name == "semantic" {
                reply.key("modelLoaded")
                reply.bool(semantic.isModelLoaded)
            }
            reply.endObject()
        }
        if !indexer.states.contains(where: { $0.name == "semantic" }), let reason = semantic.unavailableReason {
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
        let counts = catalog.counts()
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
        reply.key("interactions")
        reply.integer(counts.interactions)
        reply.key("statements")
        reply.integer(counts.statements)
        reply.key("screens")
        reply.integer(catalog.context.screens().count)
        reply.key("thinned")
        reply.beginObject()
        for (bundle, count) in counts.thinned.sorted(by: { $0.key < $1.key }) {
            reply.key(bundle)
            reply.integer(count)
        }
        reply.endObject()
        reply.endObject()
    }

    private func writeLimits(to reply: inout JSONWriter) {
        reply.key("limits")
        reply.beginObject()
        for (name, value) in [
            ("messageBytes", settings.limits.messageBytes), ("nesting", settings.limits.nesting),
            ("entityTextBytes", settings.limits.entityTextBytes), ("results", settings.limits.results),
            ("requestsInFlight", settings.limits.requestsInFlight), ("connections", settings.limits.connections),
        ] {
            reply.key(name)
            reply.integer(Int64(value))
        }
        reply.endObject()
    }

    private func writeProviders(to reply: inout JSONWriter) async {
        let (states, faults) = await providers.states()
        reply.key("providers")
        reply.beginArray()
        for state in states {
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
        for fault in faults {
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
