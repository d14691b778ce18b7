import AppIntents
import Foundation

/// "Add this song to Running."
@AppIntent(schema: .audio.addToPlaylist)
struct AddToPlaylistIntent {
    var audioEntity: AudioItem
    var playlist: PlaylistEntity

    @Dependency private var store: LibraryStore

    init() {}

    func perform() async throws -> some ReturnsValue<PlaylistEntity> & ProvidesDialog {
        let songs: [String] =
            switch audioEntity {
            case .song(let song): [song.id]
            case .playlist(let other): other.songs.identifiers
            }
        guard let changed = await store.add(songs, toPlaylist: playlist.id) else {
            throw AudioError.gone(playlist.title)
        }
        // What is in the index says how many songs there are.
        let entity = PlaylistEntity(changed)
        try await PlaylistIndex().add([entity])
        return .result(value: entity, dialog: "Added to \(entity.title).")
    }
}

@AppIntent(schema: .system.open)
struct OpenPlaylistIntent: OpenIntent {
    static let title: LocalizedStringResource = "Open a playlist"
    var target: PlaylistEntity

    init() {}

    @MainActor
    func perform() async throws -> some IntentResult {
        print("Showing \(target.title)")
        return .result()
    }
}

@AppIntent(schema: .system.searchInApp)
struct SearchLibraryIntent: ShowInAppSearchResultsIntent {
    static let title: LocalizedStringResource = "Search the library"
    static let searchScopes: [StringSearchScope] = [.general]
    var criteria: StringSearchCriteria

    @Dependency private var store: LibraryStore

    init() {}

    @MainActor
    func perform() async throws -> some IntentResult {
        let found = await store.library.songs(matching: criteria.term)
        print("Showing \(found.count) songs for “\(criteria.term)”")
        return .result()
    }
}

enum AudioError: Error, CustomStringConvertible {
    case gone(String)
    var description: String {
        switch self {
        case .gone(let title): "There is no playlist “\(title)” any more."
        }
    }
}
