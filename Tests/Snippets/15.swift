import AppIntents

struct AssetEntity: AppEntity {
    struct Query: EntityQuery { func entities(for identifiers: [String]) async throws -> [AssetEntity] { [] } }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Asset"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Asset" }
}
struct Asset {
    func setIsHidden(_ isHidden: Bool) async throws {}
    func setIsFavorite(_ isFavorite: Bool) async throws {}
}
struct MediaLibrary { func assets(for identifiers: [String]) async -> [Asset] { [] } }
// SNIPPET
