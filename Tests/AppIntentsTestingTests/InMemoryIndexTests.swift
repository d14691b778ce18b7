import AppIntents
import AppIntentsTesting
import CoreSpotlight
import Foundation
import Testing

/// What an app sees of the index in memory is what it sees of the daemon.
@Suite struct InMemoryIndexTests {
    private let app: IntentDefinitions

    init() throws {
        app = try IntentDefinitions(
            bundleIdentifier: "org.example.Notes",
            provider: AppIntentsProvider([
                .entity(NoteEntity.self), .entity(TagEntity.self), .intent(RenameIntent.self),
            ]))
    }

    private var notes: EntityDefinition { app.entities["NoteEntity"] }

    private func ids(_ text: String?) async throws -> [String] {
        try await notes.spotlightQuery(text).map(\.identifier)
    }

    @Test func wordsOfTheTitleCountMoreThanTheirBeginningsAndThoseMoreThanTheRest() async throws {
        try await app.run {
            try await CSSearchableIndex(name: "notes").indexAppEntities(["1", "2", "3", "4"].map(NoteEntity.init))
        }
        #expect(try await ids("comet") == ["2", "3", "1"])
        #expect(try await ids("COMÉT") == ["2", "3", "1"])
        #expect(try await ids(nil) == ["1", "2", "3", "4"])
        #expect(try await ids("-") == [])
    }

    @Test func batchesAreStoredAtTheirEndWithTheirState() async throws {
        try await app.run {
            let index = CSSearchableIndex(name: "notes")
            index.beginBatch()
            try await index.indexAppEntities([NoteEntity(id: "1")])
            #expect(app.index.identifiers.isEmpty)
            try await index.endBatch(withClientState: Data([7]))
            #expect(try await index.fetchLastClientState() == Data([7]))
            index.beginBatch()
            let error = try await #require(throws: CSIndexError.self) {
                try await index.endIndexBatch(expectedClientState: Data([8]), newClientState: Data([9]))
            }
            #expect(error.code == .mismatchedClientState)
            try await index.deleteAppEntities(ofType: NoteEntity.self)
        }
        #expect(app.index.identifiers.isEmpty)
    }

    @Test func itemsAndEntitiesAreFoundByAUserQuery() async throws {
        let found = try await app.run {
            let attributes = CSSearchableItemAttributeSet(contentType: .text)
            attributes.title = "Comet map"
            let item = CSSearchableItem(uniqueIdentifier: "map", domainIdentifier: "maps", attributeSet: attributes)
            let note = try await CSSearchableItem(appEntity: NoteEntity(id: "2"), priority: 3)
            try await CSSearchableIndex(name: "notes").indexSearchableItems([item, note])
            var found: [String] = []
            for try await result in CSUserQuery(userQueryString: "comet", userQueryContext: nil).results {
                found.append(result.item.attributeSet.displayName ?? result.item.attributeSet.title ?? "")
            }
            return found
        }
        #expect(found.sorted() == ["Comet", "Comet map"])
        #expect(app.index.identifiers.contains("org.example.Notes/NoteEntity/2"))
    }

    @Test func whatBreaksASchemaIsRefusedAsTheDaemonDoes() async throws {
        let item = item(for: BrokenNote(id: "1", weight: .nan))
        let error = try await #require(throws: CSIndexError.self) {
            try await app.run { try await CSSearchableIndex(name: "notes").indexSearchableItems([item]) }
        }
        #expect(error.code == .invalidItemError)
        #expect(error.message.contains("properties.weight"), "\(error.message)")
    }

    /// Where nothing can be waited for.
    private func item(for note: BrokenNote) -> CSSearchableItem { CSSearchableItem(appEntity: note) }

    @Test func whatOnlyADaemonKnowsIsSaid() async throws {
        let error = try await #require(throws: CSSearchQueryError.self) {
            try await app.run {
                for try await _ in CSSearchQuery(queryString: "rating > 3", queryContext: nil).results {}
            }
        }
        #expect(error.message.contains("does not answer"), "\(error.message)")
    }

    @Test func annotationsRelevanceAndDonationsAreSeen() async throws {
        let note = NoteEntity(id: "1")
        try await app.run {
            try await RelevantEntities.shared.updateEntities([note], for: .audio(.nowPlaying))
            let intent = RenameIntent()
            intent.note = note
            intent.name = "Perihelion"
            try await intent.donate()
        }
        #expect(app.index.relevantEntities == ["audio": ["1"]])
        #expect(app.index.donatedIntents == ["RenameIntent"])
        app.index.removeAll()
        #expect(app.index.donatedIntents.isEmpty)
    }

    @Test func intentsAreMadeOfParametersByTheirNames() async throws {
        let rename = app.intents["RenameIntent"].makeIntent
        let outcome = try await rename(note: notes.makeReference(identifier: "2"), name: "Perihelion").run()
        #expect(try outcome.value.title == "Comet, now Perihelion")
        #expect(outcome.dialog == "Renamed.")
        let unknown = try #require(throws: TestingError.self) { try rename(title: "x") }
        #expect(unknown.description == "There is no parameter of RenameIntent “title”; there are: name, note.")
        let mistyped = try await #require(throws: TestingError.self) { try await rename(name: 7).run() }
        #expect(mistyped.description == "“name” of RenameIntent is a String, no Int.")
    }

    @Test func propertiesAreReadByTheirNames() async throws {
        let note = try #require(try await notes.entities(for: ["2"]).first)
        #expect(try note.title == "Comet")
        #expect(try note.length == 5)
        #expect(try await note.value(of: "words", as: Int.self) == 1)
        let unknown = try #require(throws: TestingError.self) { let _: String = try note.colour }
        #expect(
            unknown.description == "There is no property of NoteEntity “colour”; there are: id, length, title, words.")
        let mistyped = try #require(throws: TestingError.self) { let _: Int = try note.title }
        #expect(mistyped.description == "“title” of NoteEntity is a String, no Int.")
        let deferred = try #require(throws: TestingError.self) { let _: Int = try note.words }
        #expect(
            deferred.description == "“words” of NoteEntity has no value, or one that has to be awaited: value(of:).")
        let gone = try await #require(throws: TestingError.self) {
            try await notes.resolved(from: notes.makeReference(identifier: "99"))
        }
        #expect(gone.description == "The query of NoteEntity knows no “99”.")
    }
}

struct NoteEntity: IndexedEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [String]) async throws -> [NoteEntity] {
            identifiers.filter { NoteEntity.titles[$0] != nil }.map(NoteEntity.init)
        }
    }
    static let titles = ["1": "Dust", "2": "Comet", "3": "Cometary tails", "4": "Moon"]
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Note"
    static let defaultQuery = Query()
    let id: String
    @Property(title: "Title") var title: String
    @ComputedProperty var length: Int { title.count }
    @DeferredProperty var words: Int { get async throws { title.split(separator: " ").count } }
    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(title)") }
    var attributeSet: CSSearchableItemAttributeSet {
        let set = defaultAttributeSet
        if id == "1" { set.textContent = "What a comet leaves" }
        return set
    }

    init(id: String) {
        self.id = id
        title = Self.titles[id] ?? ""
    }
}

struct BrokenNote: IndexedEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [String]) async throws -> [BrokenNote] { [] }
    }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Broken"
    static let defaultQuery = Query()
    let id: String
    @Property(title: "Weight") var weight: Double
    var displayRepresentation: DisplayRepresentation { "Broken" }

    init(id: String, weight: Double) {
        self.id = id
        self.weight = weight
    }
}

struct TagEntity: TransientAppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Tag"
    @Property(title: "Name") var name: String?
    var displayRepresentation: DisplayRepresentation { "Tag" }
    init() {}
}

struct RenameIntent: AppIntent {
    static let title: LocalizedStringResource = "Rename"
    @Parameter(title: "Note") var note: NoteEntity
    @Parameter(title: "Name") var name: String

    func perform() async throws -> some ReturnsValue<NoteEntity> & ProvidesDialog {
        note.title = "\(note.title), now \(name)"
        return .result(value: note, dialog: "Renamed.")
    }
}
