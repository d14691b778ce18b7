import AppIntents
import MediaIntents

struct SongEntity: AppEntity {
    struct Query: EntityQuery { func entities(for identifiers: [String]) async throws -> [SongEntity] { [] } }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Song"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Song" }
}
@UnionValue enum AudioEntity { case song(SongEntity) }
func searchResults(for query: String) async throws -> [AudioEntity] { [] }
func likedSongResults() async throws -> [AudioEntity] { [] }
// SNIPPET WITH "// ... also a .url case" -> "case .url: return []"
