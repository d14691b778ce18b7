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

    @Test func mistypedParameterIsAnErrorWithTheExpectedType() throws {
        let said = try said(
            """
            @AppIntent(schema: .calendar.deleteEvent) struct Delete {
                var entity: Int
                func perform() async throws -> some IntentResult { .result() }
            }
            """)
        #expect(said.contains("error: `entity` of calendar.deleteEvent has the type `EventEntity`"), "\(said)")
    }

    @Test func missingMemberIsAWarning() throws {
        let said = try said(thing(".calendar.calendar", ""))
        #expect(said.contains("warning: calendar.calendar also has the property `title: String`"))
        #expect(!said.contains("error:"))
    }

    /// An extension may hold it: nothing but the warning is said.
    @Test func missingMemberMayBeInAnExtension() throws {
        let said = try said(
            thing(".calendar.calendar", "") + "\n" + #"extension Thing { var title: String { "Lunar" } }"#)
        #expect(
            said.contains(
                "warning: calendar.calendar also has the property `title: String`; declare it here, unless an extension does"
            ))
        #expect(!said.contains("error:"), "\(said)")
    }

    /// What is said comes with an offer to change it.
    @Test(arguments: [
        ("var title: Int", "note: change the type to `String`", "               String\n"),
        ("let title: String", "note: make it a `var`", "    var\n"),
        ("", "note: add `title: String`", ""),
    ])
    func whatIsWrongIsOfferedToBeMended(_ member: String, _ offer: String, _ change: String) throws {
        let (said, written) = try Compiler.offers(Self.entity + "\n" + thing(".calendar.calendar", member))
        #expect(said.contains(offer), "\(said)")
        if !change.isEmpty { #expect(said.contains(change), "\(said)") }
        if member.isEmpty { #expect(written.contains("\n    var title: String")) }
    }

    @Test func constantMemberIsAnError() throws {
        #expect(
            try said(thing(".calendar.calendar", "let title: String")).contains(
                "error: `title` is a property of calendar.calendar and has to be a `var`"))
    }

    @Test(arguments: [
        (
            "@AppEntity(schema: .calendar.calender) struct A {}",
            "there is no entity schema `.calendar.calender`; did you mean `.calendar.calendar`?"
        ),
        (
            "@AppIntent(schema: .calendar.createEvnt) struct A {}",
            "there is no intent schema `.calendar.createEvnt`; did you mean `.calendar.createEvent`?"
        ),
        (
            "@AppEnum(schema: .calendar.eventStatsu) enum A: String { case a }",
            "there is no enum schema `.calendar.eventStatsu`; did you mean `.calendar.eventStatus`?"
        ),
        (
            "@AssistantEntity(schema: .photos.asett) struct A {}",
            "there is no entity schema `.photos.asett`; did you mean `.photos.asset`?"
        ),
    ])
    func unknownSchemaNamesTheNearest(_ declaration: String, _ complaint: String) throws {
        #expect(try said(declaration).contains("error: " + complaint))
    }

    /// A property in an extension is a property of the entity; one of a type that can't be carried is an error.
    @Test func aComputedPropertyHasATypeThatCanBeCarried() throws {
        let entity = thing(".calendar.calendar", "var title: String")
        let good = "\nextension Thing { @ComputedProperty var length: Int { title.count } }"
        #expect(try said(entity + good) == "")
        let bad = "\nextension Thing { @ComputedProperty var all: Any { title } }"
        #expect(try said(entity + bad).contains("error:"))
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
