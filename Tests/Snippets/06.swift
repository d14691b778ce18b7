import AppIntents
import CoreSpotlight

struct Playlist { let id: String }
let indexName = "Playlists"
struct PlaylistEntity: IndexedEntity {
    struct Query: EntityQuery { func entities(for identifiers: [String]) async throws -> [PlaylistEntity] { [] } }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Playlist"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Songs for the perihelion" }
    init(playlist: Playlist) { id = playlist.id }
}
// SNIPPET

@main enum Run {
    static func main() async throws { try await EntityIndexingHelper().indexPlaylist(Playlist(id: "perihelion")) }
}
