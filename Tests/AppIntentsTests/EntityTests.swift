import AlmagestEntities
import AlmagestSchemas
import CoreSpotlight
import Foundation
import Testing

@testable import AppIntents

@Suite struct EntityTests {
    private func wire(_ entity: some AppEntity) async throws -> Entity {
        try await WireEntity.make(entity, bundle: "org.example.Tunes", index: "default", priority: 3)
    }

    @Test func entityTravelsWithSchemaDisplayAndProperties() async throws {
        let playlist = PlaylistEntity(id: UUID(), title: "Comet Tail")
        playlist.mood = "calm"
        playlist.createdByMe = true
        playlist.owner = .name("Vega")
        let made = try await wire(playlist)
        #expect(made.key.type == "PlaylistEntity")
        #expect(made.key.id == playlist.id.uuidString)
        #expect(made.schema == "audio.playlist")
        #expect(made.display.title == "Comet Tail")
        #expect(made.display.subtitle == "Playlist")
        #expect(made.display.image == .systemName("music.note.list"))
        #expect(made.ownership == .shared)
        #expect(made.priority == 3)
        #expect(made[property: "title"] == .text("Comet Tail"))
        #expect(made[property: "createdByMe"] == .bool(true))
        #expect(made[property: "curatedForMe"] == nil)
        #expect(made[property: "owner"] == .union(case: "name", value: .text("Vega")))
    }

    @Test func computedAndDeferredPropertiesTravelToo() async throws {
        let made = try await wire(PlaylistEntity(id: UUID(), title: "Lunar Dust"))
        #expect(made[property: "summary"] == .text("A mix called Lunar Dust"))
        #expect(made[property: "trackCount"] == .integer(12))
    }

    @Test func indexingKeyPutsThePropertyUnderTheAttribute() async throws {
        let playlist = PlaylistEntity(id: UUID(), title: "Lunar Dust")
        playlist.mood = "calm"
        let made = try await wire(playlist)
        #expect(made[property: "theme"] == .text("calm"))
        #expect(made[property: "contentDescription"] == .text("A mix called Lunar Dust"))
        #expect(made.display.subtitle == "Playlist")
    }

    @Test func transientEntityIsRefusedWhereAnIdentifierIsNeeded() async throws {
        await #expect(throws: AlmagestError.self) { try await wire(MeetingAttendee()) }
        #expect(throws: AlmagestError.self) { try EntityIdentifier(for: MeetingAttendee()).entityID() }
    }

    @Test func transientEntityTravelsAsRecord() throws {
        let attendee = MeetingAttendee()
        attendee.status = .accepted
        #expect(try attendee._wireValue() == .record([.init("status", .text("accepted"))]))
    }

    @Test func propertyOfAConstantEntityCanBeAssigned() {
        let playlist = PlaylistEntity(id: UUID(), title: "One")
        playlist.title = "Two"
        #expect(playlist.title == "Two")
        #expect(playlist.$title.wrappedValue == "Two")
        #expect(playlist.$summary.wrappedValue == "A mix called Two")
    }

    @Test func unionComesBackFromTheWire() throws {
        let owner = PlaylistOwner.name("Vega")
        let wire = try #require(try owner._wireValue())
        guard case .name("Vega")? = PlaylistOwner._value(wire: wire) else {
            Issue.record("not the same")
            return
        }
        #expect(PlaylistOwner.Cases.allCases == [.person, .name])
        #expect(AudioEntity.Cases.caseDisplayRepresentations[.artist]?.title.text == "Artist")
    }

    @Test func identifiersAreEqualOnlyInTheSameShape() {
        typealias ID = SyncableEntityIdentifier<String, UUID>
        let stable = UUID()
        #expect(ID(local: "a", stable: stable) == ID(local: "a", stable: nil))
        #expect(ID(local: nil, stable: stable) == ID(local: nil, stable: stable))
        #expect(ID(local: "a", stable: stable) != ID(local: nil, stable: stable))
        #expect(ID(local: "a", stable: stable).entityIdentifierString == "a")
    }

    @Test func collectionResolvesOnlyWhenAskedAndInItsOrder() async throws {
        let identifiers = Library.playlists.map(\.id)
        let collection = EntityCollection<PlaylistEntity>(identifiers: identifiers.reversed())
        #expect(collection.count == 2)
        #expect(try await collection.resolvedEntities().map(\.title) == ["Lunar Dust", "Comet Tail"])
    }

    @Test func lazyImageIsFetchedOnlyWhenAskedFor() async throws {
        struct Fault: Error {}
        let shown = DisplayRepresentation(title: "A", image: { throw Fault() })
        #expect(try await shown.resolved(.text).title.text == "A")
        await #expect(throws: Fault.self) { try await shown.resolved(.image) }
    }

    @Test func everyEntityNameInSwiftIsASchema() {
        for domain in SchemaCatalog.shared.domains {
            for schema in domain.entities { #expect(SchemaCatalog.shared.entity(schema.name) != nil) }
        }
        #expect(AppSchema.Entity.calendar.event.name == "calendar.event")
        #expect(PlaylistEntity.__appSchemaEntity == "audio.playlist")
    }
}
