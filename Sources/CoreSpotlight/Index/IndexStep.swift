internal import AlmagestEntities

/// One call that changes an index.
enum IndexStep: Sendable {
    case index(DonationRequests.Request)
    case delete(DeleteRequest)

    var method: String {
        switch self {
        case .index: "index"
        case .delete: "delete"
        }
    }

    func parameters(bundle: String, session: String?, batch: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        switch self {
        case .index(let request):
            writer = JSONWriter(capacity: request.bytes + 256)
            writer.beginObject()
            writer.key("entities")
            writer.beginArray()
            for entity in request.entities { writer.raw(entity) }
            writer.endArray()
            if let session {
                writer.key("session")
                writer.string(session)
            }
        case .delete(let request): request.write(bundle: bundle, to: &writer)
        }
        if let batch {
            writer.key("batch")
            writer.string(batch)
        }
        writer.endObject()
        return writer.bytes
    }

    /// What the reply says could not be stored, as an error that names it; nil if everything was.
    func fault(in reply: JSONValue) -> CSIndexError? {
        guard case .index(let request) = self, let rejected = reply["rejected"], rejected.count > 0 else { return nil }
        var faults: [String] = []
        var last: Int64?
        for element in rejected.elements {
            let index = element["index"]?.integer ?? -1
            // The first fault of each is enough.
            if index == last { continue }
            last = index
            let name = request.names.indices.contains(Int(index)) ? request.names[Int(index)] : "an item"
            let path = DonationRequests.Request.place(in: element).map { " at \($0)" } ?? ""
            faults.append("\(name)\(path): \(element["message"]?.string ?? "refused")")
        }
        let said = faults.prefix(3).joined(separator: "; ")
        let more = faults.count > 3 ? "; and \(faults.count - 3) more" : ""
        return CSIndexError(.invalidItemError, "Not indexed: \(said)\(more)")
    }
}

/// Entities as the calls that carry them: so many that the daemon works on one while the next is sent.
struct DonationRequests {
    struct Request: Sendable {
        /// Each as JSON text.
        var entities: [[UInt8]] = []
        /// What each is called in an error.
        var names: [String] = []
        var bytes = 0

        /// Where in its entity a reply's fault is: `properties.title` of `entities[3].properties.title`.
        static func place(in fault: JSONValue) -> Substring? {
            fault["path"]?.string?.split(separator: ".", maxSplits: 1).dropFirst().first
        }
    }

    private static let mostEntities = 500
    private static let mostBytes = 2 << 20

    private(set) var all: [Request] = []

    mutating func add(_ entity: [UInt8], named name: String) {
        if let last = all.last, last.entities.count < Self.mostEntities, last.bytes + entity.count <= Self.mostBytes {
        } else {
            all.append(Request())
        }
        let place = all.count - 1
        all[place].entities.append(entity)
        all[place].names.append(name)
        all[place].bytes += entity.count
    }
}

/// A delete: a level that is left out means all of it.
struct DeleteRequest: Sendable {
    var index: String
    var type: String?
    var identifiers: [String]?
    var domain: String?

    static let mostIdentifiers = 100_000

    func write(bundle: String, to writer: inout JSONWriter) {
        writer.key("bundle")
        writer.string(bundle)
        writer.key("index")
        writer.string(index)
        if let type {
            writer.key("type")
            writer.string(type)
        }
        if let identifiers {
            writer.key("identifiers")
            writer.beginArray()
            for identifier in identifiers { writer.string(identifier) }
            writer.endArray()
        }
        if let domain {
            writer.key("domain")
            writer.string(domain)
        }
    }
}

/// What was handed to the daemon in one step of the app, and comes back later.
struct Replies: Sendable {
    var link: DaemonLink?
    var replies: [(reply: PendingReply, step: IndexStep)] = []
    var error: (any Error)?

    /// Waits for all of them.
    ///
    /// - Throws: the first error.
    func check() async throws {
        var first = error
        for (reply, step) in replies {
            do throws(AlmagestError) {
                let value = try await reply.value
                link?.noteSeq(of: value)
                if case .index(let request) = step { IndexWarnings.tell(of: value, request) }
                if let fault = step.fault(in: value) { first = first ?? fault }
            } catch {
                first = first ?? CSIndexError(error)
            }
        }
        if let first { throw first }
    }
}

/// An entity that changes only the members that it has.
enum EntityUpdate {
    static func encoded(_ entity: Entity) -> [UInt8] {
        // Whole, but marked, and without the title that it may not have.
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("update")
        writer.bool(true)
        guard let document = try? JSONDocument(entity.encoded()) else { return [] }
        for (key, value) in document.root.members {
            if key == "display" {
                if entity.display == Display(title: "") { continue }
                writer.key("display")
                writer.beginObject()
                for (member, inner) in value.members where member != "title" || !entity.display.title.isEmpty {
                    writer.key(member)
                    writer.value(inner)
                }
                writer.endObject()
                continue
            }
            writer.key(key)
            writer.value(value)
        }
        writer.endObject()
        return writer.bytes
    }
}
