import AlmagestEntities

/// The parameters that an intent has, by name.
package enum IntentParameters {
    /// - Throws: `AlmagestError` with the parameter's name for a value that can't be carried.
    static func values(of intent: some AppIntent) throws -> [(name: String, value: PropertyValue)] {
        var values: [(String, PropertyValue)] = []
        for (name, parameter) in all(of: intent) {
            do {
                if let value = try parameter.wireValue() { values.append((name, value)) }
            } catch let error as AlmagestError {
                throw error.within("parameters.\(name)")
            }
        }
        return values
    }

    package static func names(of intent: any AppIntent) -> [String] { all(of: intent).map(\.name) }

    /// Sets a parameter; the name of its type when the value is of another one.
    package static func assign(_ value: Any, to name: String, of intent: any AppIntent) -> String? {
        guard let parameter = all(of: intent).first(where: { $0.name == name })?.parameter else { return "nothing" }
        return parameter.assign(value) ? nil : parameter.typeName
    }

    /// A wrapper is stored under the parameter's name with an underscore in front.
    private static func all(of intent: any AppIntent) -> [(name: String, parameter: any AnyIntentParameter)] {
        Mirror(reflecting: intent).children.compactMap { label, content in
            guard let label, let parameter = content as? any AnyIntentParameter else { return nil }
            return (label.hasPrefix("_") ? String(label.dropFirst()) : label, parameter)
        }
    }
}
