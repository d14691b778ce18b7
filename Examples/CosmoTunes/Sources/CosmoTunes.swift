import AppIntents
import CoreSpotlight
import Foundation

/// The app. Its interface is left out; what it has for the daemon is here.
///
/// `CosmoTunes index` fills the index; without an argument the program answers the daemon that started it.
@main
enum CosmoTunes {
    static func main() async throws {
        try start()
        if CommandLine.arguments.dropFirst().first == "index" {
            print(try await PlaylistIndex().fill() ? "Playlists are indexed." : "The index is up to date.")
        } else {
            try await provider.run()
        }
    }

    static let bundle = "org.example.CosmoTunes"

    /// To be called when the process starts, before anything is asked.
    static func start() throws {
        CSSearchableIndex.bundleIdentifier = bundle
        let store = LibraryStore(try Library())
        AppDependencyManager.shared.add(dependency: store)
    }

    /// What the daemon may ask the app.
    static let provider = AppIntentsProvider([
        .entity(PlaylistEntity.self), .entity(SongEntity.self), .entity(ArtistEntity.self), .values(AudioQuery.self),
        .intent(AddToPlaylistIntent.self), .intent(OpenPlaylistIntent.self), .intent(SearchLibraryIntent.self),
    ])
}

/// The app's named index.
struct PlaylistIndex: Sendable {
    /// Changes when entities look otherwise than before.
    private static let version = Data("playlists 1".utf8)

    private var index: CSSearchableIndex { CSSearchableIndex(name: "Playlists") }

    func add(_ playlists: [PlaylistEntity]) async throws { try await index.indexAppEntities(playlists) }

    /// Indexes everything, unless that was done by this version of the app. The client state says so: it is stored in one
    /// step with the entities.
    ///
    /// - Returns: whether there was something to do.
    func fill() async throws -> Bool {
        let index = index
        guard try await index.fetchLastClientState() != Self.version else { return false }
        let playlists = try await PlaylistEntity.defaultQuery.allEntities()
        index.beginBatch()
        try await index.indexAppEntities(playlists)
        try await index.endBatch(withClientState: Self.version)
        return true
    }
}
