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
    func set(_ photos: [PhotoEntity], favorite: Bool) {}
}
// SNIPPET
