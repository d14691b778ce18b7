// mode: 5
// says: favorites: moon
import AppIntents

struct PhotoEntity: AppEntity {
    struct Query: EntityQuery { func entities(for identifiers: [String]) async throws -> [PhotoEntity] { [] } }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Photo"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Photo" }
}
struct PhotoUtil {
    static let shared = PhotoUtil()
    func set(_ photos: [PhotoEntity], favorite: Bool) { print("favorites:", photos.map(\.id).joined()) }
}
// SNIPPET

@main enum Run {
    static func main() async throws {
        let intent = FavoritePhotoIntent()
        intent.photo = [PhotoEntity(id: "moon")]
        _ = try await intent.perform()
    }
}
