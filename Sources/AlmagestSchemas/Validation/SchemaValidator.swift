import AlmagestEntities

/// Holds entities against their schemas.
///
/// - A required member that is missing is a warning; `title` or `name` is there when `display.title` is. An absent
///   list is empty.
/// - A member of another type than declared is an error, unless it is the type's bare form, which is understood: a text for
///   a date, a link, a person, a reference or a case; a record for a person or a place; one value for a list of it.
/// - What the schema does not name is kept as it is. A schema that is not known is a warning.
public struct SchemaValidator: Sendable {
    public let catalog: SchemaCatalog

    public init(catalog: SchemaCatalog = .shared) { self.catalog = catalog }

    /// Most faults reported of one entity.
    public static let maximumFaults = 100

    /// Everything that the schema of an entity does not agree with; nothing without a schema.
    public static func validate(_ entity: Entity) -> [SchemaFault] { SchemaValidator().normalized(entity).1 }

    /// The entity with the bare forms of its values replaced by the declared types.
    public static func normalized(_ entity: Entity) -> (Entity, [SchemaFault]) { SchemaValidator().normalized(entity) }

    /// The entity with the bare forms of its values replaced by the declared types, and all faults. Where one is an error, the
    /// value stays as it was.
    public func normalized(_ entity: Entity) -> (Entity, [SchemaFault]) {
        guard let name = entity.schema else { return (entity, []) }
        guard let schema = catalog.entity(name) else { return (entity, [unknown(name)]) }
        guard let members = schema.members else { return (entity, []) }
        var coercion = Coercion(catalog: catalog)
        var entity = entity
        coercion.path = "properties"
        coercion.members(members, of: &entity.properties, schema: schema.name, titled: !entity.display.title.isEmpty)
        return (entity, coercion.faults)
    }

    private func unknown(_ name: String) -> SchemaFault {
        let nearest = catalog.nearestEntity(to: name)
        return SchemaFault(
            path: "schema", message: "There is no schema “\(name.prefix(60))”.", severity: .warning,
            hint: nearest.map { "The nearest is \($0)." })
    }
}
