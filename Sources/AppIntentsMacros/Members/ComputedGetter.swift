import SwiftSyntax

/// The getter of a computed property, by what it may do.
struct ComputedGetter {
    let isAsync: Bool
    let canThrow: Bool

    /// Nil for a stored property.
    init?(_ variable: VariableDeclSyntax) {
        guard let accessors = variable.bindings.first?.accessorBlock?.accessors else { return nil }
        switch accessors {
        case .getter:
            isAsync = false
            canThrow = false
        case .accessors(let list):
            guard let getter = list.first(where: { $0.accessorSpecifier.text == "get" }) else { return nil }
            isAsync = getter.effectSpecifiers?.asyncSpecifier != nil
            canThrow = getter.effectSpecifiers?.throwsClause != nil
        @unknown default: return nil
        }
    }

    var isPlain: Bool { !isAsync && !canThrow }
    var isDeferred: Bool { isAsync }
}
