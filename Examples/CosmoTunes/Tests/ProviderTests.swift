import Foundation
import TestDaemons
import Testing

@testable import CosmoTunes

/// The program as the daemon starts it.
@Suite struct CosmoTunesProviderTests {
    @Test func theDaemonAsksTheProgramForSongsAndHasItIndexItsPlaylists() async throws {
        let daemon = try await TestDaemon.with(app: CosmoTunes.bundle)
        let reindexed = try await daemon.ask("reindex", #"{"bundle":"\#(CosmoTunes.bundle)"}"#)
        #expect(reindexed["reported"]?.integer == 12)
        #expect(try await daemon.search("running") == ["running"])
        let values = try await daemon.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"lighthouse for two"}}}"#)
        let first = values["values"]?.firstElement
        #expect(first?["case"]?.string == "SongEntity")
        #expect(first?["value"]?["id"]?.string == "s001")
        #expect(try await daemon.search("lighthouse") == [])
        for (criteria, expected) in [
            (#"{"unspecified":{}}"#, "s"), (#"{"url":["https://cosmotunes.example.org/song/s001"]}"#, "s001"),
            (#"{"url":["https://COSMOTUNES.example.org/playlist/running/"]}"#, "running"),
        ] {
            let found = try await daemon.ask("values", #"{"input":{"kind":"audio","criteria":\#(criteria)}}"#)
            let id = found["values"]?.firstElement?["value"]?["id"]?.string
            #expect(id?.hasPrefix(expected) == true, "\(criteria): \(id ?? "")")
        }
        let opened = try await daemon.ask("open", #"{"entity":"\#(CosmoTunes.bundle)/PlaylistEntity/running"}"#)
        #expect(opened["opened"]?.bool == true)
        try await daemon.logged("\(CosmoTunes.bundle): Showing Running")
    }
}
