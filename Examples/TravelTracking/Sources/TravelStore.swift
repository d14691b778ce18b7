import ExampleContent
import Foundation
import GeoToolbox

/// The app's own model: places that the person has been to or wants to see, their photos, and collections of places.
struct TravelStore: Sendable {
    struct Landmark: Sendable {
        let id: String
        let name: String
        let region: String
        let about: String
        let latitude: Double
        let longitude: Double
    }

    struct Photo: Sendable {
        /// On this device.
        let id: String
        /// The same on every device.
        let cloudID: String
        let title: String
        let date: Date?
        var isFavorite: Bool
        let landmarkID: String?
        let tags: [String]
    }

    struct Collection: Sendable {
        let id: String
        var title: String
        var landmarkIDs: [String]
        var photoIDs: [String] = []
    }

    private(set) var landmarks: [Landmark] = []
    private(set) var photos: [Photo] = []
    private(set) var collections: [Collection] = []

    /// Reads the person's travels; each region with several landmarks is a collection.
    init() throws {
        for line in try ContentLine.read("travel") {
            if line.type == "LandmarkEntity" {
                let place = line["location"]["place"]
                landmarks.append(
                    Landmark(
                        id: line.id, name: line.title, region: line["region"].text ?? "",
                        about: line["about"].text ?? "",
                        latitude: place["latitude"].number ?? 0, longitude: place["longitude"].number ?? 0))
            } else if line.type == "PhotoEntity" {
                photos.append(
                    Photo(
                        id: line.id, cloudID: "cloud-\(line.id)", title: line.title, date: line["creationDate"].date,
                        isFavorite: line["isFavorite"].bool ?? false, landmarkID: line["landmark"].reference,
                        tags: line.keywords))
            }
        }
        let countries = Dictionary(grouping: landmarks) { $0.region.split(separator: ", ").last.map(String.init) ?? "" }
        for (country, members) in countries.sorted(by: { $0.key < $1.key }) where members.count > 1 {
            collections.append(
                Collection(id: country.lowercased(), title: country, landmarkIDs: members.map(\.id)))
        }
    }

    func landmark(_ id: String) -> Landmark? { landmarks.first { $0.id == id } }

    mutating func add(photos ids: [String], toCollection id: String) -> Collection? {
        guard let place = collections.firstIndex(where: { $0.id == id }) else { return nil }
        collections[place].photoIDs += ids
        return collections[place]
    }
}

/// The one store of the process.
actor TravelModel {
    private(set) var store: TravelStore
    /// How often photos were fetched: an intent that passes them on by their identifiers fetches none.
    private(set) var photoFetches = 0

    init(_ store: TravelStore) { self.store = store }

    func photos(_ ids: [String]) -> [TravelStore.Photo] {
        photoFetches += 1
        return store.photos.filter { ids.contains($0.id) }
    }

    func add(photos ids: [String], toCollection id: String) -> TravelStore.Collection? {
        store.add(photos: ids, toCollection: id)
    }
}
