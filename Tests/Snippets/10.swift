import AppIntents

struct PlaylistQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [PlaylistEntity] { [] }
}
struct PlaylistEntity: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Playlist"
    static let defaultQuery = PlaylistQuery()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Playlist" }
}
struct Model { func playlistEntities(for identifiers: [String]) async throws -> [PlaylistEntity] { [] } }
let model = Model()
// SNIPPET
