import Foundation

/// Names of the properties that key paths such as `\.$title` lead to.
///
/// A key path doesn't say what it is called: it is followed in one entity, and what it leads to is looked for among the
/// properties that the entity holds.
struct PropertyNames<Content: AppEntity> {
    private let names: [PartialKeyPath<Content>: String]

    init(_ keyPaths: [PartialKeyPath<Content>], in sample: Content) {
        var names: [PartialKeyPath<Content>: String] = [:]
        for keyPath in keyPaths {
            guard let property = sample[keyPath: keyPath] as? any AnyEntityProperty else { continue }
            names[keyPath] = property.name ?? EntityMembers.name(of: property, in: sample)
        }
        self.names = names
    }

    subscript(keyPath: PartialKeyPath<Content>) -> String? { names[keyPath] }
}
