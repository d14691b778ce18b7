import AppIntents
import CoreSpotlight
import Foundation

@AppEntity(schema: .audio.artist)
struct ArtistEntity {
    struct Query: EntityQuery {
        @Dependency private var store: LibraryStore
        init() {}
        func entities(for identifiers: [ArtistEntity.ID]) async throws -> [ArtistEntity] {
            await store.library.artists.filter { identifiers.contains($0.id) }.map(ArtistEntity.init)
        }
    }
    static let defaultQuery = Query()

    let id: String
    var name: String
    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(name)") }

    init(_ artist: Library.Artist) {
        id = artist.id
        name = artist.name
    }
}

/// A song. There are too many to index them all: they are found when somebody asks, by `AudioQuery`.
@AppEntity(schema: .audio.song)
struct SongEntity: URLRepresentableEntity {
    struct Query: EntityQuery {
        @Dependency private var store: LibraryStore
        init() {}
        func entities(for identifiers: [SongEntity.ID]) async throws -> [SongEntity] {
            let library = await store.library
            return library.songs.filter { identifiers.contains($0.id) }.map { SongEntity($0, library) }
        }
    }
    static let defaultQuery = Query()
    static let urlRepresentation: URLRepresentation = "https://cosmotunes.example.org/song/\(.id)"

    let id: String
    var title: String
    var artistName: String
    var artists: [ArtistEntity]
    var albumTitle: String?
    var composers: [ArtistEntity]
    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(title)", subtitle: "\(artistName)", image: .init(systemName: "music.note"))
    }

    init(_ song: Library.Song, _ library: Library) {
        id = song.id
        title = song.title
        artistName = song.artistName
        artists = library.artists.filter { song.artistIDs.contains($0.id) }.map(ArtistEntity.init)
        albumTitle = song.albumTitle
    }
}

/// Whose playlist it is.
@UnionValue
enum PlaylistOwner: Sendable {
    case person(IntentPerson)
    case name(String)
}

/// A playlist. There are few, and people search for them: they are in the index.
@AppEntity(schema: .audio.playlist)
struct PlaylistEntity: IndexedEntity, URLRepresentableEntity {
    static let defaultQuery = PlaylistQuery()
    static let urlRepresentation: URLRepresentation = "https://cosmotunes.example.org/playlist/\(.id)"

    let id: String
    var title: String
    var owner: PlaylistOwner?
    var createdByMe: Bool?
    var curatedForMe: Bool?

    /// Not of the schema, but worth finding it by.
    @Property(title: "About", indexingKey: \.contentDescription)
    var about: String

    @Property(title: "Songs")
    var songs: EntityCollection<SongEntity>

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(title)", subtitle: "\(songs.count) songs", image: .init(systemName: "music.note.list"))
    }

    init(_ playlist: Library.Playlist) {
        id = playlist.id
        title = playlist.title
        about = playlist.about
        createdByMe = playlist.isMine
        curatedForMe = !playlist.isMine && playlist.ownerName == nil
        songs = EntityCollection(identifiers: playlist.songIDs)
        if playlist.isMine {
            owner = .person(
                IntentPerson(
                    identifier: .unknown, name: .displayName(playlist.ownerName ?? ""), handle: nil, isMe: true))
        } else if let name = playlist.ownerName {
            owner = .name(name)
        }
    }
}

/// Finds playlists, lists them, and puts them into the index again when it has lost them.
struct PlaylistQuery: EntityStringQuery, EnumerableEntityQuery, IndexedEntityQuery {
    @Dependency private var store: LibraryStore

    init() {}

    func entities(for identifiers: [PlaylistEntity.ID]) async throws -> [PlaylistEntity] {
        try await allEntities().filter { identifiers.contains($0.id) }
    }

    func entities(matching string: String) async throws -> [PlaylistEntity] {
        try await allEntities().filter { $0.title.localizedCaseInsensitiveContains(string) }
    }

    func allEntities() async throws -> [PlaylistEntity] {
        await store.library.playlists.map(PlaylistEntity.init)
    }

    func reindexEntities(
        for identifiers: [PlaylistEntity.ID], indexDescription: CSSearchableIndexDescription
    ) async throws {
        try await PlaylistIndex().add(entities(for: identifiers))
    }

    func reindexAllEntities(indexDescription: CSSearchableIndexDescription) async throws {
        try await PlaylistIndex().add(allEntities())
    }
}
