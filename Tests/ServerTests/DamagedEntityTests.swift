import AlmagestEntities
import AlmagestWire
import Foundation
import Testing

/// Entities whose content in the store is no longer what was donated.
@Suite struct DamagedEntityTests {
    private static func song(_ number: Int) -> String {
        entity("\(number)", "Track \(number).", bundle: tunes, type: "SongEntity", #","text":"by Vega, long ago""#)
    }

    /// A daemon that had these songs and a playlist, started again after the file was spoilt where a title stands.
    private func spoilt(_ songs: ClosedRange<Int>, at text: String, wholePage: Bool) async throws -> RunningDaemon {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let list = entity("list", "Best of Vega", bundle: tunes, type: "PlaylistEntity")
        try await daemon.connect().donate(songs.map(Self.song) + [list])
        try await daemon.settle()
        #expect(try await daemon.stop() == 0)
        let file = URL(filePath: daemon.data + "/catalog.sqlite")
        var bytes = try Data(contentsOf: file)
        let place = try #require(bytes.range(of: Data(text.utf8))).lowerBound
        let page = place / 4_096 * 4_096
        let spoilt = wholePage ? page..<page + 4_096 : place..<place + 1
        bytes.replaceSubrange(spoilt, with: Data(repeating: 0x5A, count: spoilt.count))
        try bytes.write(to: file)
        try await daemon.start()
        return daemon
    }

    private func app(
        _ daemon: RunningDaemon, _ songs: ClosedRange<Int>, _ asked: Asked
    ) async throws -> Client {
        try await daemon.app(provides: ["reindex"]) { request, peer in
            asked.note(request.params?["types"]?.elements.compactMap(\.string) ?? ["everything"])
            let session = request.params?["session"]?.string ?? ""
            let list = songs.map(Self.song).joined(separator: ",")
            _ = try await peer.call(
                "index", params: Array(#"{"session":\#(session.json),"entities":[\#(list)]}"#.utf8))
            return "{}"
        }
    }

    private func get(_ client: Client, _ ids: Int...) async throws -> JSONValue {
        let list = ids.map { "\(tunes)/SongEntity/\($0)".json }.joined(separator: ",")
        return try await client.ask("entities", #"{"identifiers":[\#(list)]}"#)
    }

    @Test func itIsNotShownAndItsTypeIsAskedForUntilItIsWhole() async throws {
        let daemon = try await spoilt(1...3, at: "Track 2.", wholePage: false)
        let client = try await daemon.connect()
        // Until somebody reads it nobody knows; the others are there.
        let there = try await get(client, 1, 2, 3)
        #expect(there.ids("entities") == ["1", "3"])
        #expect(there["missing"]?.elements.compactMap(\.string) == ["\(tunes)/SongEntity/2"])
        try await daemon.logged("An entity of \(tunes)/SongEntity is damaged in the store")
        let asked = Asked()
        let app = try await app(daemon, 1...3, asked)
        try await daemon.until("The entity") { try await get(client, 2).ids("entities") == ["2"] }
        #expect(asked.all == ["SongEntity"])
        try await daemon.settle()
        #expect(try await client.found("Track").sorted() == ["1", "2", "3"])
        #expect(try await client.ask("status")["entities"]?.integer == 4)
        // It was asked for once.
        _ = try await get(client, 1, 2, 3)
        #expect(asked.all == ["SongEntity"])
        app.close()
    }

    @Test func anAppThatAnswersForEntitiesIsAskedForIt() async throws {
        let daemon = try await spoilt(1...3, at: "Track 2.", wholePage: false)
        let asked = Asked()
        let app = try await daemon.app(provides: ["entities"]) { request, _ in
            let ids = request.params?["identifiers"]?.elements.compactMap(\.string) ?? []
            asked.note(ids)
            let told = ids.compactMap { Int($0) }.map(Self.song)
            return #"{"entities":[\#(told.joined(separator: ","))]}"#
        }
        let client = try await daemon.connect()
        let reply = try await get(client, 1, 2, 3)
        #expect(reply.ids("entities") == ["1", "2", "3"] && reply["missing"]?.count == 0)
        #expect(asked.all == ["2"])
        #expect(
            reply["entities"]?.elements.compactMap { $0["display"]?["title"]?.string }
                == ["Track 1.", "Track 2.", "Track 3."])
        app.close()
    }

    @Test func ofAPageThatIsLostEverythingIsToldAnew() async throws {
        let daemon = try await spoilt(1...400, at: "Track 200.", wholePage: true)
        let client = try await daemon.connect()
        #expect(try await get(client, 200)["missing"]?.count == 1)
        #expect(try await get(client, 1, 400).ids("entities") == ["1", "400"])
        #expect(!(try await client.found("Track")).isEmpty)
        let asked = Asked()
        let app = try await app(daemon, 1...400, asked)
        try await daemon.until("The entities") {
            let found = try await client.ask("find", #"{"types":["SongEntity"],"limit":1000,"fields":[]}"#)
            return found["results"]?.count == 400
        }
        #expect(asked.all.allSatisfy { $0 == "SongEntity" })
        try await daemon.settle()
        #expect(try await client.found("Track").count == 400)
        #expect(try await client.ask("status")["entities"]?.integer == 401)
        app.close()
        // So it is after the next start.
        #expect(try await daemon.stop() == 0)
        try await daemon.start()
        let again = try await daemon.connect()
        try await daemon.settle()
        #expect(try await get(again, 200).ids("entities") == ["200"])
        #expect(try await again.ask("find", #"{"types":["SongEntity"],"limit":0}"#)["total"]?.integer == 400)
    }
}
