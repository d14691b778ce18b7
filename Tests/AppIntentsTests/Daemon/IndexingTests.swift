import AlmagestEntities
import AppIntents
import CoreSpotlight
import Foundation
import Testing

/// Entities of an app in the index of a real daemon.
@Suite struct IndexingTests {
    private let index = CSSearchableIndex(name: "Playlists")

    private func playlists(_ titles: String...) -> [PlaylistEntity] {
        titles.map { PlaylistEntity(id: UUID(), title: $0) }
    }

    @Test func entitiesAreFoundByWordByPropertyAndByWhatIsUnderAnIndexingKey() async throws {
        let daemon = try TestDaemon()
        let some = playlists("Comet Tail", "Lunar Dust")
        some[0].mood = "calm"
        some[1].createdByMe = true
        try await daemon.use { try await index.indexAppEntities(some) }
        let (comet, dust) = (some[0].id.uuidString, some[1].id.uuidString)
        #expect(try await daemon.search("comet") == [comet])
        #expect(try await daemon.search("calm") == [comet])
        #expect(try await daemon.find(#"{"property":"createdByMe","op":"==","value":true}"#) == [dust])
        #expect(try await daemon.find(#"{"property":"theme","op":"==","value":"calm"}"#) == [comet])
        #expect(try await daemon.find(#"{"property":"schema","op":"==","value":"audio.playlist"}"#).count == 2)
        #expect(try await daemon.find(#"{"property":"trackCount","op":">","value":11}"#).count == 2)
    }

    @Test func anEntityIndexedAgainIsReplaced() async throws {
        let daemon = try TestDaemon()
        let playlist = PlaylistEntity(id: UUID(), title: "Comet Tail")
        try await daemon.use {
            try await index.indexAppEntities([playlist])
            playlist.title = "Perihelion"
            try await index.indexAppEntities([playlist])
        }
        #expect(try await daemon.search("comet") == [])
        #expect(try await daemon.search("perihelion") == [playlist.id.uuidString])
    }

    @Test func entitiesAreDeletedByIdentifierAndByType() async throws {
        let daemon = try TestDaemon()
        let some = playlists("Comet Tail", "Lunar Dust", "Perihelion")
        try await daemon.use {
            try await index.indexAppEntities(some)
            try await index.deleteAppEntities(identifiedBy: [some[0].id], ofType: PlaylistEntity.self)
        }
        #expect(try await daemon.search("comet") == [])
        #expect(try await daemon.search("perihelion") == [some[2].id.uuidString])
        try await daemon.use { try await index.deleteAppEntities(ofType: PlaylistEntity.self) }
        #expect(try await daemon.search("perihelion") == [])
        #expect(try await daemon.ask("status")["entities"]?.integer == 0)
    }

    @Test func anEntityThatHidesIsReachedByItsIdentifierAlone() async throws {
        let daemon = try TestDaemon()
        try await daemon.use { try await index.indexAppEntities([HiddenEntity(id: "1")]) }
        #expect(try await daemon.search("secret") == [])
        let id = "\(TestDaemon.bundle)/HiddenEntity/1"
        let reply = try await daemon.ask("entities", #"{"identifiers":["\#(id)"]}"#)
        #expect(reply["entities"]?.firstElement?["display"]?["title"]?.string == "Secret garden")
    }

    @Test func aCollectionOfSeveralThousandIsStoredWhole() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            try await index.indexAppEntities((0..<4_500).map { HiddenEntity(id: "\($0)") })
        }
        #expect(try await daemon.ask("status")["entities"]?.integer == 4_500)
    }
}

struct HiddenEntity: IndexedEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [String]) async throws -> [HiddenEntity] {
            identifiers.map { HiddenEntity(id: $0) }
        }
    }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Hidden"
    static let defaultQuery = Query()
    let id: String
    var hideInSpotlight: Bool { true }
    var displayRepresentation: DisplayRepresentation { "Secret garden" }
}
