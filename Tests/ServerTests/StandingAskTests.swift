import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import Testing

/// What the daemon asks of apps by itself.
@Suite struct StandingAskTests {
    private static let songs = (1...3).map { entity("\($0)", "Track \($0)", bundle: tunes, type: "SongEntity") }

    private func count(_ daemon: RunningDaemon) async throws -> Int64 {
        try await daemon.connect().ask("status")["entities"]?.integer ?? -1
    }

    /// Stops it and spoils the catalog; moves it away once the daemon has refused it, as it says.
    private func loseCatalog(_ daemon: RunningDaemon) async throws {
        #expect(try await daemon.stop() == 0)
        let path = daemon.data + "/catalog.sqlite"
        try Data(repeating: 0x5A, count: 8_192).write(to: URL(filePath: path))
        let refused = try await daemon.runAnother(daemon.arguments)
        #expect(refused.status == 1)
        #expect(refused.said.contains("apps are asked to tell their content anew"), "\(refused.said)")
        try FileManager.default.moveItem(atPath: path, toPath: daemon.data + "/damaged.sqlite")
        try await daemon.start()
    }

    private func told(_ daemon: RunningDaemon) throws -> [String] {
        let data = try Data(contentsOf: URL(filePath: daemon.data + "/asks.json"))
        return try JSONDocument(Array(data)).root["told"]?.elements.compactMap(\.string) ?? []
    }

    @Test func aProviderIsAskedOnceAfterTheCatalogWasSetAside() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", arguments: ["700"])
        let client = try await daemon.connect()
        try await client.ask("reindex", #"{"bundle":"org.example.Tunes"}"#)
        #expect(try await count(daemon) == 700)
        try await loseCatalog(daemon)
        try await daemon.until("The content") { try await count(daemon) == 700 && told(daemon) == [tunes] }
        // It has told everything, and what it takes back stays gone.
        try await daemon.connect().ask("delete", #"{"bundle":"org.example.Tunes"}"#)
        #expect(try await daemon.stop() == 0)
        try await daemon.start()
        let state = try await daemon.connect().ask("status")["providers"]?.elements.first { _ in true }
        #expect(state?["starts"]?.integer == 0)
        #expect(try await count(daemon) == 0)
    }

    @Test func anAppThatIsAwayIsAskedWhenItComesAfterFurtherStartsToo() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.connect().donate(Self.songs)
        try await loseCatalog(daemon)
        #expect(try await daemon.stop() == 0)
        try await daemon.start()
        #expect(try await count(daemon) == 0)
        let app = try await daemon.app(provides: ["reindex"]) { request, peer in
            let session = request.params?["session"]?.string ?? ""
            let list = Self.songs.joined(separator: ",")
            _ = try await peer.call(
                "index", params: Array(#"{"session":\#(session.json),"entities":[\#(list)]}"#.utf8))
            return "{}"
        }
        try await daemon.until("The content") { try await count(daemon) == 3 }
        // What was made from the lost catalog is not taken for it.
        try await daemon.settle()
        #expect(try await daemon.connect().found("Track").count == 3)
        app.close()
    }

    @Test(arguments: ["garbage", "nothing", "pipe", "folder"])
    func aLedgerThatCannotBeReadAsksEveryone(_ kind: String) async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", arguments: ["5"])
        #expect(try await daemon.stop() == 0)
        let path = daemon.data + "/asks.json"
        try FileManager.default.removeItem(atPath: path)
        switch kind {
        case "garbage": try Data(#"{"store":"x","told":7}"#.utf8).write(to: URL(filePath: path))
        case "nothing": try Data().write(to: URL(filePath: path))
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        try await daemon.start()
        try await daemon.until("The content") { try await count(daemon) == 5 && told(daemon) == [tunes] }
    }

    @Test func aDaemonThatNeverHadALedgerAsksNobody() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good", arguments: ["5"])
        #expect(try await daemon.stop() == 0)
        try FileManager.default.removeItem(atPath: daemon.data + "/asks.json")
        try await daemon.start()
        // It serves a moment before it begins to ask.
        try await daemon.until("The ledger") { (try? told(daemon)) != nil }
        #expect(try told(daemon) == [])
        let state = try await daemon.connect().ask("status")["providers"]?.elements.first { _ in true }
        #expect(state?["starts"]?.integer == 0)
    }

    @Test func aTypeIsAskedForWhenItsSchemaChanges() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        func manifest(_ name: String, _ schema: String) throws {
            try daemon.installManifest(
                tunes,
                #"""
                {"bundle":"\#(tunes)","name":\#(name.json),"calls":["reindex"],"targets":["app"],
                 "types":[{"type":"SongEntity","schema":\#(schema.json)},{"type":"AlbumEntity","schema":"audio.album"}]}
                """#)
        }
        /// The manifest of that name is known, and the schema that it gives has been taken note of.
        func read(_ name: String, _ schema: String) async throws {
            let client = try await daemon.connect()
            try await daemon.until("The manifest") {
                try await client.ask("status")["providers"]?.elements.contains { $0["name"]?.string == name } ?? false
            }
            try await daemon.until("The schema") {
                try String(contentsOfFile: daemon.data + "/asks.json", encoding: .utf8).contains(schema)
            }
        }
        try manifest("One", "audio.song")
        try await read("One", "audio.song")
        let asked = Mutex<[String]>([])
        let app = try await daemon.app(provides: ["reindex"]) { request, peer in
            let types = request.params?["types"]?.elements.compactMap(\.string) ?? ["everything"]
            asked.withLock { $0 += types }
            return "{}"
        }
        // Another name is no other schema.
        try manifest("Another", "audio.song")
        try await read("Another", "audio.song")
        try manifest("Three", "audio.musicVideo")
        try await read("Three", "audio.musicVideo")
        try await daemon.until("The question") { asked.withLock { !$0.isEmpty } }
        #expect(asked.withLock { $0 } == ["SongEntity"])
        app.close()
    }
}
