import AppIntents
import CoreSpotlight
import Foundation

/// The app. `TravelTracking index` fills the index; without an argument the program answers the daemon that started it.
@main
enum TravelTracking {
    static func main() async throws {
        let model = try start()
        if CommandLine.arguments.dropFirst().first == "index" {
            print("\(try await TravelIndex().fill(from: model)) landmarks are indexed.")
        } else {
            try await provider.run()
        }
    }

    static let bundle = "org.example.TravelTracking"

    /// To be called when the process starts, before anything is asked.
    @discardableResult
    static func start() throws -> TravelModel {
        CSSearchableIndex.bundleIdentifier = bundle
        let model = TravelModel(try TravelStore())
        AppDependencyManager.shared.add(dependency: model)
        return model
    }

    /// What the daemon may ask the app.
    static let provider = AppIntentsProvider([
        .entity(LandmarkEntity.self), .entity(PhotoEntity.self), .entity(CollectionEntity.self),
        .intent(PlanTourIntent.self), .intent(AddPhotosIntent.self), .intent(ListPhotosIntent.self),
        .intent(OpenLandmarkIntent.self),
    ])
}

/// The app's named index.
struct TravelIndex: Sendable {
    private var index: CSSearchableIndex { CSSearchableIndex(name: "Travels") }

    func add(_ collections: [CollectionEntity]) async throws { try await index.indexAppEntities(collections) }

    /// Indexes landmarks, photos and collections.
    ///
    /// - Returns: how many landmarks that were.
    func fill(from model: TravelModel) async throws -> Int {
        let store = await model.store
        try await index.indexAppEntities(store.landmarks.map(LandmarkEntity.init), priority: 10)
        try await index.indexAppEntities(store.photos.map { PhotoEntity($0, store) })
        try await add(store.collections.map(CollectionEntity.init))
        return store.landmarks.count
    }
}

/// Tells the story of a landmark. While it does, "where is this?" means that landmark.
struct AudioGuide: Sendable {
    func play(_ landmark: LandmarkEntity) async throws {
        try await RelevantEntities.shared.updateEntities([landmark], for: .audio(.nowPlaying))
    }

    func stop() async throws { try await RelevantEntities.shared.removeAllEntities(for: .audio(.nowPlaying)) }
}
