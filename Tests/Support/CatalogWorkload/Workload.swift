import AlmagestEntities
import Catalog
import TestSupport

/// Random operations on a small set of identifiers; the same ones for the same seed.
public struct Workload: Sendable {
    public enum Operation: Sendable {
        case put([Entity])
        case update(EntityPatch)
        case delete(DeleteScope)
        case expire(now: Double)
        /// Entities and deletes in one batch, with a new client state.
        case batch(index: String, [Entity], DeleteScope?, clientState: [UInt8])
    }

    public static let bundle = "org.example.Stars"
    public static let indexes = ["default", "archive"]
    public static let identifiers: [EntityID] = ["Star", "Planet"].flatMap { type in
        (0..<20).map { EntityID(bundle: bundle, type: type, id: "\($0)") }
    }

    private var generator: SeededRandom

    public init(seed: UInt64) { generator = SeededRandom(seed: seed) }

    public mutating func next() -> Operation {
        switch Int.random(in: 0..<100, using: &generator) {
        case ..<50: return .put((0..<Int.random(in: 1...6, using: &generator)).map { _ in entity() })
        case ..<60: return update()
        case ..<80: return .delete(scope(index: nil))
        case ..<85: return .expire(now: Double(Int.random(in: 0..<60, using: &generator)))
        default:
            let index = pick(Self.indexes)
            let entities = (0..<Int.random(in: 1...12, using: &generator)).map { _ in entity(index: index) }
            return .batch(
                index: index, entities, Bool.random(using: &generator) ? scope(index: index) : nil,
                clientState: (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                })
        }
    }

    private mutating func entity(index: String? = nil) -> Entity {
        // Few titles, so that some donations change nothing.
        var entity = Entity(
            key: pick(Self.identifiers), display: Display(title: "Title \(Int.random(in: 0..<3, using: &generator))"))
        entity.index = index ?? pick(Self.indexes)
        entity.domain = pick([nil, "sky", "sky.north", "skyline"])
        entity.hidden = Int.random(in: 0..<8, using: &generator) == 0
        if Int.random(in: 0..<5, using: &generator) == 0 {
            entity.expires = DateValue(
                form: .instant, seconds: Double(Int.random(in: 0..<100, using: &generator)), offset: 0)
        }
        if Int.random(in: 0..<10, using: &generator) == 0 { entity.text = String(repeating: "long ", count: 3_000) }
        return entity
    }

    private mutating func update() -> Operation {
        let key = pick(Self.identifiers)
        let json = """
            {"bundle":"\(key.bundle)","type":"\(key.type)","id":"\(key.id)","text":"note \(pick([1, 2, 3]))"}
            """
        guard let document = try? JSONDocument(Array(json.utf8)), let patch = try? EntityPatch(json: document.root)
        else { return .put([]) }
        return .update(patch)
    }

    private mutating func scope(index: String?) -> DeleteScope {
        var scope = DeleteScope(bundle: Self.bundle, index: index)
        switch Int.random(in: 0..<20, using: &generator) {
        case ..<12: scope.identifiers = (0..<3).map { _ in pick(Self.identifiers).id }
        case ..<15: scope.domain = pick(["sky", "sky.north", "skyline", "sk"])
        case ..<17: scope.type = pick(["Star", "Planet", "Comet"])
        case ..<19: (scope.type, scope.domain) = ("Star", "sky")
        default: if index == nil { scope.index = pick(Self.indexes) }
        }
        return scope
    }

    private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &generator)] }
}

extension Workload.Operation {
    /// Runs it and returns the `seq` that the reply gives.
    public func run(on catalog: Catalog) async throws -> Seq {
        switch self {
        case .put(let entities): return try await catalog.write(WriteRequest(entities.map { .put($0) })).seq
        case .update(let patch): return try await catalog.write(WriteRequest([.update(patch)])).seq
        case .delete(let scope): return try await catalog.delete(scope).seq
        case .expire(let now): return try await catalog.expire(now: now).seq
        case .batch(let index, let entities, let scope, let clientState):
            let batch = try await catalog.beginBatch(bundle: Workload.bundle, index: index)
            _ = try await catalog.write(WriteRequest(entities.map { .put($0) }, batch: batch))
            if let scope { _ = try await catalog.delete(scope, batch: batch) }
            return try await catalog.commitBatch(batch, expectedClientState: nil, clientState: clientState)
        }
    }
}
