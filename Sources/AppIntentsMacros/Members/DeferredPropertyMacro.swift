import SwiftSyntax
import SwiftSyntaxMacros

/// `@DeferredProperty`: a property whose value is fetched when it is asked for.
struct DeferredPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self), let getter = ComputedGetter(variable),
            getter.isDeferred
        else {
            context.say(
                .error("deferred", "`@DeferredProperty` is for a property with a getter that is `async throws`"),
                at: node)
            return []
        }
        return PropertyPeers.make(
            of: node, for: declaration, kind: "DeferredEntityProperty", reading: "try await", in: context)
    }
}
