import AlmagestEntities
import AlmagestSchemas

/// An intent as an app donates it, checked.
struct DonatedIntent {
    /// Name of its type within the app.
    let type: String
    /// Entities of the app itself among its parameters and in its result, in their order.
    private(set) var entities: [EntityID] = []

    private let bundle: String
    private var seen = Set<EntityID>()

    /// - Throws: what is wrong first, with its path below `path`.
    init(_ json: JSONValue, bundle: String, path: String) throws(AlmagestError) {
        self.bundle = bundle
        do throws(AlmagestError) {
            guard json.kind == .object else { throw Parameters.mistyped("", "an object") }
            let members = try Parameters(json, known: ["type", "schema", "parameters", "result"])
            type = try ContextParameters.name(members.required("type"), at: "type")
            if let schema = try members.string("schema"), SchemaCatalog.shared.intent(schema) == nil {
                throw AlmagestError(
                    .invalidParameter, "There is no intent schema “\(schema.prefix(100))”.", path: "schema",
                    hint: "`almagest schemas` lists them.")
            }
            if let parameters = members.value("parameters") {
                guard parameters.kind == .object else { throw Parameters.mistyped("parameters", "an object") }
                for (name, value) in parameters.members {
                    // Null is a parameter that was not given.
                    if let value = try PropertyValue(json: value, path: "parameters.\(name)") { collect(value) }
                }
            }
            if let result = members.value("result"), let value = try PropertyValue(json: result, path: "result") {
                collect(value)
            }
        } catch {
            throw error.path?.isEmpty ?? true ? error.at(path) : error.within(path)
        }
    }

    private mutating func collect(_ value: PropertyValue) {
        switch value {
        case .entity(let id, _):
            // Of another app's entities an app cannot say how they were used.
            if id.bundle.hasSameBytes(as: bundle), seen.insert(id).inserted { entities.append(id) }
        case .list(let values): for value in values { collect(value) }
        case .record(let members): for member in members { collect(member.value) }
        case .union(_, let value): collect(value)
        default: break
        }
    }
}
