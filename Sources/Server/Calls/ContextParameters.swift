import AlmagestEntities
import Catalog
import Foundation

/// Parameters that the calls about the context share.
enum ContextParameters {
    /// The app that is meant: given, or said by the connection.
    static func bundle(_ parameters: Parameters, session: Session) throws(AlmagestError) -> String {
        guard let bundle = try optionalBundle(parameters, session: session) else {
            throw AlmagestError(.missingParameter, "“bundle” is required.", path: "bundle")
        }
        return bundle
    }

    static func optionalBundle(_ parameters: Parameters, session: Session) throws(AlmagestError) -> String? {
        guard let bundle = try parameters.string("bundle") ?? session.bundle else { return nil }
        try Names.check(bundle: bundle, at: "bundle")
        try session.check(bundle)
        return bundle
    }

    /// `entities`, all of them the bundle's own; nil when the parameter is absent.
    static func entities(
        _ parameters: Parameters, bundle: String?, maximum: Int
    ) throws(AlmagestError) -> [EntityID]? {
        guard let list = parameters.value("entities") else { return nil }
        guard list.kind == .array else { throw Parameters.mistyped("entities", "a list of identifiers") }
        guard list.count <= maximum else {
            throw AlmagestError(.tooLarge, "At most \(maximum) are taken, \(list.count) came.", path: "entities")
        }
        var ids: [EntityID] = []
        for element in list.elements { ids.append(try entity(element, bundle: bundle, at: "entities[\(ids.count)]")) }
        return ids
    }

    /// An entity of the bundle.
    static func entity(
        _ json: JSONValue, bundle: String?, at path: @autoclosure () -> String
    ) throws(AlmagestError) -> EntityID {
        let id = try ReadCalls.identifier(json, at: path())
        if let bundle, !Reach(bundle: bundle).allows(id.bundle) {
            throw AlmagestError(.forbiddenBundle, "“\(bundle)” speaks of its own entities alone.", path: path())
        }
        return id
    }

    /// A context: its kind, and its other members in one form, whatever order they came in.
    static func context(_ json: JSONValue, at path: String) throws(AlmagestError) -> (kind: String, detail: String) {
        guard json.kind == .object else { throw Parameters.mistyped(path, "an object with a “kind”") }
        guard let kind = json["kind"], kind.kind != .null else {
            throw AlmagestError(.missingParameter, "“kind” is required.", path: "\(path).kind")
        }
        let name = try name(kind, at: "\(path).kind")
        var members: [(key: String, value: JSONValue)] = []
        for (key, value) in json.members where key != "kind" {
            guard [.string, .integer, .number, .bool].contains(value.kind) else {
                throw Parameters.mistyped("\(path).\(key)", "a text, a number, true or false")
            }
            members.append((key, value))
        }
        if members.isEmpty { return (name, "") }
        members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        var writer = JSONWriter()
        writer.beginObject()
        for (key, value) in members {
            writer.key(key)
            writer.value(value)
        }
        writer.endObject()
        guard writer.bytes.count <= nameBytes else {
            throw AlmagestError(.tooLarge, "A context has at most \(nameBytes) bytes.", path: path)
        }
        return (name, String(decoding: writer.bytes, as: UTF8.self))
    }

    /// A short name without control characters.
    static func name(_ json: JSONValue, at path: String) throws(AlmagestError) -> String {
        let name = try Parameters.string(json, at: path)
        guard !name.isEmpty, name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw AlmagestError(.invalidParameter, "A name is not empty and has no control characters.", path: path)
        }
        guard name.utf8.count <= nameBytes else {
            throw AlmagestError(.tooLarge, "A name has at most \(nameBytes) bytes.", path: path)
        }
        return name
    }

    private static let nameBytes = 1_024

    /// A date as text or as `{"date":…}`, in seconds since 1970.
    static func date(_ parameters: Parameters, _ name: String) throws(AlmagestError) -> Double? {
        guard let value = parameters.value(name) else { return nil }
        let text = try Parameters.string(value["date"] ?? value, at: name)
        do { return try DateValue(parsing: text).seconds } catch { throw error.at(name) }
    }
}
