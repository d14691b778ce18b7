import AlmagestEntities
import CoreSpotlight
import Foundation
import GeoToolbox
import Testing
import UniformTypeIdentifiers

@testable import AppIntents

/// Which of several values for one attribute counts, and the rarer kinds of entities.
@Suite struct PrecedenceTests {
    private func wire(_ entity: some AppEntity) async throws -> Entity {
        try await WireEntity.make(entity, bundle: "org.example.Tunes", index: "default")
    }

    /// A property comes first, then the display representation, then the attribute set.
    @Test func ofSeveralValuesUnderOneKeyThePropertyCountsThenTheDisplayThenTheSet() async throws {
        let made = try await wire(KeyedEntity(id: "1"))
        #expect(made[property: "contentDescription"] == .text("of the property"))
        #expect(made.display.title == "of the display")
        #expect(made.display.synonyms == ["display's"])
        #expect(made[property: "theme"] == .text("of the set"))
        #expect(made.keywords == ["set's"])
        #expect(made[property: "org_example_weight"] == .integer(7))
        #expect(made[property: "weight"] == .integer(7))
    }

    @Test func aPropertyInAnExtensionTravelsToo() async throws {
        let made = try await wire(KeyedEntity(id: "12"))
        #expect(made[property: "length"] == .integer(2))
        #expect(made[property: "distance"] == .number(4.5))
        #expect(made[property: "pageCount"] == .integer(2))
        #expect(KeyedEntity(id: "123").$length.wrappedValue == 3)
        #expect(EntityMembers.storedValue(named: "length", of: KeyedEntity(id: "1234")) as? Int == 4)
        // Another type's extension adds nothing.
        #expect(try await wire(OnlyEntity())[property: "length"] == nil)
    }

    @Test func theOnlyOneOfItsTypeIsFoundByItsType() async throws {
        let query = OnlyEntity.defaultQuery
        #expect(OnlyEntity().id == "OnlyEntity")
        #expect(try await query.allEntities().map(\.id) == ["OnlyEntity"])
        #expect(try await query.entities(for: ["OnlyEntity", "other"]).count == 1)
        #expect(try await query.suggestedEntities().count == 1)
        #expect(OnlyEntity().displayRepresentation.title.text == "Settings")
        let empty = try await #require(throws: EntityQueryError.self) {
            try await UniqueAppEntityProvider<OnlyEntity>().uniqueEntity()
        }
        #expect(empty.description == "The provider of OnlyEntity was made without a closure.")
    }

    @Test func aFileIsNamedByItsURLAndADraftByItsIdentifier() async throws {
        let url = URL(fileURLWithPath: "/tmp/comet map.txt")
        let file = try FileEntityIdentifier.file(url: url)
        #expect(!file.isDraft)
        #expect(try await file.fileURL == url)
        #expect(FileEntityIdentifier.entityIdentifier(for: file.entityIdentifierString) == file)
        let draft = FileEntityIdentifier.draft(identifier: "caf\u{e9}")
        #expect(draft.draftIdentifier == "caf\u{e9}")
        #expect(FileEntityIdentifier.entityIdentifier(for: draft.entityIdentifierString) == draft)
        #expect(draft != .draft(identifier: "cafe\u{301}"))
        await #expect(throws: AlmagestError.self) { try await draft.fileURL }
        let link = try #require(URL(string: "https://example.org/a"))
        #expect(throws: AlmagestError.self) { try FileEntityIdentifier.file(url: link) }
        #expect(try JSONDecoder().decode(FileEntityIdentifier.self, from: JSONEncoder().encode(draft)) == draft)
    }

    @Test func identifiersAreToldApartByTheirBytes() async throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        func identifier(_ id: String) -> EntityIdentifier { EntityIdentifier(for: KeyedEntity.self, identifier: id) }
        #expect(identifier(composed) != identifier(decomposed))
        #expect(Set([identifier(composed), identifier(decomposed), identifier(composed)]).count == 2)
        let collection = EntityCollection<KeyedEntity>(identifiers: [composed, decomposed])
        let ids = try await collection.resolvedEntities().map { Array($0.id.utf8) }
        #expect(ids == [Array(composed.utf8), Array(decomposed.utf8)])
    }

    @Test(arguments: [Double.nan, .infinity])
    func whatIsNoFiniteNumberIsRefusedWhereverItStands(_ number: Double) throws {
        let values: [any _IntentValue] = [
            number, Float(number), Measurement(value: number, unit: UnitLength.meters),
            Date(timeIntervalSince1970: number), [number], IntentCurrencyAmount(amount: .nan, currencyCode: "EUR"),
            PlaceDescriptor(
                representations: [.coordinate(.init(latitude: number, longitude: 0))], commonName: nil),
            CLPlacemark(coordinate: .init(latitude: 0, longitude: number)),
        ]
        for value in values {
            let error = try #require(throws: AlmagestError.self, "\(value)") { try value._wireValue() }
            #expect(error.message.hasSuffix("can't be stored: no finite number."))
        }
    }
}

struct KeyedEntity: IndexedEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [String]) async throws -> [KeyedEntity] { identifiers.map(KeyedEntity.init) }
    }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Keyed"
    static let defaultQuery = Query()
    let id: String
    @Property(title: "About", indexingKey: \.contentDescription) var about: String
    @Property(customIndexingKey: KeyedEntity.weightKey) var weight: Int

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "of the display", subtitle: "of the display", synonyms: ["display's"])
    }

    var attributeSet: CSSearchableItemAttributeSet {
        let set = defaultAttributeSet
        set.displayName = "of the set"
        set.contentDescription = "of the set"
        set.alternateNames = ["set's"]
        set.theme = "of the set"
        set.keywords = ["set's"]
        return set
    }

    nonisolated(unsafe) static let weightKey: CSCustomAttributeKey = {
        guard let key = CSCustomAttributeKey(keyName: "org_example_weight") else { fatalError("The name is refused.") }
        return key
    }()

    init(id: String) {
        self.id = id
        about = "of the property"
        weight = 7
    }
}

extension KeyedEntity {
    @ComputedProperty(indexingKey: \.pageCount) var length: Int { id.count }
    @DeferredProperty var distance: Double { get async throws { 4.5 } }
}

struct OnlyEntity: UniqueAppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Settings"
    static let defaultQuery = UniqueAppEntityProvider { OnlyEntity() }
}
