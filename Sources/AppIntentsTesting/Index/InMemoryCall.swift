import AlmagestEntities
import AlmagestSchemas

/// One call of the wire format, answered out of memory. Where it fails, nothing of it is kept.
struct InMemoryCall {
    let params: JSONValue?
    var content: InMemoryContent

    mutating func answer(_ method: String) throws(AlmagestError) -> [UInt8] {
        switch method {
        case "hello":
            return Self.object {
                $0.key("version"); $0.string(Version.text)
            }
        case "status":
            return Self.object {
                $0.key("entities"); $0.integer(content.entities.count)
            }
        case "index": return try index()
        case "delete": return try delete()
        case "batch.begin": return try begin()
        case "batch.commit": return try commit()
        case "batch.abort":
            content.batches[try text("batch")] = nil
            return Self.object { _ in }
        case "clientState": return try clientState()
        case "search": return try search()
        case "suggest": return try suggest()
        case "entities": return try entities()
        case "donate": return try donate()
        case "donate.delete": return try deleteDonations()
        case "relevant.update": return try updateRelevant()
        case "relevant.remove": return try removeRelevant()
        case "screen.update": return try updateScreen()
        default:
            throw AlmagestError(
                .unknownMethod, "The index in memory does not answer “\(method)”.", hint: "Test that against a daemon.")
        }
    }

    // MARK: Writing

    private mutating func index() throws(AlmagestError) -> [UInt8] {
        let list = try required("entities").array(at: "entities")
        var rejected: [(Int, AlmagestError)] = []
        var warnings: [(Int, AlmagestError)] = []
        var steps: [InMemoryContent.Step] = []
        var place = 0
        for json in list {
            switch read(json) {
            case .success(let (entity, faults)):
                var isMistyped = false
                for fault in faults {
                    let said = (place, AlmagestError(.invalidEntity, fault.message, path: fault.path))
                    if fault.severity == .error {
                        isMistyped = true
                        rejected.append(said)
                    } else {
                        warnings.append(said)
                    }
                }
                if !isMistyped { steps.append(.put(entity)) }
            case .failure(let faults): rejected += faults.faults.map { (place, $0) }
            }
            place += 1
        }
        try take(steps)
        let (seq, stored) = (content.seq, steps.count)
        return Self.object { writer in
            writer.key("seq")
            writer.integer(seq)
            writer.key("stored")
            writer.integer(stored)
            Self.write(rejected, as: "rejected", to: &writer)
            Self.write(warnings, as: "warnings", to: &writer)
        }
    }

    private func read(_ json: JSONValue) -> Result<(Entity, [SchemaFault]), EntityFaults> {
        if EntityPatch.isUpdate(json) {
            return EntityPatch.decode(json: json).flatMap { decoded in
                let patch = decoded.patch
                guard let merged = content.entities[patch.key]?.merging(patch) ?? patch.entity else {
                    return .failure(
                        EntityFaults(
                            faults: [AlmagestError(.notFound, "There is nothing to update.", path: "update")],
                            warnings: []))
                }
                return .success(SchemaValidator.normalized(merged))
            }
        }
        return Entity.decode(json: json).map { SchemaValidator.normalized($0.entity) }
    }

    private mutating func delete() throws(AlmagestError) -> [UInt8] {
        var scope = InMemoryContent.Scope(bundle: try text("bundle"))
        scope.index = try optionalText("index")
        scope.type = try optionalText("type")
        scope.domain = try optionalText("domain")
        if let list = given("identifiers") { scope.identifiers = Set(try list.strings(at: "identifiers")) }
        var deleted = 0
        if let batch = try optionalText("batch") {
            try stage([.delete(scope)], in: batch)
        } else {
            deleted = content.apply(.delete(scope))
            if scope.type == nil, scope.domain == nil {
                content.clientStates[Self.state(scope.bundle, scope.index)] = nil
            }
        }
        let seq = content.seq
        return Self.object { writer in
            writer.key("seq")
            writer.integer(seq)
            writer.key("deleted")
            writer.integer(deleted)
        }
    }

    private mutating func take(_ steps: [InMemoryContent.Step]) throws(AlmagestError) {
        if let batch = try optionalText("batch") { return try stage(steps, in: batch) }
        for step in steps { content.apply(step) }
    }

    private mutating func stage(_ steps: [InMemoryContent.Step], in batch: String) throws(AlmagestError) {
        guard content.batches[batch] != nil else { throw Self.noSuchBatch(batch) }
        content.batches[batch]?.steps += steps
    }

    private mutating func begin() throws(AlmagestError) -> [UInt8] {
        let name = content.nextName("b")
        content.batches[name] = InMemoryContent.Batch(
            bundle: try text("bundle"), index: try optionalText("index") ?? "default")
        return Self.object {
            $0.key("batch"); $0.string(name)
        }
    }

    private mutating func commit() throws(AlmagestError) -> [UInt8] {
        let name = try text("batch")
        guard let batch = content.batches.removeValue(forKey: name) else { throw Self.noSuchBatch(name) }
        let key = Self.state(batch.bundle, batch.index)
        if let expected = params?["expectedClientState"], expected.string != content.clientStates[key] {
            throw AlmagestError(.clientStateMismatch, "The client state is another than the expected one.")
        }
        for step in batch.steps { content.apply(step) }
        content.clientStates[key] = try optionalText("clientState")
        let seq = content.seq
        return Self.object {
            $0.key("seq"); $0.integer(seq)
        }
    }

    private func clientState() throws(AlmagestError) -> [UInt8] {
        let state = content.clientStates[Self.state(try text("bundle"), try optionalText("index"))]
        return Self.object { writer in
            writer.key("clientState")
            if let state { writer.string(state) } else { writer.null() }
        }
    }

    private static func state(_ bundle: String, _ index: String?) -> String { "\(bundle)/\(index ?? "default")" }

    private static func noSuchBatch(_ name: String) -> AlmagestError {
        AlmagestError(.noSuchBatch, "There is no batch “\(name)”.", path: "batch")
    }
}
