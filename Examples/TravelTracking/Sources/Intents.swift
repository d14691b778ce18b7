import AppIntents
import Foundation

/// Where a tour goes: to one landmark, or to all of a collection.
@UnionValue
enum Destination: Sendable {
    case landmark(LandmarkEntity)
    case collection(CollectionEntity)
}

extension Destination {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { "Destination" }
    static var caseDisplayRepresentations: [Cases: DisplayRepresentation] {
        [.landmark: "Landmark", .collection: "Collection of landmarks"]
    }
}

/// "Plan two hours in Japan for Ada Lovelace."
struct PlanTourIntent: AppIntent {
    static let title: LocalizedStringResource = "Plan a tour"
    static let allowedExecutionTargets: IntentExecutionTargets = [.main]

    @Parameter(title: "Destination") var destination: Destination
    @Parameter(title: "Time", default: .seconds(7_200)) var duration: Duration
    @Parameter(title: "Traveller") var traveller: PersonNameComponents?

    func perform() async throws -> some ReturnsValue<String> & ProvidesDialog {
        let stops: [LandmarkEntity] =
            switch destination {
            case .landmark(let landmark): [landmark]
            case .collection(let collection): try await collection.landmarks.resolvedEntities()
            }
        let minutes = Int(duration.components.seconds) / 60 / max(1, stops.count)
        let plan = stops.map { "\($0.name): \(minutes) min" }.joined(separator: ", ")
        let name = [traveller?.givenName, traveller?.familyName].compactMap { $0 }.joined(separator: " ")
        return .result(value: plan, dialog: "A tour of \(stops.count) for \(name.isEmpty ? "you" : name).")
    }
}

/// "Put these photos into my Japan collection." A thousand photos are passed on as fast as their identifiers.
struct AddPhotosIntent: AppIntent {
    static let title: LocalizedStringResource = "Add photos to a collection"

    @Parameter(title: "Photos") var photos: EntityCollection<PhotoEntity>
    @Parameter(title: "Collection") var collection: CollectionEntity

    @Dependency private var model: TravelModel

    func perform() async throws -> some ReturnsValue<CollectionEntity> {
        let ids = photos.identifiers.compactMap(\.local)
        guard let changed = await model.add(photos: ids, toCollection: collection.id) else {
            throw TravelError.gone(collection.title)
        }
        let entity = CollectionEntity(changed)
        try await TravelIndex().add([entity])
        return .result(value: entity)
    }
}

/// Writes a list of the photos, some at a time, so that the person sees how far it is and can stop it.
struct ListPhotosIntent: LongRunningIntent, CancellableIntent {
    static let title: LocalizedStringResource = "List photos"
    private static let chunk = 8

    @Parameter(title: "Photos") var photos: EntityCollection<PhotoEntity>

    func perform() async throws -> some ReturnsValue<[String]> {
        let identifiers = photos.identifiers
        let progress = progress
        progress.totalUnitCount = Int64(identifiers.count)
        let lines = try await performBackgroundTask {
            var lines: [String] = []
            for start in stride(from: 0, to: identifiers.count, by: Self.chunk) {
                try Task.checkCancellation()
                let part = Array(identifiers[start..<min(start + Self.chunk, identifiers.count)])
                lines += try await PhotoEntity.defaultQuery.entities(for: part).map(\.title)
                progress.completedUnitCount = Int64(start + part.count)
            }
            return lines
        } onCancel: { reason in
            print("The list was stopped: \(reason == .timeout ? "it took too long" : "by the person")")
        }
        return .result(value: lines)
    }
}

struct OpenLandmarkIntent: OpenIntent {
    static let title: LocalizedStringResource = "Open a landmark"
    @Parameter(title: "Landmark") var target: LandmarkEntity

    @MainActor
    func perform() async throws -> some IntentResult {
        print("Showing \(target.name)")
        return .result()
    }
}

enum TravelError: Error, CustomStringConvertible {
    case gone(String)
    var description: String {
        switch self {
        case .gone(let title): "There is no collection “\(title)” any more."
        }
    }
}
