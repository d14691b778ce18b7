// says: ["a", "b"] Playlist
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
struct Model {
    func playlistEntities(for identifiers: [String]) async throws -> [PlaylistEntity] {
        identifiers.map { PlaylistEntity(id: $0) }
    }
}
let model = Model()
// SNIPPET

@main enum Run {
    static func main() async throws {
        let shown = try await PlaylistQuery().displayRepresentations(for: ["a", "b"])
        print(shown.keys.sorted(), shown["a"].map { "\($0.title)" } ?? "")
    }
}
