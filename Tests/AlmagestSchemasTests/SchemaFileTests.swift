import AlmagestEntities
import Foundation
import TestSupport
import Testing

@testable import AlmagestSchemas

/// Files of schemas that apps bring.
@Suite struct SchemaFileTests {
    private func read(_ json: String) throws(AlmagestError) -> SchemaDomain { try SchemaFile.domain(Array(json.utf8)) }

    @Test func theSystemsOwnFilesSayWhatIsCompiledIn() throws {
        for domain in SchemaCatalog.shared.domains {
            let file = ProjectFiles.root.appendingPathComponent("config/schemas/\(domain.name).json")
            let others = SchemaCatalog(domains: SchemaCatalog.shared.domains.filter { $0.name != domain.name })
            let read = try SchemaFile.domain(
                Array(Data(contentsOf: file)), beside: others, allowsForeignTypes: true)
            #expect(read == domain, "\(domain.name)")
        }
    }

    @Test func everythingThatAFileSaysIsRead() throws {
        let domain = try read(
            """
            {"domain": "stars",
             "entities": {"star": {"identifier": "StarEntity", "note": "seen from here",
               "members": {"name": "String", "magnitude": "Double?", "seen": "[Date]", "kind": "#stars.kind",
                           "isNamed": "Bool = false", "place": "~Place", "event": "@calendar.event",
                           "partner": "@stars.star?", "tags": "Set<String>"}}},
             "enums": {"kind": {"cases": ["dwarf", "giant"], "open": true}},
             "unions": {"Place": {"cases": {"name": "String", "at": "GeoToolbox.PlaceDescriptor"}}}}
            """)
        #expect(domain.name == "stars")
        #expect(domain.tier == .app)
        let star = try #require(domain.entities.first)
        #expect(star.name == "stars.star")
        #expect(star.facts.identifier == "StarEntity")
        #expect(star.facts.note == "seen from here")
        #expect(star.member("magnitude") == SchemaMember("magnitude", .number, optional: true))
        #expect(star.member("seen")?.type == .list(.date))
        #expect(star.member("kind")?.type == .enumeration("stars.kind"))
        #expect(star.member("isNamed") == SchemaMember("isNamed", .bool, default: "false"))
        #expect(star.member("place")?.type == .union("stars.Place"))
        #expect(star.member("event")?.type == .entity("calendar.event"))
        #expect(star.member("partner") == SchemaMember("partner", .entity("stars.star"), optional: true))
        #expect(star.member("tags")?.type == .set(.text))
        #expect(domain.enums.first?.isOpen == true)
        #expect(domain.unions.first?.cases?.map(\.name) == ["name", "at"])
    }

    @Test(arguments: [
        ("[]", AlmagestError.Name.invalidParameter, String?.none),
        ("{", .parseError, nil),
        (#"{"entities":{}}"#, .missingParameter, "domain"),
        (#"{"domain":"a.b"}"#, .invalidParameter, "domain"),
        (#"{"domain":"calendar"}"#, .invalidParameter, "domain"),
        (#"{"domain":"x","tier":"best"}"#, .invalidParameter, "tier"),
        (#"{"domain":"x","entites":{}}"#, .unknownParameter, "entites"),
        (#"{"domain":"x","entities":[]}"#, .invalidParameter, "entities"),
        (#"{"domain":"x","entities":{"a b":{}}}"#, .invalidParameter, "entities.a b"),
        (#"{"domain":"x","entities":{"a":7}}"#, .invalidParameter, "entities.a"),
        (#"{"domain":"x","entities":{"a":{"member":{}}}}"#, .unknownParameter, "entities.a.member"),
        (#"{"domain":"x","entities":{"a":{"members":{"b":7}}}}"#, .invalidParameter, "entities.a.members.b"),
        (#"{"domain":"x","entities":{"a":{"members":{"b.c":"String"}}}}"#, .invalidParameter, "entities.a.members.b.c"),
        (#"{"domain":"x","entities":{"a":{"members":{"b":"Strng"}}}}"#, .invalidParameter, "entities.a.members.b"),
        (#"{"domain":"x","entities":{"a":{"members":{"b":"@x.c"}}}}"#, .invalidParameter, "entities.a.members.b"),
        (
            #"{"domain":"x","entities":{"a":{"members":{"b":"[[[[[[[[[[Int]]]]]]]]]]"}}}}"#, .invalidParameter,
            "entities.a.members.b"
        ),
        (#"{"domain":"x","enums":{"a":{"cases":[7]}}}"#, .invalidParameter, "enums.a.cases[0]"),
        (#"{"domain":"x","enums":{"a":{"open":"yes"}}}"#, .invalidParameter, "enums.a.open"),
        (#"{"domain":"x","enums":{"a":{"evidence":"hearsay"}}}"#, .invalidParameter, "enums.a.evidence"),
        (#"{"domain":"x","intents":{"a":{"result":"@y.z"}}}"#, .invalidParameter, "intents.a.result"),
    ])
    func whatIsWrongIsSaidWithItsPlace(_ json: String, _ name: AlmagestError.Name, _ path: String?) {
        let error = #expect(throws: AlmagestError.self) { try read(json) }
        #expect(error?.name == name)
        if let path { #expect(error?.path == path) }
    }

    @Test func aUnionOfVeryManyCasesIsTooLarge() {
        let cases = (0..<65).map { #""c\#($0)":"String""# }.joined(separator: ",")
        let error = #expect(throws: AlmagestError.self) {
            try read(#"{"domain":"x","unions":{"U":{"cases":{\#(cases)}}}}"#)
        }
        #expect(error?.name == .tooLarge)
    }

    /// Whatever stands in a file, reading it ends, with a domain or an error.
    @Test func brokenFilesEndInAnError() throws {
        let whole = try Array(Data(contentsOf: ProjectFiles.root.appendingPathComponent("config/schemas/clock.json")))
        var generator = SeededRandom(seed: 11)
        let others = SchemaCatalog(domains: SchemaCatalog.shared.domains.filter { $0.name != "clock" })
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                if Bool.random(using: &generator) {
                    bytes[place] = UInt8.random(in: 0...255, using: &generator)
                } else {
                    bytes.removeSubrange(place..<min(bytes.count, place + 9))
                }
            }
            _ = try? SchemaFile.domain(bytes, beside: others)
        }
    }

    @Test func whatOneAppBringsSaysNothingOfAnothers() throws {
        let schemas = AppSchemas()
        #expect(schemas.catalog(of: "org.example.A") === SchemaCatalog.shared)
        let stars = try read(#"{"domain":"stars","entities":{"star":{"members":{"seen":"Date"}}}}"#)
        let others = try read(#"{"domain":"stars","entities":{"star":{"members":{"seen":"Int"}}}}"#)
        schemas.replace(with: [
            AppSchemas.App(bundle: "org.example.B", domain: others),
            AppSchemas.App(bundle: "org.example.A", domain: stars),
        ])
        #expect(schemas.catalog(of: "org.example.A").entity("stars.star")?.member("seen")?.type == .date)
        #expect(schemas.catalog(of: "org.example.B").entity("stars.star")?.member("seen")?.type == .integer)
        #expect(schemas.catalog(of: "org.example.C").entity("stars.star") == nil)
        #expect(schemas.catalog(of: "org.example.A").entity("calendar.event") != nil)
        #expect(schemas.all.map(\.bundle) == ["org.example.A", "org.example.B"])
        schemas.replace(with: [])
        #expect(schemas.catalog(of: "org.example.A").entity("stars.star") == nil)
    }
}
