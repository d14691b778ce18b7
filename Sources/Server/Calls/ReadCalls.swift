import AlmagestEntities
import AlmagestWire
import Catalog
import Foundation
import Providers
import Search
import Settings

/// `entities` and `open`: entities by their identifiers.
struct ReadCalls: Sendable {
    let catalog: Catalog
    let providers: Providers
    let limits: LimitSettings

    /// Entities, and bytes of them, that are read at once: so much is held while the reply waits for room.
    private static let chunk = 256
    private static let chunkBytes = 64 << 10
    private static let worthSharing = 64
    private static let components: KeyValuePairs<String, EntityComponents> = [
        "text": [], "image": .image, "properties": .properties, "body": .body,
    ]

    /// What `entities` asks for.
    private struct Wanted {
        /// Each once, in the order asked.
        var ids: [EntityID] = []
        /// Of what was asked for, the place in `ids`.
        var places: [Int] = []
        var components = EntityComponents.all
        var representation: ValueRepresentation?
        /// The identifiers as they came.
        var list: JSONValue
    }

    /// The entities asked for, in the order asked, and the identifiers that are not there. Where an app has to be asked, all
    /// is read once it has answered: nobody's turn and no room is held while it is waited for.
    func entities(_ json: JSONValue?, room: ReplyRoom, session: Session) async throws -> [UInt8] {
        let asked = try asked(json)
        if asked.representation != nil {
            return try await session.asking.pass { try await exported(listed(asked, session), room) }
        }
        let wanted: Wanted
        let unknown: [EntityID]
        switch try await session.reading.pass({ try await first(listed(asked, session), room) }) {
        case .written(let reply): return reply
        case .asks(let list, let missing):
            wanted = list
            unknown = missing
        }
        room.empty()
        return try await session.asking.pass {
            let (known, failures) = try await provided(unknown)
            return try await session.reading.pass {
                var written = Written(wanted.ids.count, limit: limits.messageBytes)
                try await forEachDocument(wanted) { place, document in
                    let told = known[wanted.ids[place]]?.reduced(to: wanted.components)
                    guard let json = document ?? told?.encoded() else { return }
                    try written.add(json, at: place)
                    try await room.take(json.count)
                }
                return try await reply(wanted, written, failures, room: room)
            }
        }
    }

    private enum First {
        case written([UInt8])
        case asks(Wanted, [EntityID])
    }

    /// The reply; or what is not in the index, where its app can be asked for it.
    private func first(_ wanted: Wanted, _ room: ReplyRoom) async throws -> First {
        var written = Written(wanted.ids.count, limit: limits.messageBytes)
        var unknown: [EntityID] = []
        var bundles = Set<ExactName>()
        var asks = false
        try await forEachDocument(wanted) { place, json in
            guard let json else {
                let id = wanted.ids[place]
                unknown.append(id)
                let isNew = bundles.insert(ExactName(id.bundle)).inserted
                if isNew, !asks { asks = await providers.answers(.entities, of: id.bundle) }
                return
            }
            guard !asks else { return }
            try written.add(json, at: place)
            try await room.take(json.count)
        }
        return asks ? .asks(wanted, unknown) : .written(try await reply(wanted, written, room: room))
    }

    /// What is not in the index, as its apps know it.
    private func provided(
        _ ids: [EntityID]
    ) async throws -> (known: [EntityID: Entity], failures: [ProvidedEntities.Failure]) {
        let answer = try await ProvidedEntities(providers: providers).answer(ids)
        return (Dictionary(answer.entities.map { ($0.key, $0) }) { first, _ in first }, answer.failures)
    }

    /// Each as that kind of value, as its app makes it or as it holds one itself.
    private func exported(_ wanted: Wanted, _ room: ReplyRoom) async throws -> [UInt8] {
        guard let representation = wanted.representation else { return [] }
        var written = Written(wanted.ids.count, limit: limits.messageBytes)
        var unknown: [Int] = []
        func write(_ place: Int, _ entity: Entity?) async throws {
            guard let json = try await export(wanted.ids[place], entity, as: representation) else { return }
            try written.add(json, at: place)
            try await room.take(json.count)
        }
        try await forEachEntity(wanted.ids) { place, entity in
            if let entity { try await write(place, entity) } else { unknown.append(place) }
        }
        let (known, failures) = try await provided(unknown.map { wanted.ids[$0] })
        for place in unknown { try await write(place, known[wanted.ids[place]]) }
        return try await reply(wanted, written, failures, room: room)
    }

    private func asked(_ json: JSONValue?) throws(AlmagestError) -> Wanted {
        let parameters = try Parameters(json, known: ["identifiers", "components", "as"])
        let list = try parameters.required("identifiers")
        guard list.kind == .array else { throw Parameters.mistyped("identifiers", "a list of identifiers") }
        guard list.count <= limits.identifiers else {
            throw AlmagestError(
                .tooLarge, "At most \(limits.identifiers) identifiers go in one call.", path: "identifiers")
        }
        var wanted = Wanted(list: list)
        if let names = try parameters.strings("components") {
            wanted.components = []
            for (index, name) in names.enumerated() {
                guard let known = Self.components.first(where: { $0.key == name }) else {
                    throw AlmagestError(
                        .invalidParameter, "“\(name)” is no component.", path: "components[\(index)]",
                        hint: "Components are: \(Self.components.map(\.key).joined(separator: ", ")).")
                }
                wanted.components.formUnion(known.value)
            }
        }
        if let name = try parameters.string("as") {
            guard let known = ValueRepresentation(rawValue: name) else {
                throw AlmagestError(
                    .invalidParameter, "“\(name)” is no value representation.", path: "as",
                    hint: "They are: \(ValueRepresentation.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            wanted.representation = known
        }
        return wanted
    }

    /// The same with the identifiers, which may be long ones and many.
    private func listed(_ wanted: Wanted, _ session: Session) async throws -> Wanted {
        try await LongList.inTurn(wanted.list.count) { try await identified(wanted, session) }
    }

    private func identified(_ asked: Wanted, _ session: Session) async throws -> Wanted {
        var wanted = asked
        let count = asked.list.count
        wanted.ids.reserveCapacity(count)
        wanted.places.reserveCapacity(count)
        var seen = [EntityID: Int](minimumCapacity: count)
        for element in asked.list.elements {
            let position = wanted.places.count
            if position > 0, position % LongList.part == 0 { try await LongList.goOn() }
            let id = try Self.identifier(element, at: "identifiers[\(position)]")
            do { try session.check(id.bundle) } catch { throw error.within("identifiers[\(position)]") }
            let next = wanted.ids.count
            let place = seen[id, default: next]
            if place == next {
                seen[id] = next
                wanted.ids.append(id)
            }
            wanted.places.append(place)
        }
        return wanted
    }

    /// Entities as JSON, each once however often it is asked for. Every one of them goes into the reply, so none is
    /// added that the reply has no room for.
    private struct Written {
        let limit: Int
        private(set) var entities: [[UInt8]?]
        private var bytes = 0

        init(_ count: Int, limit: Int) {
            entities = [[UInt8]?](repeating: nil, count: count)
            self.limit = limit
        }

        mutating func add(_ json: [UInt8], at place: Int) throws(AlmagestError) {
            bytes += json.count
            guard bytes <= limit else { throw AlmagestError.tooLargeReply(limit) }
            entities[place] = json
        }
    }

    /// Goes through what is wanted, a few at a time, as the JSON that is asked for; nil where there is none.
    private func forEachDocument(
        _ wanted: Wanted, _ body: (Int, [UInt8]?) async throws -> Void
    ) async throws {
        let now = Date().timeIntervalSince1970
        // Two halves of many are read side by side.
        let half = wanted.ids.count >= Self.worthSharing ? wanted.ids.count / 2 : 0
        var rests = [wanted.ids[..<half], wanted.ids[half...]]
        while let first = rests.first(where: { !$0.isEmpty }) {
            try Task.checkCancellation()
            let other = rests.last { !$0.isEmpty && $0.startIndex != first.startIndex }
            async let others = documents(other ?? [], wanted.components)
            let read = [(first, try await documents(first, wanted.components)), (other ?? [], try await others)]
            rests = []
            for (part, stored) in read {
                for (place, found) in zip(part.indices, stored) {
                    try await body(
                        place,
                        found.flatMap { catalog.rows.isLive($0.row, revision: $0.revision, now: now) ? $0.json : nil })
                }
                // Where nothing is read nothing more will be.
                if !stored.isEmpty { rests.append(part.dropFirst(stored.count)) }
            }
        }
    }

    /// The first of these, as many as are read at once.
    private func documents(
        _ ids: ArraySlice<EntityID>, _ components: EntityComponents
    ) async throws -> [StoredDocument?] {
        if ids.isEmpty { return [] }
        return try await catalog.documents(ids: Array(ids.prefix(Self.chunk)), components, bytes: Self.chunkBytes)
    }

    /// Goes through these, a few at a time, each with its place; nil where there is none.
    private func forEachEntity(
        _ ids: [EntityID], _ body: (Int, Entity?) async throws -> Void
    ) async throws {
        let now = Date().timeIntervalSince1970
        var rest = ids[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            let stored = try await catalog.entities(ids: Array(rest.prefix(Self.chunk)), bytes: Self.chunkBytes)
            for (place, found) in zip(rest.indices, stored) {
                try await body(
                    place,
                    found.flatMap { catalog.rows.isLive($0.row, revision: $0.revision, now: now) ? $0.entity : nil })
            }
            if stored.isEmpty { break }
            rest = rest.dropFirst(stored.count)
        }
    }

    private func reply(
        _ wanted: Wanted, _ written: Written, _ failures: [ProvidedEntities.Failure] = [], room: ReplyRoom
    ) async throws -> [UInt8] {
        var space = ReplySpace(limit: limits.messageBytes, room: room)
        var reply = JSONWriter()
        reply.beginObject()
        reply.key("entities")
        reply.beginArray()
        var missing: [EntityID] = []
        for place in wanted.places {
            let id = wanted.ids[place]
            guard let json = written.entities[place] else {
                missing.append(id)
                continue
            }
            if wanted.representation != nil {
                reply.beginObject()
                ReplyWriter.write(id, to: &reply)
                reply.key("value")
                reply.raw(json)
                reply.endObject()
            } else {
                reply.raw(json)
            }
            try await space.check(reply)
        }
        reply.endArray()
        reply.key("missing")
        reply.beginArray()
        for (index, id) in missing.enumerated() {
            if index > 0, index % LongList.part == 0 { try await LongList.goOn() }
            reply.string(id.text)
            try await space.check(reply)
        }
        reply.endArray()
        if !failures.isEmpty { Self.write(failures, to: &reply) }
        reply.endObject()
        return reply.bytes
    }

    /// An identifier in either form: the text `bundle/type/id` or an object.
    static func identifier(_ json: JSONValue, at path: @autoclosure () -> String) throws(AlmagestError) -> EntityID {
        do throws(AlmagestError) {
            if let text = json.string { return try EntityID(text: text) }
            guard json.kind == .object else { throw Parameters.mistyped("", "bundle/type/id") }
            let members = try Parameters(json, known: ["bundle", "type", "id"])
            let id = EntityID(
                bundle: try Parameters.string(members.required("bundle"), at: "bundle"),
                type: try Parameters.string(members.required("type"), at: "type"),
                id: try Parameters.string(members.required("id"), at: "id"))
            try id.validate()
            return id
        } catch {
            throw error.path?.isEmpty ?? true ? error.at(path()) : error.within(path())
        }
    }
}
