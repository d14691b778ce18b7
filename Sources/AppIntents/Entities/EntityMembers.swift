import AlmagestEntities
import Foundation

/// The properties that an entity holds, as the index takes them.
package enum EntityMembers {
    struct Member {
        var name: String
        var value: PropertyValue
        var indexing: IndexingKey?
    }

    /// Stored and computed properties that have a value.
    ///
    /// - Throws: `AlmagestError` with the property's name for a value that can't be carried.
    static func stored(of owner: Any) throws -> [Member] { try stored(children(of: owner), of: owner) }

    /// Those, and then the ones that have to be fetched.
    ///
    /// - Throws: `AlmagestError` with the property's name for a value that can't be carried; what a getter throws.
    static func all(of owner: Any) async throws -> [Member] {
        let children = children(of: owner)
        var members = try stored(children, of: owner)
        for (name, content) in children {
            guard let property = content as? any AnyDeferredProperty else { continue }
            do {
                guard let value = try await property.wireValue(of: owner) else { continue }
                members.append(Member(name: property.name, value: value, indexing: property.indexing))
            } catch let error as AlmagestError {
                throw error.within("properties.\(name)")
            }
        }
        return members
    }

    private static func stored(_ children: [(name: String, content: Any)], of owner: Any) throws -> [Member] {
        var members: [Member] = []
        for (name, content) in children {
            do {
                if let property = content as? any AnyEntityProperty {
                    guard let value = try property.wireValue() else { continue }
                    members.append(Member(name: name, value: value, indexing: property.indexing))
                } else if let property = content as? any AnyComputedProperty {
                    guard let value = try property.wireValue(of: owner) else { continue }
                    members.append(Member(name: property.name, value: value, indexing: property.indexing))
                }
            } catch let error as AlmagestError {
                throw error.within("properties.\(name)")
            }
        }
        return members
    }

    static func values(of owner: Any) throws -> [Entity.Property] {
        try stored(of: owner).map { Entity.Property($0.name, $0.value) }
    }

    /// Names of the stored properties that need a value and have none.
    static func unset(in owner: Any) -> [String] {
        children(of: owner).compactMap { name, content in
            (content as? any AnyEntityProperty).flatMap { $0.isSet ? nil : name }
        }
    }

    /// What a stored or computed property of that name holds; nil when there is none, or no value.
    package static func storedValue(named name: String, of owner: Any) -> Any? {
        for (label, content) in children(of: owner) where label == name {
            switch content {
            case let property as any AnyEntityProperty: return property.isSet ? property.anyValue : nil
            case let property as any AnyComputedProperty: return property.anyValue(of: owner)
            case is any AnyDeferredProperty: return nil
            default: return content
            }
        }
        return nil
    }

    /// What a property of that name holds, a deferred one too.
    ///
    /// - Throws: what its getter throws.
    package static func value(named name: String, of owner: Any) async throws -> Any? {
        for (label, content) in children(of: owner) where label == name {
            if let property = content as? any AnyDeferredProperty { return try await property.anyValue(of: owner) }
        }
        return storedValue(named: name, of: owner)
    }

    /// What can be asked for by name, in order.
    package static func names(of owner: Any) -> [String] { children(of: owner).map(\.name) }

    /// What a stored property is called in its owner.
    static func name(of property: any AnyEntityProperty, in owner: Any) -> String? {
        children(of: owner).first { ($0.content as? any AnyEntityProperty) === property }?.name
    }

    /// A wrapper is stored under the property's name with an underscore in front.
    private static func children(of owner: Any) -> [(name: String, content: Any)] {
        var found: [(String, Any)] = []
        var mirror: Mirror? = Mirror(reflecting: owner)
        while let current = mirror {
            for case (let label?, let content) in current.children {
                found.append((label.hasPrefix("_") ? String(label.dropFirst()) : label, content))
            }
            mirror = current.superclassMirror
        }
        return found + _ExtensionMembers.of(type(of: owner))
    }
}
