import AlmagestEntities
import Foundation

/// What an app says of itself: a JSON file in a `providers.d`.
///
///     {"bundle": "org.example.CometCal", "name": "CometCal",
///      "types": [{"type": "EventEntity", "schema": "calendar.event",
///                 "links": ["https://cometcal.example.org/event/{id}"]}],
///      "calls": ["entities", "values", "open", "reindex"],
///      "command": ["/usr/lib/cometcal/provider"], "targets": ["app", "extension"]}
public struct ProviderManifest: Hashable, Sendable {
    /// A type of entity that the app has.
    public struct EntityType: Hashable, Sendable {
        public var type: String
        /// `domain.name`.
        public var schema: String?
        /// What universal links to its entities look like.
        public var links: [LinkTemplate]
    }

    /// Where a call may go.
    public enum Target: String, Sendable, CaseIterable {
        /// The running app's connection.
        case app
        /// The executable of `command`.
        case `extension`
    }

    public var bundle: String
    /// What people call the app.
    public var name: String
    public var types: [EntityType] = []
    public var calls: Set<ProviderCall> = []
    /// Program and arguments; empty when only the running app answers.
    public var command: [String] = []
    public var targets: Set<Target> = Set(Target.allCases)

    /// Reads a manifest. A `command` with a slash is taken from `folder` unless it is absolute.
    ///
    /// - Throws: `parseError`, `unknownParameter`, `missingParameter`, `invalidParameter`, with the path in the file.
    public init(json: [UInt8], folder: String) throws(AlmagestError) {
        let root = try JSONDocument(json).root
        guard root.kind == .object else { throw AlmagestError(.invalidParameter, "A manifest is a JSON object.") }
        let reader = ManifestObject(root, path: "")
        try reader.check(known: ["bundle", "name", "types", "calls", "command", "targets"])
        bundle = try reader.text("bundle", required: true) ?? ""
        do { try EntityID(bundle: bundle, type: "x", id: "x").validate() } catch { throw error.at("bundle") }
        name = try reader.text("name") ?? bundle
        for (index, element) in try reader.list("types").enumerated() {
            types.append(try Self.entityType(ManifestObject(element, path: "types[\(index)]")))
        }
        for (index, text) in try reader.texts("calls").enumerated() {
            guard let call = ProviderCall(named: text) else {
                throw AlmagestError(
                    .invalidParameter, "There is no call “\(text)”.", path: "calls[\(index)]",
                    hint: "Calls are: \(ProviderCall.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            calls.insert(call)
        }
        command = try reader.texts("command")
        if let program = command.first, program.contains("/"), !program.hasPrefix("/") {
            command[0] = folder + "/" + program
        }
        if reader.has("targets") {
            targets = []
            for (index, text) in try reader.texts("targets").enumerated() {
                guard let target = Target(rawValue: text) else {
                    throw AlmagestError(
                        .invalidParameter, "“\(text)” is no target.", path: "targets[\(index)]",
                        hint: "Targets are: app, extension.")
                }
                targets.insert(target)
            }
        }
    }

    private static func entityType(_ reader: ManifestObject) throws(AlmagestError) -> EntityType {
        try reader.check(known: ["type", "schema", "links"])
        let type = try reader.text("type", required: true) ?? ""
        var links: [LinkTemplate] = []
        for (index, text) in try reader.texts("links").enumerated() {
            do throws(AlmagestError) {
                links.append(try LinkTemplate(text))
            } catch {
                throw error.at("\(reader.path).links[\(index)]")
            }
        }
        return EntityType(type: type, schema: try reader.text("schema"), links: links)
    }

    /// The schema that it declares for a type.
    public func schema(of type: String) -> String? { types.first { $0.type.hasSameBytes(as: type) }?.schema }

    /// The entity that a link leads to, by the templates.
    public func entity(for link: Link) -> EntityID? {
        for type in types {
            for template in type.links {
                guard let id = template.identifier(in: link) else { continue }
                return EntityID(bundle: bundle, type: type.type, id: id)
            }
        }
        return nil
    }
}

/// The members of an object of a manifest, with errors that say where.
private struct ManifestObject {
    private let json: JSONValue
    let path: String

    init(_ json: JSONValue, path: String) {
        self.json = json
        self.path = path
    }

    func check(known: [String]) throws(AlmagestError) {
        guard json.kind == .object else {
            throw AlmagestError(.invalidParameter, "This is to be an object.", path: path)
        }
        for (key, _) in json.members where !known.contains(key) {
            throw AlmagestError(
                .unknownParameter, "A manifest has no member “\(key.prefix(100))” here.", path: at(key),
                hint: "Known are: \(known.joined(separator: ", ")).")
        }
    }

    func has(_ key: String) -> Bool { json[key].map { !$0.isNull } ?? false }

    func text(_ key: String, required: Bool = false) throws(AlmagestError) -> String? {
        guard let value = json[key], !value.isNull else {
            if required { throw AlmagestError(.missingParameter, "“\(key)” is required.", path: at(key)) }
            return nil
        }
        guard let text = value.string, !text.isEmpty else {
            throw AlmagestError(.invalidParameter, "This is to be a text.", path: at(key))
        }
        return text
    }

    func list(_ key: String) throws(AlmagestError) -> [JSONValue] {
        guard let value = json[key], !value.isNull else { return [] }
        guard value.kind == .array, value.count <= 1_000 else {
            throw AlmagestError(.invalidParameter, "This is to be a list of at most 1000.", path: at(key))
        }
        return Array(value.elements)
    }

    func texts(_ key: String) throws(AlmagestError) -> [String] {
        var texts: [String] = []
        for (index, value) in try list(key).enumerated() {
            guard let text = value.string, !text.utf8.contains(0) else {
                throw AlmagestError(.invalidParameter, "This is to be a text.", path: "\(at(key))[\(index)]")
            }
            texts.append(text)
        }
        return texts
    }

    private func at(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
