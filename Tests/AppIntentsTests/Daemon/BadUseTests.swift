import AlmagestEntities
import AppIntents
import CoreSpotlight
import Foundation
import Synchronization
import Testing

/// Everything that an app can do wrong has an error that says what and what to do.
@Suite struct BadUseTests {
    @Test func withoutADaemonTheErrorSaysHowToStartOne() async throws {
        let daemon = try TestDaemon()
        let link = absentDaemon(daemon)
        let socket = daemon.options.socket.path
        try await DaemonLink.$current.withValue(link) {
            let indexing = try await failure(CSIndexError.self) {
                try await CSSearchableIndex(name: "a").indexAppEntities([HiddenEntity(id: "1")])
            }
            #expect(indexing.code == .indexUnavailableError)
            #expect(indexing.message == "No daemon listens at \(socket). (Start one: almagest serve)")
            let donating = try await failure(AlmagestError.self) {
                let intent = AddToPlaylistIntent()
                intent.playlist = Library.playlists[0]
                intent.audioEntity = .playlist(Library.playlists[0])
                try await IntentDonationManager.shared.donate(intent: intent)
            }
            #expect(donating.name == .daemonNotRunning)
            #expect(donating.description == "No daemon listens at \(socket). (Start one: almagest serve)")
            let relevant = try await failure(AlmagestError.self) {
                try await RelevantEntities.shared.removeAllEntities()
            }
            #expect(relevant.name == .daemonNotRunning)
        }
    }

    @Test func aValueThatTheWireCannotCarryNamesTheEntityAndTheProperty() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            let reading = ReadingEntity(id: "7", value: .infinity)
            let error = try await failure(CSIndexError.self) {
                try await CSSearchableIndex(name: "a").indexAppEntities([reading])
            }
            #expect(error.code == .invalidItemError)
            #expect(
                error.message
                    == "ReadingEntity “7”: properties.value: inf can't be stored: no finite number.")
        }
        #expect(try await daemon.ask("status")["entities"]?.integer == 0)
    }

    @Test func anEmptyIdentifierIsRefusedWithTheEntity() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            let error = try await failure(CSIndexError.self) {
                try await CSSearchableIndex(name: "a").indexAppEntities([HiddenEntity(id: "")])
            }
            #expect(error.code == .invalidItemError)
            #expect(error.message.hasPrefix("HiddenEntity “”: "), "\(error.message)")
        }
    }

    @Test func aTransientEntityIsRefusedWhereAnIdentifierIsNeeded() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            let error = try await failure(AlmagestError.self) {
                try await RelevantEntities.shared.updateEntities([MeetingAttendee()], for: .audio(.nowPlaying))
            }
            #expect(error.name == .invalidIdentifier)
            #expect(
                error.description
                    == "MeetingAttendee is transient: nothing can refer to it. (Refer to the entity that holds it.)")
        }
    }

    @Test func anIdentifierThatIsTooLongIsRefused() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            let error = try await failure(CSIndexError.self) {
                try await CSSearchableIndex(name: "a").indexAppEntities([
                    HiddenEntity(id: String(repeating: "x", count: EntityIdentifier.valueMaximumLength))
                ])
            }
            #expect(error.code == .invalidItemError)
            #expect(error.message.contains("1024"), "\(error.message)")
        }
    }

    /// A schema member that was never set: the entity is stored, and whoever runs the app is told.
    @Test func aMissingSchemaMemberIsToldAndTheEntityIsStored() async throws {
        let daemon = try TestDaemon()
        let told = Mutex<[String]>([])
        IndexWarnings.listen { text in
            if text.contains("NamelessAlbum") { told.withLock { $0.append(text) } }
        }
        defer { IndexWarnings.listen(nil) }
        try await daemon.use {
            try await CSSearchableIndex(name: "a").indexAppEntities([NamelessAlbum(id: "1")])
        }
        #expect(
            told.withLock { $0 } == [
                "NamelessAlbum “1”, properties.artistName: audio.album requires artistName, text, and it is missing."
            ])
        #expect(try await daemon.search("nameless") == ["1"])
    }

    @Test func batchesHaveTheSameRulesForEntities() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            let index = CSSearchableIndex(name: "a")
            index.beginBatch()
            try await index.indexAppEntities([HiddenEntity(id: "1")])
            let long = try await failure(CSIndexError.self) {
                try await index.endBatch(withClientState: Data(count: 251))
            }
            #expect(long.code == .invalidClientStateError)
            #expect(long.message == "Client state has at most 250 bytes, these are 251. The batch is still open.")
            index.beginBatch()
            let nested = try await failure(CSIndexError.self) {
                try await index.indexAppEntities([HiddenEntity(id: "2")])
            }
            #expect(nested.code == .invalidClientStateError)
            #expect(
                nested.message
                    == "A batch was begun within another on index “a”. Nothing of it is stored; end it and begin again."
            )
            let standard = CSSearchableIndex.default()
            standard.beginBatch()
            let nameless = try await failure(CSIndexError.self) {
                try await standard.endBatch(withClientState: Data([1]))
            }
            #expect(nameless.code == .invalidClientStateError)
            #expect(
                nameless.message
                    == #"The default index has no batches. Use a named one: CSSearchableIndex(name: "Notes")."#,
                "\(nameless.message)")
        }
        #expect(try await daemon.ask("status")["entities"]?.integer == 0)
    }

    @Test func anIntentThatAsksWhereNobodyAnswersSaysSo() async throws {
        let intent = AddToPlaylistIntent()
        let error = try await failure(IntentRequestError.self) {
            _ = try await intent.$playlist.requestValue("Which one?")
        }
        #expect(
            error.description
                == "The intent asks for something, but nobody is there to answer: no request handler is set.")
    }
}

struct ReadingEntity: IndexedEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [String]) async throws -> [ReadingEntity] { [] }
    }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Reading"
    static let defaultQuery = Query()
    let id: String
    @Property(title: "Value") var value: Double
    var displayRepresentation: DisplayRepresentation { "Reading" }

    init(id: String, value: Double) {
        self.id = id
        self.value = value
    }
}

@AppEntity(schema: .audio.album)
struct NamelessAlbum: IndexedEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [String]) async throws -> [NamelessAlbum] { [] }
    }
    static let defaultQuery = Query()
    let id: String
    var title: String
    var artistName: String
    var artists: [ArtistEntity]
    var universalProductCode: String?
    var displayRepresentation: DisplayRepresentation { "Nameless" }

    init(id: String) { self.id = id }
}
