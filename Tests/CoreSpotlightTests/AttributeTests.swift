import AlmagestEntities
import Foundation
import Testing

@testable import CoreSpotlight

@Suite struct AttributeTests {
    private typealias Path<Value> = ReferenceWritableKeyPath<CSSearchableItemAttributeSet, Value?>

    @Test func everyAttributeHasItsOwnKeyPathAndName() {
        #expect(AttributeTable.all.count > 170)
        #expect(Set(AttributeTable.all.map(\.name)).count == AttributeTable.all.count)
        for attribute in AttributeTable.all {
            #expect(CSSearchableItemAttributeSet.attributeName(at: attribute.keyPath) == attribute.name)
        }
        #expect(CSSearchableItemAttributeSet.attributeName(at: \.contentDescription) == "contentDescription")
        #expect(CSSearchableItemAttributeSet.attributeName(at: \.isUserCreated) == "userCreated")
        #expect(CSSearchableItemAttributeSet.attributeName(at: \.thumbnailData) == nil)
    }

    @Test func attributesAreNamedAsQueryStringsSpellThem() {
        for (name, attribute) in [
            ("displayName", "displayName"), ("kMDItemDisplayName", "displayName"), ("isUserCreated", "userCreated"),
            ("GPSTrack", "gpsTrack"), ("kMDItemFSContentChangeDate", "contentModificationDate"), ("URL", "url"),
        ] {
            #expect(AttributeTable.attribute(named: name)?.name == attribute)
        }
        #expect(AttributeTable.attribute(named: "com_example_mood") == nil)
    }

    @Test func everyAttributeTravelsAndComesBackAsItWasSet() throws {
        for attribute in AttributeTable.all {
            let set = CSSearchableItemAttributeSet()
            try fill(set, attribute)
            let sent = try #require(set.values[attribute.name], "\(attribute.name)")
            let item = CSSearchableItem(uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: set)
            let entity = try item.wireEntity(bundle: "org.example.App", index: "notes")
            let back = CSSearchableItem(entity: try Entity(decoding: entity.encoded()))
            #expect(back.attributeSet.values[attribute.name] == sent, "\(attribute.name)")
            #expect(back.uniqueIdentifier == "1")
        }
    }

    private func fill(_ set: CSSearchableItemAttributeSet, _ attribute: Attribute) throws {
        let path = attribute.keyPath as PartialKeyPath<CSSearchableItemAttributeSet>
        switch attribute.kind {
        case .text: set[keyPath: try #require(path as? Path<String>)] = "some \(attribute.name)"
        case .texts: set[keyPath: try #require(path as? Path<[String]>)] = ["one", "two"]
        case .number: set[keyPath: try #require(path as? Path<NSNumber>)] = 3.5
        case .flag: set[keyPath: try #require(path as? Path<NSNumber>)] = true
        case .date: set[keyPath: try #require(path as? Path<Date>)] = Date(timeIntervalSince1970: 1_786_597_200.25)
        case .dates:
            set[keyPath: try #require(path as? Path<[Date]>)] = [Date(timeIntervalSince1970: 0), .distantFuture]
        case .link: set[keyPath: try #require(path as? Path<URL>)] = URL(string: "https://example.org/a?b=c")
        case .people:
            set[keyPath: try #require(path as? Path<[CSPerson]>)] = [
                CSPerson(displayName: "Glow", handles: ["g@example.org"], handleIdentifier: "emailAddresses")
            ]
        }
    }

    @Test func numbersStayWhatTheyAre() {
        let set = CSSearchableItemAttributeSet()
        set.rating = 4
        set.latitude = NSNumber(value: 33.9)
        set.allDay = 1
        set.playCount = NSNumber(value: UInt64.max)
        #expect(set.values["rating"] == .integer(4))
        #expect(set.values["latitude"] == .number(33.9))
        #expect(set.values["allDay"] == .bool(true))
        #expect(set.allDay == true)
        #expect(set.rating?.intValue == 4)
        #expect(set.values["playCount"] == .number(Double(UInt64.max)))
        set.rating = nil
        #expect(set.values["rating"] == nil)
    }

    @Test func somebodyWithSeveralHandlesIsOnePerson() throws {
        let set = CSSearchableItemAttributeSet()
        let people = [
            CSPerson(
                displayName: "Glow", handles: ["glow@example.org", "g@example.org"], handleIdentifier: "emailAddresses"),
            CSPerson(displayName: "Ada", handles: ["+1 555 0100"], handleIdentifier: "phoneNumbers"),
            CSPerson(displayName: "Nobody", handles: [], handleIdentifier: "emailAddresses"),
        ]
        set.authors = people
        #expect(try #require(set.authors) == people)
    }

    @Test func theTitleIsTheFirstNameThatThereIs() throws {
        func title(_ fill: (CSSearchableItemAttributeSet) -> Void) throws -> String {
            let set = CSSearchableItemAttributeSet()
            fill(set)
            return try CSSearchableItem(uniqueIdentifier: "id", domainIdentifier: nil, attributeSet: set)
                .wireEntity(bundle: "b", index: "default").display.title
        }
        #expect(
            try title {
                $0.title = "T"; $0.displayName = "D"
            } == "D")
        #expect(
            try title {
                $0.title = "T"; $0.subject = "S"
            } == "T")
        #expect(try title { $0.path = "/home/me/plan.txt" } == "plan.txt")
        #expect(try title { $0.textContent = "First line\nSecond" } == "First line")
        #expect(try title { _ in } == "id")
    }

    @Test func ofHTMLTheTextIsTheBody() throws {
        let set = CSSearchableItemAttributeSet(contentType: .html)
        set.htmlContentData = Data(
            "<html><style>p{}</style><script>var x = '<p>';</script><p>Caf&eacute; &amp; <b>tea</b></p><!-- no -->at&#32;4</html>"
                .utf8)
        let item = CSSearchableItem(uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: set)
        #expect(try item.wireEntity(bundle: "b", index: "x").text == "Café & tea\nat 4")
        for broken in ["<", "<!--", "<script>", "&", "&#;", "&#xFFFFFFFF;", "<p", "&#0;", "a<b>c"] {
            _ = HTMLText.text(of: Data(broken.utf8))
        }
    }

    @Test func customAttributesKeepTheirTypesAndRefuseWhatCannotBeStored() throws {
        let mood = try #require(CSCustomAttributeKey(keyName: "com_example_mood"))
        #expect(CSCustomAttributeKey(keyName: "has space") == nil)
        #expect(CSCustomAttributeKey(keyName: "kMDSomething") == nil)
        let set = CSSearchableItemAttributeSet()
        for value: Any in ["calm", 3, 2.5, true, Date(timeIntervalSince1970: 60), ["a", "b"], [1, 2]] {
            set.setValue(value, forCustomKey: mood)
            #expect(set.value(forCustomKey: mood).map { "\($0)" } != nil)
        }
        #expect(set.values["com_example_mood"] == .list([.integer(1), .integer(2)]))
        set.setValue(nil, forCustomKey: mood)
        #expect(set.value(forCustomKey: mood) == nil)
        set.setValue(Data([1]), forCustomKey: mood)
        let item = CSSearchableItem(uniqueIdentifier: "7", domainIdentifier: nil, attributeSet: set)
        do {
            _ = try item.wireEntity(bundle: "b", index: "x")
            Issue.record("Data was taken.")
        } catch let error as CSIndexError {
            #expect(error.code == .invalidItemError)
            #expect(error.message.contains("com_example_mood") && error.message.contains("“7”"))
        }
    }

    @Test func aCopyIsItsOwn() throws {
        let original = item("1", "One", domain: "a.b")
        original.expirationDate = Date(timeIntervalSince1970: 5)
        let copy = try #require(original.copy() as? CSSearchableItem)
        copy.attributeSet.title = "Two"
        #expect(original.attributeSet.title == "One")
        #expect(copy.domainIdentifier == "a.b" && copy.expirationDate == original.expirationDate)
        #expect(item("1", "x").expirationDate == .distantFuture)
    }

    @Test func anEntityOfAnAppIsAnItemWithAnIdentifierThatLeadsBack() throws {
        var entity = Entity(key: EntityID(bundle: "b", type: "Note/Draft", id: "a b"), display: Display(title: "Plan"))
        entity.properties = [.init("due", .date(DateValue(form: .instant, seconds: 0, offset: 0)))]
        let item = CSSearchableItem(entity: entity)
        #expect(item.attributeSet.displayName == "Plan" && item.attributeSet.title == "Plan")
        #expect(CSSearchableItem.entityKey(item.uniqueIdentifier, bundle: "b") == entity.key)
        #expect(CSSearchableItem.entityKey("Note/5", bundle: "b") == nil)
        #expect(try item.wireEntity(bundle: "b", index: "default").key == entity.key)
    }
}
