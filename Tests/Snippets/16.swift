import AppIntents
import CoreSpotlight

struct AssetQuery: EntityQuery { func entities(for identifiers: [String]) async throws -> [AssetEntity] { [] } }
// SNIPPET
extension AssetEntity {
    static var defaultQuery: AssetQuery { AssetQuery() }
    var id: String { "asset" }
    var displayRepresentation: DisplayRepresentation { "Asset" }
}
