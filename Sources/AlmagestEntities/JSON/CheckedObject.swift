/// The members of an object of a file that people write, with errors that say where.
package struct CheckedObject {
    private let json: JSONValue
    package let path: String
    /// What the file is, as a sentence begins: `A manifest`.
    private let kind: String

    package init(_ json: JSONValue, path: String = "", of kind: String) {
        self.json = json
        self.path = path
        self.kind = kind
    }

    package func check(known: [String]) throws(AlmagestError) {
        guard json.kind == .object else {
            throw AlmagestError(.invalidParameter, "This is to be an object.", path: path)
        }
        for (key, _) in json.members where !known.contains(key) {
            throw AlmagestError(
                .unknownParameter, "\(kind) has no member “\(key.prefix(100))” here.", path: at(key),
                hint: "Known are: \(known.joined(separator: ", ")).")
        }
    }

    package func has(_ key: String) -> Bool { json[key].map { !$0.isNull } ?? false }

    package func text(_ key: String, required: Bool = false) throws(AlmagestError) -> String? {
        guard let value = json[key], !value.isNull else {
            if required { throw AlmagestError(.missingParameter, "“\(key)” is required.", path: at(key)) }
            return nil
        }
        guard let text = value.string, !text.isEmpty else {
            throw AlmagestError(.invalidParameter, "This is to be a text.", path: at(key))
        }
        return text
    }

    package func list(_ key: String) throws(AlmagestError) -> [JSONValue] {
        guard let value = json[key], !value.isNull else { return [] }
        guard value.kind == .array, value.count <= 1_000 else {
            throw AlmagestError(.invalidParameter, "This is to be a list of at most 1000.", path: at(key))
        }
        return Array(value.elements)
    }

    package func texts(_ key: String) throws(AlmagestError) -> [String] {
        var texts: [String] = []
        for (index, value) in try list(key).enumerated() {
            guard let text = value.string, !text.utf8.contains(0) else {
                throw AlmagestError(.invalidParameter, "This is to be a text.", path: "\(at(key))[\(index)]")
            }
            texts.append(text)
        }
        return texts
    }

    package func bool(_ key: String) throws(AlmagestError) -> Bool? {
        guard let value = json[key], !value.isNull else { return nil }
        guard let bool = value.bool else {
            throw AlmagestError(.invalidParameter, "This is to be true or false.", path: at(key))
        }
        return bool
    }

    /// The members of an object within, in their order; nil when it is not there.
    package func members(_ key: String) throws(AlmagestError) -> [(key: String, value: JSONValue)]? {
        guard let value = json[key], !value.isNull else { return nil }
        guard value.kind == .object, value.count <= 1_000 else {
            throw AlmagestError(.invalidParameter, "This is to be an object of at most 1000 members.", path: at(key))
        }
        return Array(value.members)
    }

    package func at(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
