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
func searchResults(for query: String) async throws -> [AudioEntity] { [.song(SongEntity(id: query))] }
func likedSongResults() async throws -> [AudioEntity] { [.song(SongEntity(id: "liked"))] }
// SNIPPET WITH "// ... also a .url case" -> "case .url(let links): return links.map { .song(SongEntity(id: $0.lastPathComponent)) }"

@main enum Run {
    static func main() async throws {
        try await AppIntentsProvider([.entity(SongEntity.self), .values(AudioIntentValueQuery.self)]).run()
    }
}
