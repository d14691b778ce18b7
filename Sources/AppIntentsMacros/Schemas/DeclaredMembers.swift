import SwiftSyntax

/// A property that a type declares in its own braces.
struct DeclaredProperty {
    let name: String
    /// Nil when it is left to inference.
    let type: TypeSyntax?
    let variable: VariableDeclSyntax
    let isStored: Bool

    var isLet: Bool { variable.bindingSpecifier.tokenKind == .keyword(.let) }
    var isStatic: Bool { variable.modifiers.contains { ["static", "class"].contains($0.name.text) } }
    var hasAttributes: Bool { !variable.attributes.isEmpty }

    /// All properties that a declaration holds; one of a tuple pattern is left out.
    static func all(of declaration: VariableDeclSyntax) -> [DeclaredProperty] {
        declaration.bindings.compactMap { binding in
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
            // `var a, b: Int` gives its type to both.
            let type = binding.typeAnnotation?.type ?? declaration.bindings.last?.typeAnnotation?.type
            return DeclaredProperty(
                name: pattern.identifier.text.trimmingBackticks, type: type?.trimmed, variable: declaration,
                isStored: isStored(binding))
        }
    }

    static func all(of group: some DeclGroupSyntax) -> [DeclaredProperty] {
        group.memberBlock.members.flatMap { member in
            member.decl.as(VariableDeclSyntax.self).map(all(of:)) ?? []
        }
    }

    private static func isStored(_ binding: PatternBindingSyntax) -> Bool {
        switch binding.accessorBlock?.accessors {
        case nil: return true
        case .getter: return false
        case .accessors(let accessors):
            return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        @unknown default: return false
        }
    }
}

extension DeclGroupSyntax {
    /// `public `, `package ` or nothing: what witnesses of the type need in front.
    var accessPrefix: String {
        for modifier in modifiers {
            switch modifier.name.text {
            case "public", "open": return "public "
            case "package": return "package "
            default: continue
            }
        }
        return ""
    }
}
