import AppIntents
import CoreSpotlight
import Foundation

/// A song as the app keeps it.
struct SongRecord: Decodable, Sendable {
    let id: String
    let title: String
    let artist: String
    let album: String
    let seconds: Double
    let year: Int
    let isFavorite: Bool
}

/// The app's songs: a line of JSON each.
struct Songs: Sendable {
    let all: [SongRecord]
    let byID: [String: SongRecord]

    init(_ path: String) throws {
        let decoder = JSONDecoder()
        all = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n")).map {
            try decoder.decode(SongRecord.self, from: $0)
        }
        byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    }
}

@AppEntity(schema: .audio.song)
struct SongEntity: IndexedEntity {
    struct Query: EntityQuery {
        @Dependency private var songs: Songs
        func entities(for identifiers: [SongEntity.ID]) async throws -> [SongEntity] {
            let songs = songs
            return identifiers.compactMap { songs.byID[$0].map(SongEntity.init) }
        }
    }
    static let defaultQuery = Query()

    let id: String
    var title: String
    var artistName: String
    var artists: [ArtistEntity]
    var albumTitle: String?
    var composers: [ArtistEntity]

    @Property(title: "Length", indexingKey: \.duration) var seconds: Double
    @Property(title: "Year") var year: Int
    @Property(title: "Favourite") var isFavorite: Bool

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(title)", subtitle: "\(artistName)", image: .init(systemName: "music.note"))
    }

    init(_ song: SongRecord) {
        id = song.id
        title = song.title
        artistName = song.artist
        artists = song.artist.split(separator: " ").map { ArtistEntity(id: $0.lowercased(), name: String($0)) }
        composers = Array(artists.suffix(1))
        albumTitle = song.album
        seconds = song.seconds
        year = song.year
        isFavorite = song.isFavorite
    }
}

@AppEntity(schema: .audio.artist)
struct ArtistEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [ArtistEntity.ID]) async throws -> [ArtistEntity] { [] }
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

/// Takes songs without fetching them, and gives back the last.
struct CollectionQuery: IntentValueQuery {
    func values(for input: EntityCollection<SongEntity>) async throws -> [SongEntity] {
        guard let last = input.identifiers.last else { return [] }
        return try await SongEntity.defaultQuery.entities(for: [last])
    }
}
