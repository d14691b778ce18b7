import Foundation
import Testing

/// What the macros say, as the compiler prints it. Runs the compiler on small sources with the plug-in as built;
/// skipped where the folder of the build is not known.
@Suite(.enabled(if: Compiler.isThere)) struct MacroDiagnosticsTests {
    private static let entity = """
        import AppIntents
        struct Query: EntityQuery { func entities(for ids: [String]) async throws -> [Thing] { [] } }
        """

    private func said(_ source: String) throws -> String {
        try Compiler.typecheck(Self.entity + "\n" + source)
    }

    private func thing(_ schema: String, _ members: String) -> String {
        """
        @AppEntity(schema: \(schema))
        struct Thing {
            static let defaultQuery = Query()
            let id: String
            var displayRepresentation: DisplayRepresentation { "Thing" }
            \(members)
        }
        """
    }

    @Test func mistypedMemberIsAnErrorWithTheExpectedType() throws {
        let said = try said(thing(".calendar.calendar", "var title: Int"))
        #expect(said.contains("error: `title` of calendar.calendar has the type `String`, text, not `Int`"))
    }

    @Test func missingMemberIsAWarning() throws {
        let said = try said(thing(".calendar.calendar", ""))
        #expect(said.contains("warning: calendar.calendar also has the property `title: String`"))
        #expect(!said.contains("error:"))
    }

    @Test func constantMemberIsAnError() throws {
        #expect(try said(thing(".calendar.calendar", "let title: String")).contains("has to be a `var`"))
    }

    @Test func unknownSchemaNamesTheNearest() throws {
        let said = try said(thing(".calendar.calender", "var title: String"))
        #expect(said.contains("there is no entity schema `.calendar.calender`; did you mean `.calendar.calendar`?"))
    }

    @Test func correctEntitySaysNothing() throws {
        #expect(try said(thing(".calendar.calendar", "var title: String")) == "")
    }

    @Test(arguments: [
        ("case a", "`a` has none"), ("case a(Int, String)", "`a` has 2"), ("", "a union has at least one case"),
    ])
    func unionCaseHasExactlyOnePayload(_ cases: String, _ complaint: String) throws {
        let said = try Compiler.typecheck("import AppIntents\n@UnionValue enum Choice { \(cases) }")
        #expect(said.contains("error:") && said.contains(complaint))
    }

    @Test func unknownCaseOfASchemaIsAnError() throws {
        let said = try Compiler.typecheck(
            "import AppIntents\n@AppEnum(schema: .calendar.attendeeStatus) enum S: String { case accepted, perhaps }")
        #expect(said.contains("calendar.attendeeStatus has no case `perhaps`"))
    }

    @Test func storedPropertyIsNotComputed() throws {
        let said = try Compiler.typecheck("import AppIntents\nstruct A { @ComputedProperty var x: Int }")
        #expect(said.contains("`@ComputedProperty` is for a property with a getter"))
    }
}

enum Compiler {
    static let build = ProcessInfo.processInfo.environment["ALMAGEST_BUILD"]
    static var plugin: String? { build.map { $0 + "/AppIntentsMacros-tool" } }
    static var isThere: Bool { plugin.map { FileManager.default.isExecutableFile(atPath: $0) } ?? false }

    /// Everything that the compiler says of a source.
    static func typecheck(_ source: String) throws -> String {
        let build = try #require(build)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("macros-\(UUID().uuidString).swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-I", build + "/Modules",
                "-load-plugin-executable", "\(build)/AppIntentsMacros-tool#AppIntentsMacros",
            ]
            + ["CJSON", "CSystem"].flatMap { ["-Xcc", "-fmodule-map-file=\(build)/\($0).build/module.modulemap"] }
            + [file.path]
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let said = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
