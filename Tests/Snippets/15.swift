// says: moon is hidden: true
import AppIntents

struct AssetEntity: AppEntity {
    struct Query: EntityQuery { func entities(for identifiers: [String]) async throws -> [AssetEntity] { [] } }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Asset"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Asset" }
}
struct Asset {
    let id: String
    func setIsHidden(_ isHidden: Bool) async throws { print(id, "is hidden:", isHidden) }
    func setIsFavorite(_ isFavorite: Bool) async throws {}
}
struct MediaLibrary { func assets(for identifiers: [String]) async -> [Asset] { identifiers.map { Asset(id: $0) } } }
// SNIPPET

@main enum Run {
    static func main() async throws {
        AppDependencyManager.shared.add(dependency: MediaLibrary())
        let intent = UpdateAssetIntent()
        intent.target = [AssetEntity(id: "moon")]
        intent.isHidden = true
        _ = try await intent.perform()
    }
}
