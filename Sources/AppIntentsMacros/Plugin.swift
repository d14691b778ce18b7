@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The compiler starts this program and asks it, over its standard input and output, to expand macros.
///
/// The package's own plug-in support is a part of swift-syntax that toolchains do not carry, so the loop over the
/// compiler's messages is started here.
@main
struct AppIntentsMacrosPlugin: PluginProvider {
    private static var macros: [String: any Macro.Type] {
        [
            "SchemaEntityMacro": SchemaEntityMacro.self,
            "SchemaIntentMacro": SchemaIntentMacro.self,
            "SchemaEnumMacro": SchemaEnumMacro.self,
            "UnionValueMacro": UnionValueMacro.self,
            "ComputedPropertyMacro": ComputedPropertyMacro.self,
            "DeferredPropertyMacro": DeferredPropertyMacro.self,
        ]
    }

    struct UnknownMacro: Error, CustomStringConvertible {
        let description: String
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        guard let macro = Self.macros[typeName] else {
            throw UnknownMacro(description: "The macro plug-in has no \(moduleName).\(typeName).")
        }
        return macro
    }

    static func main() throws {
        let listener = CompilerPluginMessageListener(
            connection: try StandardIOMessageConnection(), provider: AppIntentsMacrosPlugin())
        try listener.main()
    }
}
