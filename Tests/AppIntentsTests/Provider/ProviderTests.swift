import AlmagestEntities
import CoreSpotlight
import Foundation
import MediaIntents
import Testing

@testable import AppIntents

@Suite(.serialized) struct ProviderTests {
    private let answers: ProviderAnswers

    init() {
        CSSearchableIndex.bundleIdentifier = "org.example.Tunes"
        answers = ProviderAnswers(
            entities: [EntityAnswers(PlaylistEntity.self)], values: [ValueAnswers(AudioValueQuery.self)],
            intents: [])
    }

    private func ask(_ call: String, _ params: String) async throws -> JSONValue {
        try JSONDocument(try await answers.answer(call, try JSONDocument(params).root)).root
    }

    @Test func entitiesAreFoundByIdentifier() async throws {
        let id = try #require(Library.playlists.first?.id.uuidString)
        let reply = try await ask("entities", #"{"type":"PlaylistEntity","identifiers":["\#(id)"]}"#)
        #expect(reply["entities"]?.elements.compactMap { $0["id"]?.string } == [id])
    }

    @Test func entitiesAreFoundByWordsAndListed() async throws {
        #expect(try await ask("matching", #"{"type":"PlaylistEntity","string":"Dust"}"#)["entities"]?.count == 1)
        #expect(try await ask("all", #"{"type":"PlaylistEntity"}"#)["entities"]?.count == 2)
    }

    @Test(arguments: [
        (#"{"searchQuery":"Comet"}"#, ["playlist"]), (#"{"unspecified":{}}"#, ["playlist"]),
        (#"{"url":["https://example.org/a","https://example.org/b"]}"#, ["artist", "artist"]),
    ])
    func valueQueryAnswersAllCriteria(_ criteria: String, _ cases: [String]) async throws {
        let reply = try await ask("values", #"{"input":{"kind":"audio","criteria":\#(criteria)},"limit":10}"#)
        #expect(reply["values"]?.elements.compactMap { $0["case"]?.string } == cases)
    }

    @Test func identifierThatIsNotConvertibleIsNamed() async throws {
        await #expect {
            try await ask("entities", #"{"type":"PlaylistEntity","identifiers":["no uuid"]}"#)
        } throws: { "\($0)".contains("no uuid") }
    }

    @Test func unknownTypeAndInputAreErrors() async throws {
        await #expect(throws: AlmagestError.self) { try await ask("all", #"{"type":"Nothing"}"#) }
        await #expect(throws: AlmagestError.self) {
            try await ask("values", #"{"input":{"kind":"person","value":{"person":{"name":"x"}}}}"#)
        }
    }

    @Test func donationCarriesSchemaAndParameters() throws {
        let intent = AddToPlaylistIntent()
        let playlist = try #require(Library.playlists.first)
        intent.playlist = playlist
        intent.audioEntity = .playlist(playlist)
        let json = try JSONDocument(IntentDonationManager.parameters(of: intent, nil, "org.example.Tunes")).root
        #expect(json["intent"]?["schema"]?.string == "audio.addToPlaylist")
        #expect(json["intent"]?["type"]?.string == "AddToPlaylistIntent")
        #expect(json["intent"]?["parameters"]?["playlist"]?["entity"] != nil)
        #expect(json["intent"]?["parameters"]?["audioEntity"]?["case"]?.string == "playlist")
    }
}
