import ExampleContent
import Foundation

/// The songs and playlists of the person; the app's own model, which knows nothing of intents.
struct Library: Sendable {
    struct Artist: Sendable {
        let id: String
        let name: String
    }

    struct Song: Sendable {
        let id: String
        let title: String
        let artistName: String
        let artistIDs: [String]
        let albumTitle: String?
    }

    struct Playlist: Sendable {
        let id: String
        var title: String
        let about: String
        let ownerName: String?
        let isMine: Bool
        var songIDs: [String]
    }

    private(set) var artists: [Artist] = []
    private(set) var songs: [Song] = []
    var playlists: [Playlist] = []
    /// Songs that were played last, the newest first.
    private(set) var played: [String] = []

    /// Reads the person's music.
    init() throws {
        for line in try ContentLine.read("music") {
            switch line.type {
            case "ArtistEntity": artists.append(Artist(id: line.id, name: line.title))
            case "SongEntity":
                songs.append(
                    Song(
                        id: line.id, title: line.title, artistName: line["artistName"].text ?? "",
                        artistIDs: line["artists"].list.compactMap(\.reference), albumTitle: line["albumTitle"].text))
            case "PlaylistEntity":
                let owner = line["owner"]["value"]
                playlists.append(
                    Playlist(
                        id: line.id, title: line.title, about: line["about"].text ?? "",
                        ownerName: owner["person"]["name"].text ?? owner.text,
                        isMine: line["createdByMe"].bool ?? false,
                        songIDs: line["songs"].list.compactMap(\.reference)))
            default: break
            }
        }
        played = playlists.first?.songIDs ?? []
    }

    /// Songs with every word of the text in their title, artist or album; those with it in the title first.
    func songs(matching text: String) -> [Song] {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        func holds(_ field: String) -> Bool { words.allSatisfy { field.lowercased().contains($0) } }
        guard !words.isEmpty else { return [] }
        let found = songs.filter { holds("\($0.title) \($0.artistName) \($0.albumTitle ?? "")") }
        return found.filter { holds($0.title) } + found.filter { !holds($0.title) }
    }
}

/// The one library of the process.
actor LibraryStore {
    private(set) var library: Library

    init(_ library: Library) { self.library = library }

    /// Adds songs to the end of a playlist; gives the playlist as it is then.
    func add(_ songIDs: [String], toPlaylist id: String) -> Library.Playlist? {
        guard let place = library.playlists.firstIndex(where: { $0.id == id }) else { return nil }
        library.playlists[place].songIDs += songIDs
        return library.playlists[place]
    }
}
