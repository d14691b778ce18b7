import AlmagestEntities
import Testing

@Suite struct EntityPatchTests {
    static let stored: Entity = {
        var entity = Entity(
            key: EntityID(bundle: "b", type: "t", id: "i"), display: Display(title: "Old", subtitle: "S"))
        entity.keywords = ["k"]
        entity.priority = 5
        entity.text = "body"
        entity.properties = [.init("a", .integer(1)), .init("b", .integer(2)), .init("c", .integer(3))]
        return entity
    }()

    static func merged(_ members: String) throws -> Entity {
        let json = try JSONDocument(#"{"bundle":"b","type":"t","id":"i","update":true,\#(members)}"#).root
        #expect(EntityPatch.isUpdate(json))
        return stored.merging(try EntityPatch(json: json))
    }

    @Test func onlyTheMembersGivenChange() throws {
        let entity = try Self.merged(#""text":"new""#)
        var expected = Self.stored
        expected.text = "new"
        #expect(entity == expected)
    }

    @Test func displayIsMergedByItsMembers() throws {
        let entity = try Self.merged(#""display":{"title":"New"}"#)
        #expect(entity.display == Display(title: "New", subtitle: "S"))
    }

    @Test func propertiesAreMergedByName() throws {
        let entity = try Self.merged(#""properties":{"b":"two","d":4,"a":null}"#)
        #expect(
            entity.properties == [.init("b", .text("two")), .init("c", .integer(3)), .init("d", .integer(4))])
    }

    @Test func aNameComposedInAnotherWayIsAnotherName() throws {
        var stored = Self.stored
        stored.properties = [.init("caf\u{E9}", .integer(1))]
        let update = #"{"bundle":"b","type":"t","id":"i","update":true,"properties":{"cafe\u0301":2}}"#
        var entity = stored.merging(try EntityPatch(json: JSONDocument(update).root))
        #expect(entity.properties == [.init("caf\u{E9}", .integer(1)), .init("cafe\u{301}", .integer(2))])
        let removal = #"{"bundle":"b","type":"t","id":"i","update":true,"properties":{"cafe\u0301":null}}"#
        entity = entity.merging(try EntityPatch(json: JSONDocument(removal).root))
        #expect(entity.properties.map { Array($0.name.utf8) } == [Array("caf\u{E9}".utf8)])
    }

    @Test func nullTakesAMemberBackToItsDefault() throws {
        let entity = try Self.merged(#""text":null,"keywords":null,"priority":null,"properties":null,"display":null"#)
        #expect(entity == Entity(key: Self.stored.key, display: Display(title: "Old")))
    }

    @Test func emptyMembersAreGivenToo() throws {
        #expect(try Self.merged(#""keywords":[]"#).keywords.isEmpty)
        #expect(try Self.merged(#""properties":{}"#) == Self.stored)
    }

    @Test func anUpdateNeedsNoTitleAndMakesAnEntityOnlyWithOne() throws {
        let json = try JSONDocument(#"{"bundle":"b","type":"t","id":"i","update":true}"#).root
        #expect(try EntityPatch(json: json).entity == nil)
        let whole = try JSONDocument(#"{"bundle":"b","type":"t","id":"i","update":true,"display":{"title":"T"}}"#).root
        #expect(try EntityPatch(json: whole).entity?.display.title == "T")
    }

    @Test func aWrongMemberIsAFault() throws {
        let json = try JSONDocument(#"{"bundle":"b","type":"t","id":"i","update":true,"text":5}"#).root
        let error = #expect(throws: AlmagestError.self) { try EntityPatch(json: json, path: "entities[0]") }
        #expect(error?.path == "entities[0].text")
    }
}
