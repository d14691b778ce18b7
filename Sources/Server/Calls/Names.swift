import AlmagestEntities

/// Names that calls give beside entities, held to the same rules as those within an entity.
enum Names {
    /// Bytes of the name of an index or a domain, as of an entity's.
    private static let maximumBytes = 1_024

    /// Throws `invalidIdentifier` for a bundle that no entity may have.
    static func check(bundle: String, at path: String) throws(AlmagestError) {
        do { try EntityID(bundle: bundle, type: "x", id: "x").validate() } catch { throw error.at(path) }
    }

    /// Throws `invalidIdentifier` for a type that no entity may have.
    static func check(type: String, at path: String) throws(AlmagestError) {
        do { try EntityID(bundle: "x", type: type, id: "x").validate() } catch { throw error.at(path) }
    }

    /// Throws `invalidIdentifier` for an identifier within a type that no entity may have.
    static func check(id: String, at path: @autoclosure () -> String) throws(AlmagestError) {
        do { try EntityID(bundle: "x", type: "x", id: id).validate() } catch { throw error.at(path()) }
    }

    /// Throws `invalidIdentifier` for an index or a domain that no entity may be in.
    static func check(place: String, at path: String) throws(AlmagestError) {
        guard !place.isEmpty else { throw AlmagestError(.invalidIdentifier, "A name is not empty.", path: path) }
        guard place.utf8.count <= maximumBytes else {
            throw AlmagestError(
                .invalidIdentifier, "The name has \(place.utf8.count) bytes; at most \(maximumBytes) are allowed.",
                path: path)
        }
    }

    /// A parameter that names an index.
    static func index(_ parameters: Parameters) throws(AlmagestError) -> String? {
        guard let index = try parameters.string("index") else { return nil }
        try check(place: index, at: "index")
        return index
    }
}
