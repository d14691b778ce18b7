/// An entity as read, with what was cut.
public struct DecodedEntity: Sendable, Hashable {
    public var entity: Entity
    public var warnings: [EntityWarning]
}

/// A patch as read, with what was cut.
public struct DecodedPatch: Sendable, Hashable {
    public var patch: EntityPatch
    public var warnings: [EntityWarning]
}

extension Entity {
    /// Reads an entity and reports everything that is wrong with it.
    ///
    /// - Parameters:
    ///   - json: an object as the wire format writes an entity.
    ///   - path: where it stands in the input, for example `entities[3]`.
    public static func decode(
        json: JSONValue, path: String = "", limits: EntityLimits = .standard
    ) -> Result<DecodedEntity, EntityFaults> {
        json.read { tape in
            var reader = EntityReader(tape: tape, prefix: path, limits: limits)
            let patch = reader.entity(json.node, purpose: .put)
            guard reader.faults.isEmpty else {
                return .failure(
                    EntityFaults(faults: reader.faults, warnings: reader.warnings, readable: patch.values))
            }
            return .success(DecodedEntity(entity: patch.values, warnings: reader.warnings))
        }
    }

    /// Reads an entity.
    ///
    /// - Throws: the first fault, `invalidEntity` in most cases, with its path.
    public init(json: JSONValue, path: String = "", limits: EntityLimits = .standard) throws(AlmagestError) {
        switch Self.decode(json: json, path: path, limits: limits) {
        case .success(let decoded): self = decoded.entity
        case .failure(let faults): throw faults.first
        }
    }

    /// Reads what `encoded()` wrote; nothing is cut.
    public init(decoding bytes: [UInt8]) throws(AlmagestError) {
        let document = try JSONDocument(bytes, maximumDepth: JSONDocument.deepestNesting)
        try self.init(json: document.root, limits: .stored)
    }

    /// Reads what `encoded()` wrote, from memory that may go afterwards.
    public init(decoding bytes: UnsafeRawBufferPointer) throws(AlmagestError) {
        let document = try JSONDocument(bytes, maximumDepth: JSONDocument.deepestNesting)
        try self.init(json: document.root, limits: .stored)
    }
}

extension EntityPatch {
    /// True when an entity in the input asks to be merged: it says `update: true`.
    public static func isUpdate(_ json: JSONValue) -> Bool { json["update"]?.bool == true }

    /// Reads the members given and reports everything that is wrong with them. The title is not required.
    public static func decode(
        json: JSONValue, path: String = "", limits: EntityLimits = .standard
    ) -> Result<DecodedPatch, EntityFaults> {
        json.read { tape in
            var reader = EntityReader(tape: tape, prefix: path, limits: limits)
            let patch = reader.entity(json.node, purpose: .update)
            guard reader.faults.isEmpty else {
                return .failure(
                    EntityFaults(faults: reader.faults, warnings: reader.warnings, readable: patch.values))
            }
            return .success(DecodedPatch(patch: patch, warnings: reader.warnings))
        }
    }

    /// Reads the members given; throws the first fault.
    public init(json: JSONValue, path: String = "", limits: EntityLimits = .standard) throws(AlmagestError) {
        switch Self.decode(json: json, path: path, limits: limits) {
        case .success(let decoded): self = decoded.patch
        case .failure(let faults): throw faults.first
        }
    }
}

extension PropertyValue {
    /// Reads a value as the wire format writes it; nil for null.
    public init?(json: JSONValue, path: String = "", limits: EntityLimits = .standard) throws(AlmagestError) {
        let result: Result<PropertyValue?, AlmagestError> = json.read { tape in
            var reader = EntityReader(tape: tape, prefix: path, limits: limits)
            let value = reader.value(json.node, depth: limits.nesting)
            if let fault = reader.faults.first { return .failure(fault) }
            return .success(value)
        }
        guard let value = try result.get() else { return nil }
        self = value
    }
}
