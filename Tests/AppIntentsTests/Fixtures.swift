import AppIntents
import CoreSpotlight
import Foundation
import GeoToolbox
import MediaIntents

@AppEntity(schema: .audio.artist)
struct ArtistEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [ArtistEntity.ID]) async throws -> [ArtistEntity] {
            identifiers.map { ArtistEntity(id: $0, name: "Artist \($0)") }
        }
    }
    static let defaultQuery = Query()
    let id: String
    var name: String
    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(name)") }

    init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

@AppEntity(schema: .audio.playlist)
struct PlaylistEntity: IndexedEntity, OwnershipProvidingEntity {
    struct Query: EntityStringQuery, EnumerableEntityQuery {
        func entities(for identifiers: [PlaylistEntity.ID]) async throws -> [PlaylistEntity] {
            Library.playlists.filter { identifiers.contains($0.id) }
        }
        func entities(matching string: String) async throws -> [PlaylistEntity] {
            Library.playlists.filter { $0.title.contains(string) }
        }
        func allEntities() async throws -> [PlaylistEntity] { Library.playlists }
    }
    static let defaultQuery = Query()

    let id: UUID
    var title: String
    var createdByMe: Bool?
    var curatedForMe: Bool?
    var owner: PlaylistOwner?

    @Property(title: "Mood", indexingKey: \.theme)
    var mood: String?

    @ComputedProperty(indexingKey: \.contentDescription)
    var summary: String { "A mix called \(title)" }

    @DeferredProperty
    var trackCount: Int { get async throws { 12 } }

    var ownership: EntityOwnership { .shared }
    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(title)", subtitle: "Playlist", image: .init(systemName: "music.note.list"))
    }

    init(id: UUID, title: String) {
        self.id = id
        self.title = title
    }
}

enum Library {
    static let playlists = ["Comet Tail", "Lunar Dust"].enumerated().map { place, title in
        PlaylistEntity(
            id: UUID(uuidString: "00000000-0000-0000-0000-00000000000\(place)") ?? UUID(), title: title)
    }
}

@UnionValue
enum PlaylistOwner {
    case person(IntentPerson)
    case name(String)
}

@UnionValue
enum AudioEntity {
    case artist(ArtistEntity)
    case playlist(PlaylistEntity)
}

extension AudioEntity {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { "Audio" }
    static var caseDisplayRepresentations: [Cases: DisplayRepresentation] {
        [.artist: "Artist", .playlist: "Playlist"]
    }
}

@AppEnum(schema: .calendar.attendeeStatus)
enum AttendeeStatus: String {
    case accepted, declined
}

struct MeetingAttendee: TransientAppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Attendee"
    @Property(title: "Person") var person: IntentPerson?
    @Property(title: "Status") var status: AttendeeStatus?
    var displayRepresentation: DisplayRepresentation { "Attendee" }
    init() {}
}

@AppIntent(schema: .audio.addToPlaylist)
struct AddToPlaylistIntent {
    var audioEntity: AudioEntity
    var playlist: PlaylistEntity

    func perform() async throws -> some IntentResult & ProvidesDialog {
        .result(dialog: IntentDialog(full: "Added to \(playlist.title)", supporting: "Added"))
    }
}

struct AudioValueQuery: IntentValueQuery {
    func values(for input: AudioSearch) async throws -> [AudioEntity] {
        switch input.criteria {
        case .searchQuery(let text): Library.playlists.filter { $0.title.contains(text) }.map { .playlist($0) }
        case .unspecified: Library.playlists.prefix(1).map { .playlist($0) }
        case .url(let links): links.map { .artist(ArtistEntity(id: $0.lastPathComponent, name: "By link")) }
        }
    }
}
