import SwiftSyntax
import SwiftSyntaxMacros

/// `@ComputedProperty`: a computed property that is a property of the entity.
struct ComputedPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self), let getter = ComputedGetter(variable) else {
            context.say(
                .error("stored", "`@ComputedProperty` is for a property with a getter; a stored one is a `@Property`"),
                at: node)
            return []
        }
        guard getter.isPlain else {
            context.say(
                .error("async", "a getter that waits or throws makes a `@DeferredProperty`"), at: node)
            return []
        }
        return PropertyPeers.make(
            of: node, for: declaration, kind: "ComputedEntityProperty", reading: "", in: context)
    }
}
