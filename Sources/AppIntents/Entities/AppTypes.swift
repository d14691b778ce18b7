import AlmagestEntities
import Foundation
import Synchronization

/// The entity types of this process that were named to it, by their names on the wire.
final class AppTypes: Sendable {
    static let shared = AppTypes()
    private let entities = Mutex<[ExactName: any AppEntity.Type]>([:])

    func add(_ type: any AppEntity.Type) { entities.withLock { $0[ExactName(type.persistentIdentifier)] = type } }

    func entityType(named name: String) -> (any AppEntity.Type)? { entities.withLock { $0[ExactName(name)] } }
}
