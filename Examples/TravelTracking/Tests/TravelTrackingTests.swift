import AppIntents
import AppIntentsTesting
import CoreTransferable
import Foundation
import GeoToolbox
import Testing

@testable import TravelTracking

/// The app's adoption, over the index in memory: no daemon is needed.
@Suite(.serialized) struct TravelTrackingTests {
    private let model: TravelModel
    private let app: IntentDefinitions

    init() throws {
        model = try TravelTracking.start()
        app = try IntentDefinitions(bundleIdentifier: TravelTracking.bundle, provider: TravelTracking.provider)
    }

    private var landmarks: EntityDefinition { app.entities["LandmarkEntity"] }
    private var photoIDs: EntityCollection<PhotoEntity> {
        get async {
            EntityCollection(
                identifiers: await model.store.photos.map { SyncableEntityIdentifier(local: $0.id, stable: $0.cloudID) }
            )
        }
    }

    @Test func landmarksPhotosAndCollectionsAreIndexed() async throws {
        #expect(try await app.run { try await TravelIndex().fill(from: model) } == 30)
        #expect(try await landmarks.spotlightQuery("darkest skies").first?.identifier == "joshua")
        let photo = try #require(try await app.entities["PhotoEntity"].spotlightQuery("perseid").first)
        let landmark: LandmarkEntity? = try photo.landmark
        #expect(landmark?.id == "joshua")
        #expect(try await app.entities["CollectionEntity"].spotlightQuery("japan").first?.identifier == "japan")
    }

    @Test func mapsTakeALandmarkAsAPlace() async throws {
        let joshua = try await landmarks.resolved(from: landmarks.makeReference(identifier: "joshua"))
        let place = try await joshua.exported(as: PlaceDescriptor.self)
        #expect(place.commonName == "Joshua Tree National Park")
        #expect(place.coordinate?.latitude == 33.8734)
        #expect(try await joshua.exported(as: .plainText) == Data("Joshua Tree National Park".utf8))
    }

    @Test func aTourGoesToALandmarkOrToACollection() async throws {
        let plan = app.intents["PlanTourIntent"].makeIntent
        let fuji = try await landmarks.resolved(from: landmarks.makeReference(identifier: "fuji"))
        var ada = PersonNameComponents()
        ada.givenName = "Ada"
        ada.familyName = "Lovelace"
        let one = try await plan(
            destination: Destination.landmark(fuji.as(LandmarkEntity.self)), duration: Duration.seconds(5_400),
            traveller: ada
        ).run()
        #expect(try one.value.as(String.self) == "Mount Fuji: 90 min")
        #expect(one.dialog == "A tour of 1 for Ada Lovelace.")
        let collections = app.entities["CollectionEntity"]
        let japan = try await collections.resolved(from: collections.makeReference(identifier: "japan"))
        let several = try await plan(destination: Destination.collection(japan.as(CollectionEntity.self))).run()
        #expect(try several.value.as(String.self) == "Mount Fuji: 40 min, Fushimi Inari: 40 min, Ueno Park: 40 min")
    }

    @Test func photosArePassedOnWithoutFetchingThem() async throws {
        let photos = await photoIDs
        let outcome = try await app.intents["AddPhotosIntent"].makeIntent(
            photos: photos, collection: app.entities["CollectionEntity"].makeReference(identifier: "japan")
        ).run()
        #expect(try outcome.value.as(CollectionEntity.self).photos.count == 40)
        #expect(await model.photoFetches == 0)
    }

    @Test func alongListIsMadeInParts() async throws {
        let outcome = try await app.intents["ListPhotosIntent"].makeIntent(photos: photoIDs).run()
        #expect(try outcome.value.as([String].self).count == 40)
        #expect(await model.photoFetches == 5)
        #expect(outcome.progress.totalUnitCount == 40 && outcome.progress.completedUnitCount == 40)
    }

    @Test func whileTheGuideTalksItsLandmarkIsRelevant() async throws {
        let uluru = try await landmarks.resolved(from: landmarks.makeReference(identifier: "uluru"))
        let landmark = try uluru.as(LandmarkEntity.self)
        try await app.run { try await AudioGuide().play(landmark) }
        #expect(app.index.relevantEntities == ["audio": ["uluru"]])
        try await app.run { try await AudioGuide().stop() }
        #expect(app.index.relevantEntities.isEmpty)
    }
}
