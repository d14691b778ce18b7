import AlmagestEntities
import AlmagestWire

/// Tests of `values` over a library of music.
protocol AsksForValues {}

extension AsksForValues {
    static func song(
        _ id: String, _ title: String, _ artist: String, album: String = "", _ more: String = ""
    ) -> String {
        entity(
            id, title, bundle: "org.example.Library", type: "SongEntity",
            #","schema":"audio.song","url":"https://library.example.org/song/\#(id)","properties":{"title":\#(title.json),"artistName":\#(artist.json),"albumTitle":\#(album.json)}\#(more)"#
        )
    }

    static func playlist(_ id: String, _ title: String, owner: String) -> String {
        entity(
            id, title, bundle: "org.example.Library", type: "PlaylistEntity",
            #","schema":"audio.playlist","url":"https://library.example.org/playlist/\#(id)","properties":{"owner":{"case":"person","value":{"person":{"name":\#(owner.json)}}}}"#
        )
    }

    func library() async throws -> (daemon: RunningDaemon, client: Client) {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let client = try await daemon.connect()
        try await client.donate([
            Self.song("s1", "Comet Tail", "Vega", album: "Orbits"), Self.song("s2", "Comet Tail (Live)", "Vega"),
            Self.song("s3", "Comet Tail", "Halley"), Self.song("s4", "Vega", "Altair"),
            Self.song("s5", "Stand by Me", "Ben King"), Self.song("s6", "Slow Light", "Vega", album: "Orbits"),
            Self.song("s7", "Orbits of Home", "Altair"), Self.playlist("l1", "Running", owner: "Glow"),
            Self.playlist("l2", "Running", owner: "Mika"),
            entity("e1", "Comet Watch", bundle: "org.example.Cal", type: "EventEntity", #","schema":"calendar.event""#),
        ])
        try await daemon.settle()
        return (daemon, client)
    }

    func ids(_ reply: JSONValue) -> [String] {
        reply["values"]?.elements.compactMap { $0["value"]?["id"]?.string } ?? []
    }
}
