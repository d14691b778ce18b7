import AppIntents
import CoreSpotlight
import CoreTransferable
import Foundation
import GeoToolbox

/// A place worth a journey. Its identifier is the same on all of the person's devices.
struct LandmarkEntity: IndexedEntity, SyncableEntity, URLRepresentableEntity, Transferable {
    struct Query: EntityStringQuery, EnumerableEntityQuery {
        static let allowedExecutionTargets: ExecutionTargets = [.main]
        @Dependency private var model: TravelModel
        func entities(for identifiers: [LandmarkEntity.ID]) async throws -> [LandmarkEntity] {
            try await allEntities().filter { identifiers.contains($0.id) }
        }
        func entities(matching string: String) async throws -> [LandmarkEntity] {
            try await allEntities().filter { $0.name.localizedCaseInsensitiveContains(string) }
        }
        func allEntities() async throws -> [LandmarkEntity] { await model.store.landmarks.map(LandmarkEntity.init) }
    }
    static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Landmark", synonyms: ["Sight"])
    static let defaultQuery = Query()
    static let urlRepresentation: URLRepresentation = "https://traveltracking.example.org/landmark/\(.id)"

    let id: String
    @Property(title: "Name", indexingKey: \.title) var name: String
    @Property(title: "Region") var region: String
    @Property(title: "About", indexingKey: \.contentDescription) var about: String
    @Property(title: "Place") var location: PlaceDescriptor

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", subtitle: "\(region)", image: .init(systemName: "mappin.and.ellipse"))
    }

    var place: PlaceDescriptor { location }

    /// Maps take a landmark as a place, and whatever takes text gets its name.
    static var transferRepresentation: some TransferRepresentation {
        ValueRepresentation(exporting: \.place)
        ProxyRepresentation(exporting: \.name)
    }

    init(_ landmark: TravelStore.Landmark) {
        id = landmark.id
        name = landmark.name
        region = landmark.region
        about = landmark.about
        let point = CLLocationCoordinate2D(latitude: landmark.latitude, longitude: landmark.longitude)
        location = PlaceDescriptor(
            representations: [.coordinate(point), .address(landmark.region)], commonName: landmark.name)
    }
}

@AppEnum(schema: .photos.assetType)
enum AssetType: String {
    case photo, video
}

/// A photo. On this device it has one identifier, in the cloud another: both travel.
@AppEntity(schema: .photos.asset)
struct PhotoEntity: IndexedEntity, SyncableEntity {
    struct Query: EntityQuery {
        @Dependency private var model: TravelModel
        func entities(for identifiers: [PhotoEntity.ID]) async throws -> [PhotoEntity] {
            let photos = await model.photos(identifiers.compactMap(\.local))
            let store = await model.store
            return photos.map { PhotoEntity($0, store) }
        }
    }
    static let defaultQuery = Query()

    let id: SyncableEntityIdentifier<String, String>
    var creationDate: Date?
    var location: PlaceDescriptor?
    var assetType: AssetType?
    var isFavorite: Bool
    var isHidden: Bool
    var hasSuggestedEdits: Bool

    @Property(title: "Title", indexingKey: \.title) var title: String
    @Property(title: "Tags", indexingKey: \.keywords) var tags: [String]
    @Property(title: "Landmark") var landmark: LandmarkEntity?

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(title)", image: { .init(systemName: "photo") })
    }

    init(_ photo: TravelStore.Photo, _ store: TravelStore) {
        id = SyncableEntityIdentifier(local: photo.id, stable: photo.cloudID)
        creationDate = photo.date
        assetType = .photo
        isFavorite = photo.isFavorite
        isHidden = false
        hasSuggestedEdits = false
        title = photo.title
        tags = photo.tags
        landmark = photo.landmarkID.flatMap(store.landmark).map(LandmarkEntity.init)
        location = landmark?.place
    }
}

/// Places that belong together.
struct CollectionEntity: IndexedEntity {
    struct Query: EnumerableEntityQuery {
        @Dependency private var model: TravelModel
        func entities(for identifiers: [CollectionEntity.ID]) async throws -> [CollectionEntity] {
            try await allEntities().filter { identifiers.contains($0.id) }
        }
        func allEntities() async throws -> [CollectionEntity] {
            await model.store.collections.map(CollectionEntity.init)
        }
    }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Collection"
    static let defaultQuery = Query()

    let id: String
    @Property(title: "Title") var title: String
    /// By their identifiers alone: a collection can be passed on without fetching what is in it.
    @Property(title: "Landmarks") var landmarks: EntityCollection<LandmarkEntity>
    @Property(title: "Photos") var photos: EntityCollection<PhotoEntity>

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(title)", subtitle: "\(landmarks.count) landmarks")
    }

    init(_ collection: TravelStore.Collection) {
        id = collection.id
        title = collection.title
        landmarks = EntityCollection(identifiers: collection.landmarkIDs)
        photos = EntityCollection(
            identifiers: collection.photoIDs.map { SyncableEntityIdentifier(local: $0, stable: nil) })
    }
}
