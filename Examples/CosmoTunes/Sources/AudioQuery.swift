import AppIntents
import Foundation
import MediaIntents

/// What there is to listen to: a song or a playlist.
@UnionValue
enum AudioItem: Sendable {
    case song(SongEntity)
    case playlist(PlaylistEntity)
}

extension AudioItem {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { "Audio" }
    static var caseDisplayRepresentations: [Cases: DisplayRepresentation] {
        [.song: "Song", .playlist: "Playlist"]
    }
}

/// Answers requests for something to listen to, by all three criteria.
struct AudioQuery: IntentValueQuery {
    @Dependency private var store: LibraryStore

    init() {}

    func values(for input: AudioSearch) async throws -> [AudioItem] {
        let library = await store.library
        switch input.criteria {
        case .searchQuery(let text): return found(text, in: library)
        case .unspecified:
            // "Play some music": what was played last.
            return library.played.prefix(10).compactMap { song($0, in: library) }
        case .url(let links): return links.compactMap { linked($0, in: library) }
        }
    }

    private func found(_ text: String, in library: Library) -> [AudioItem] {
        let playlists = library.playlists.filter { $0.title.localizedCaseInsensitiveContains(text) }
        let songs = library.songs(matching: text)
        return playlists.map { .playlist(PlaylistEntity($0)) } + songs.map { .song(SongEntity($0, library)) }
    }

    private func linked(_ link: URL, in library: Library) -> AudioItem? {
        let parts = link.pathComponents
        guard link.host == "cosmotunes.example.org", parts.count == 3 else { return nil }
        switch parts[1] {
        case "song": return song(parts[2], in: library)
        case "playlist": return library.playlists.first { $0.id == parts[2] }.map { .playlist(PlaylistEntity($0)) }
        default: return nil
        }
    }

    private func song(_ id: String, in library: Library) -> AudioItem? {
        library.songs.first { $0.id == id }.map { .song(SongEntity($0, library)) }
    }
}
