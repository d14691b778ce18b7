import AlmagestEntities
import Foundation
import Testing

@testable import CoreSpotlight

@Suite struct IndexTests {
    @Test func whatIsIndexedIsFoundChangedAndDeleted() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        try await index.indexSearchableItems([
            item("1", "Meteor shower") { $0.rating = 4 },
            item("2", "Oxygen") { $0.contentDescription = "Bring blankets" },
        ])
        #expect(try await daemon.found(#"title == "meteor*"c"#) == ["1"])
        try await index.indexSearchableItems([item("1", "Comet")])
        #expect(try await daemon.found(#"title == "meteor*"c"#) == [])
        #expect(try await daemon.found(#"title == "Comet""#) == ["1"])
        try await index.deleteSearchableItems(withIdentifiers: ["1", "never there"])
        #expect(try await daemon.all() == ["2"])
        try await index.deleteSearchableItems(withIdentifiers: [])
        #expect(try await daemon.all() == ["2"])
    }

    @Test func anUpdateChangesOnlyWhatItGives() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        try await index.indexSearchableItems([
            item("1", "Comet", domain: "sky") {
                $0.rating = 4; $0.keywords = ["ice"]
            }
        ])
        let attributes = CSSearchableItemAttributeSet()
        attributes.lastUsedDate = Date(timeIntervalSince1970: 1_000)
        attributes.rating = 5
        let update = CSSearchableItem(uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: attributes)
        update.isUpdate = true
        try await index.indexSearchableItems([update])
        #expect(
            try await daemon.found(
                #"title == "Comet" && rating == 5 && keywords == "ice" && lastUsedDate == "*" && domainIdentifier == "sky""#
            )
                == ["1"])
    }

    @Test func domainsTakeThoseBelowThemAlong() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        try await index.indexSearchableItems([
            item("1", "a", domain: "mail"), item("2", "b", domain: "mail.inbox"), item("3", "c", domain: "mailing"),
            item("4", "d"),
        ])
        try await index.deleteSearchableItems(withDomainIdentifiers: ["mail"])
        #expect(try await daemon.all() == ["3", "4"])
    }

    @Test func namedIndexesAreEmptiedOneByOne() async throws {
        let daemon = try SpotlightDaemon()
        try await daemon.index("one").indexSearchableItems([item("1", "a")])
        try await daemon.index("two").indexSearchableItems([item("2", "b")])
        try await daemon.index("one").deleteAllSearchableItems()
        #expect(try await daemon.all() == ["2"])
    }

    @Test func handlersAreCalledAndSeeErrors() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        let done: (any Error)? = await withCheckedContinuation { continuation in
            index.indexSearchableItems([item("1", "a")]) { continuation.resume(returning: $0) }
        }
        #expect(done == nil)
        let refused: (any Error)? = await withCheckedContinuation { continuation in
            index.indexSearchableItems([item(String(repeating: "x", count: 2_000), "a")]) {
                continuation.resume(returning: $0)
            }
        }
        #expect((refused as? CSIndexError)?.code == .invalidItemError)
        #expect((refused as NSError?)?.domain == CSIndexErrorDomain)
    }

    @Test func anItemThatCannotBeStoredIsNamedAndTheOthersAre() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        let error = try await failure(CSIndexError.self) {
            try await index.indexSearchableItems([item("1", "a"), item("2", "b") { $0.languages = ["no\u{7}"] }])
        }
        #expect(error.code == .invalidItemError)
        #expect(error.message.contains("“2”"), "\(error)")
        #expect(try await daemon.all() == ["1"])
    }

    @Test func anItemGoesWhenItExpires() async throws {
        let daemon = try SpotlightDaemon()
        let past = item("1", "Gone")
        past.expirationDate = Date(timeIntervalSinceNow: -5)
        let future = item("2", "Later")
        future.expirationDate = Date(timeIntervalSinceNow: 3_600)
        try await daemon.index().indexSearchableItems([past, future, item("3", "Stays")])
        #expect(try await daemon.all() == ["2", "3"])
        let query = CSSearchQuery(queryString: #"title == "Later""#, context: nil, link: daemon.link)
        for try await result in query.results {
            let expires = try #require(result.item.expirationDate)
            #expect(abs(expires.timeIntervalSince(future.expirationDate)) < 0.001)
        }
    }

    @Test func entitiesAreSentFoundAndDeletedByTheIdentifierOfTheirItem() async throws {
        let daemon = try SpotlightDaemon()
        let index = daemon.index()
        var entity = Entity(
            key: EntityID(bundle: "ignored", type: "NoteEntity", id: "n 1"), display: Display(title: "Plan"))
        entity.properties = [.init("note", .text("Bring oxygen"))]
        try await index.send(entities: [entity])
        try await index.indexSearchableItems([item("NoteEntity/n 1", "An item")])
        let found = try await daemon.found(#"displayName == "Plan" && note == "*oxygen""#)
        #expect(found == ["x-almagest-entity:NoteEntity/n%201"])
        try await index.deleteSearchableItems(withIdentifiers: found)
        #expect(try await daemon.all() == ["NoteEntity/n 1"])
        try await index.send(entities: [entity])
        try await index.delete(type: "NoteEntity", identifiers: nil)
        #expect(try await daemon.all() == ["NoteEntity/n 1"])
    }

    @Test func tenThousandItemsGoInOneCall() async throws {
        let daemon = try SpotlightDaemon()
        try await daemon.index().indexSearchableItems((0..<10_000).map { item("\($0)", "Item number \($0)") })
        #expect(try await daemon.found(#"title == "*9999""#) == ["9999"])
        let all = try await daemon.all()
        #expect(Set(all).count == 10_000)
        #expect(all.count == 10_000)
    }
}
