import Foundation
import TestDaemons
import Testing

@testable import CosmoTunes

/// The program as the daemon starts it.
@Suite struct CosmoTunesProviderTests {
    private static func manifest() throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("cosmotunes.json")
        return try String(contentsOf: file, encoding: .utf8)
            .replacing("/usr/lib/cosmotunes", with: TestDaemon.programs)
    }

    @Test func theDaemonAsksTheProgramForSongsAndHasItIndexItsPlaylists() async throws {
        let daemon = try TestDaemon(
            CosmoTunes.bundle,
            configuration:
                "{semantic: {enabled: false}, providers: {callMilliseconds: 60000, valuesMilliseconds: 60000}}")
        try await daemon.install(CosmoTunes.bundle, Self.manifest())
        let reindexed = try await daemon.ask("reindex", #"{"bundle":"\#(CosmoTunes.bundle)"}"#)
        #expect(reindexed["reported"]?.integer == 12)
        #expect(try await daemon.search("running") == ["running"])
        let values = try await daemon.ask(
            "values", #"{"input":{"kind":"audio","criteria":{"searchQuery":"lighthouse for two"}}}"#)
        let first = values["values"]?.firstElement
        #expect(first?["case"]?.string == "SongEntity")
        #expect(first?["value"]?["id"]?.string == "s001")
        #expect(try await daemon.search("lighthouse") == [])
        let opened = try await daemon.ask("open", #"{"entity":"\#(CosmoTunes.bundle)/PlaylistEntity/running"}"#)
        #expect(opened["opened"]?.bool == true)
        try await daemon.logged("\(CosmoTunes.bundle): Showing Running")
    }
}
