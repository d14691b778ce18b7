import AppIntents
import AppIntentsTesting
import Foundation
import MediaIntents
import Testing

@testable import CosmoTunes

/// The app's adoption, over the index in memory: no daemon is needed.
@Suite struct CosmoTunesTests {
    private let app: IntentDefinitions

    init() throws {
        try CosmoTunes.start()
        app = try IntentDefinitions(bundleIdentifier: CosmoTunes.bundle, provider: CosmoTunes.provider)
    }

    private func titles(_ criteria: AudioSearch.Criteria) async throws -> [String] {
        try await app.valueQueries["AudioQuery"].values(for: AudioSearch(criteria: criteria)).map {
            "\($0.unionCase ?? "") \(try $0.entity.displayRepresentation.title.text)"
        }
    }

    @Test func playlistsAreIndexedOnceAndSongsNever() async throws {
        #expect(try await app.run { try await PlaylistIndex().fill() })
        #expect(try await !app.run { try await PlaylistIndex().fill() })
        #expect(app.index.identifiers.count == 12)
        #expect(app.index.identifiers.allSatisfy { $0.contains("/PlaylistEntity/") })
        let running = try #require(try await app.entities["PlaylistEntity"].spotlightQuery("running").first)
        #expect(try running.about == "One hundred and seventy beats a minute.")
        #expect(try await app.entities["SongEntity"].spotlightQuery(nil).isEmpty)
    }

    @Test func wordsFindSongsAndPlaylists() async throws {
        #expect(try await titles(.searchQuery("going up")).first == "song Going Up")
        #expect(try await titles(.searchQuery("running")).contains("playlist Running"))
        #expect(try await titles(.searchQuery("no such song")).isEmpty)
    }

    @Test func nothingInParticularIsWhatWasPlayedLast() async throws {
        #expect(try await titles(.unspecified).first == "song Run With the Comet")
    }

    @Test func linksLeadToSongsAndPlaylists() async throws {
        let links = ["song/s001", "playlist/running", "song/none", "other"].compactMap {
            URL(string: "https://cosmotunes.example.org/\($0)")
        }
        #expect(try await titles(.url(links)) == ["song Lighthouse for Two", "playlist Running"])
    }

    @Test func addingASongChangesThePlaylistAndTheIndex() async throws {
        let entities = app.entities
        let song = try await entities["SongEntity"].resolved(
            from: entities["SongEntity"].makeReference(identifier: "s001"))
        let playlist = entities["PlaylistEntity"].makeReference(identifier: "wwdc")
        let before = try await entities["PlaylistEntity"].resolved(from: playlist).as(PlaylistEntity.self).songs.count
        let item = AudioItem.song(try song.as(SongEntity.self))
        let outcome = try await app.intents["AddToPlaylistIntent"].makeIntent(audioEntity: item, playlist: playlist)
            .run()
        #expect(outcome.dialog == "Added to WWDC.")
        #expect(try outcome.value.as(PlaylistEntity.self).songs.count == before + 1)
        let indexed = try await entities["PlaylistEntity"].spotlightQuery("wwdc")
        #expect(indexed.first?.displayRepresentation.subtitle?.text == "\(before + 1) songs")
    }

    @Test func whatTheAppDoesNotHaveIsSaid() async throws {
        let error = try #require(throws: TestingError.self) { try app.intents["PlayIntent"].makeIntent() }
        #expect(
            error.description
                == "There is no intent “PlayIntent”; there are: AddToPlaylistIntent, OpenPlaylistIntent, SearchLibraryIntent."
        )
    }
}
