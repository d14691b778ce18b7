import AlmagestEntities
import AlmagestWire
import Foundation
import Glibc
import SQLite
import TestSupport
import Testing

/// Projections are derived: whatever happens to their files, search comes back complete.
@Suite struct RebuildTests {
    enum Damage: String, CaseIterable, Sendable {
        case deleted, emptied, halved, zeroed, scrambled, flipped
    }

    /// Spoils every file of a projection; database files that lie beside it go with it.
    private func spoil(_ name: String, in data: String, _ damage: Damage) throws {
        let manager = FileManager.default
        let path = data + "/" + name
        var random = SeededRandom(seed: 7)
        if damage == .deleted {
            for suffix in ["", "-wal", "-shm"] where manager.fileExists(atPath: path + suffix) {
                try manager.removeItem(atPath: path + suffix)
            }
            return
        }
        var isFolder: ObjCBool = false
        #expect(manager.fileExists(atPath: path, isDirectory: &isFolder), "\(name)")
        let files =
            isFolder.boolValue ? (try manager.subpathsOfDirectory(atPath: path)).map { path + "/" + $0 } : [path]
        for file in files {
            guard manager.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
            switch damage {
            case .deleted: break
            case .emptied: bytes = []
            case .halved: bytes.removeLast(bytes.count / 2)
            case .zeroed: bytes = [UInt8](repeating: 0, count: bytes.count)
            case .scrambled: for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            case .flipped:
                for _ in 0..<max(1, bytes.count / 500) where !bytes.isEmpty {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
                        1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            try Data(bytes).write(to: URL(filePath: file))
        }
    }

    /// What many different calls show, without figures that differ from run to run.
    private func picture(_ client: Client, semantic: Bool) async throws -> [String] {
        var shown: [String] = []
        for word in ["common", "red", "number17", "\"common thing\"", "comon"] {
            let reply = try await client.ask(
                "search", #"{"query":\#(word.json),"mode":"lexical","facets":["type","colour"],"limit":300}"#)
            shown.append(
                "\(word): \(reply.ids("results").sorted()) \(reply["total"]?.integer ?? -1) \(reply["facets"]?.encodedText ?? "")"
            )
        }
        for prefix in ["common thing r", "number1", "comon"] {
            shown.append("\(prefix): \(try await client.suggested(prefix))")
        }
        for parameters in [
            #"{"where":{"property":"number","op":"<","value":50},"sort":[{"property":"number","order":"descending"}],"facets":["colour"]}"#,
            #"{"where":{"property":"colour","op":"contains","value":"ee"},"limit":300}"#,
            #"{"facets":["type","colour"]}"#,
        ] {
            let reply = try await client.ask("find", parameters)
            shown.append(
                "\(parameters): \(reply.ids("results")) \(reply["total"]?.integer ?? -1) \(reply["facets"]?.encodedText ?? "")"
            )
        }
        if semantic {
            let reply = try await client.ask(
                "search", #"{"query":"a scarlet object","mode":"semantic","limit":10,"budgetMilliseconds":60000}"#)
            shown.append("meaning: \(reply.ids("results"))")
            let both = try await client.ask(
                "search", #"{"query":"a red object","facets":["colour"],"limit":300,"budgetMilliseconds":60000}"#)
            shown.append(
                "both: \(both.ids("results")) \(both["total"]?.integer ?? -1) \(both["facets"]?.encodedText ?? "")")
        }
        return shown
    }

    private func stock(_ daemon: RunningDaemon, _ count: Int) async throws {
        let client = try await daemon.connect()
        let colours = ["red", "green", "blue"]
        try await client.donate(
            (0..<count).map {
                entity(
                    "\($0)", "Common thing \(colours[$0 % 3]) number\($0)", type: $0 % 5 == 0 ? "Task" : "Note",
                    #","properties":{"number":\#($0 * 37 % 250),"colour":"\#(colours[$0 % 3])"}"#)
            })
        // Some of every kind of change, so that each projection has more than one bulk load.
        try await client.donate(
            (0..<10).map { entity("\($0)", "Common thing changed number\($0)", type: $0 % 5 == 0 ? "Task" : "Note") })
        try await client.ask("delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["11","12","13"]}"#)
        try await daemon.settle()
    }

    @Test(arguments: ["lexical", "properties.sqlite", "suggest.sqlite"], Damage.allCases)
    func aSpoiledProjectionComesBackComplete(_ name: String, _ damage: Damage) async throws {
        let daemon = try await RunningDaemon()
        try await stock(daemon, 200)
        let before = try await picture(daemon.connect(), semantic: false)
        #expect(try await daemon.stop() == 0)
        try spoil(name, in: daemon.data, damage)
        try await daemon.start()
        try await daemon.settle()
        #expect(try await picture(daemon.connect(), semantic: false) == before, "\(daemon.log)")
    }

    /// What the folding and the words of an older build made is not what this one looks for.
    @Test(arguments: ["properties.sqlite", "suggest.sqlite"])
    func aProjectionThatAnOlderVersionMadeIsMadeAnewAndAnswers(_ name: String) async throws {
        let daemon = try await RunningDaemon()
        try await stock(daemon, 200)
        let before = try await picture(daemon.connect(), semantic: false)
        #expect(try await daemon.stop() == 0)
        let path = daemon.data + "/" + name
        let version = try Connection(path: path).userVersion()
        #expect(version > 1000)
        try Connection(path: path).setUserVersion(version - 1)
        try await daemon.start()
        try await daemon.settle()
        #expect(try await picture(daemon.connect(), semantic: false) == before, "\(daemon.log)")
        #expect(try await daemon.stop() == 0)
        #expect(try Connection(path: path).userVersion() == version)
    }

    @Test func allProjectionsTogetherComeBackComplete() async throws {
        let daemon = try await RunningDaemon()
        try await stock(daemon, 200)
        let before = try await picture(daemon.connect(), semantic: false)
        daemon.kill()
        for name in ["lexical", "properties.sqlite", "suggest.sqlite"] { try spoil(name, in: daemon.data, .deleted) }
        try await daemon.start()
        // Already while they are being made: names that are known stay known.
        _ = try await daemon.connect().found("common")
        try await daemon.settle()
        #expect(try await picture(daemon.connect(), semantic: false) == before)
    }

    @Test func whileNamesAreReadAnewSuggestionsSayThatSomeAreMissing() async throws {
        let daemon = try await RunningDaemon()
        let user = try await daemon.connect()
        for start in stride(from: 0, to: 20_000, by: 2_000) {
            try await user.donate((start..<start + 2_000).map { entity("\($0)", "Thing number\($0) of many") })
        }
        try await user.donate(entity("last", "Zanzibar"))
        try await daemon.settle()
        #expect(try await user.ask("suggest", #"{"prefix":"zanz"}"#)["partial"]?.count == 0)
        daemon.kill()
        try spoil("suggest.sqlite", in: daemon.data, .deleted)
        try await daemon.start()
        let again = try await daemon.connect()
        let deadline = ContinuousClock.now + .seconds(60)
        var isThere = false
        while !isThere {
            let reply = try await again.ask("suggest", #"{"prefix":"zanz"}"#)
            isThere = reply.ids("suggestions") == ["last"]
            guard isThere || reply["partial"]?.elements.map(\.string) == ["suggest"] else {
                Issue.record("Nothing is found and nothing is said: \(reply.encodedText)")
                return
            }
            #expect(ContinuousClock.now < deadline)
        }
        try await daemon.settle()
        #expect(try await again.ask("suggest", #"{"prefix":"zanz"}"#)["partial"]?.count == 0)
    }

    @Test(.enabled(if: RunningDaemon.hasModel), arguments: ["vectors", "embeddings.sqlite"], Damage.allCases)
    func meaningComesBackComplete(_ name: String, _ damage: Damage) async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        try await stock(daemon, 60)
        let before = try await picture(daemon.connect(), semantic: true)
        #expect(try await daemon.stop() == 0)
        try spoil(name, in: daemon.data, damage)
        try await daemon.start()
        try await daemon.settle()
        #expect(try await picture(daemon.connect(), semantic: true) == before, "\(daemon.log)")
    }

    @Test(.enabled(if: RunningDaemon.hasModel))
    func vectorsThatAreMadeAgainGiveTheSameCosinesToTheLastBit() async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        try await stock(daemon, 60)
        // Some by the urgent lane too.
        let client = try await daemon.connect()
        for number in 0..<20 {
            try await client.donate(entity("late\(number)", "A late \(number) thing, nearly alike"))
        }
        try await daemon.settle()
        func cosines() async throws -> [String] {
            let reply = try await daemon.connect().ask(
                "search",
                #"{"query":"a scarlet object","mode":"semantic","limit":100,"explain":true,"budgetMilliseconds":60000}"#
            )
            return (reply["results"].map { Array($0.elements) } ?? []).map {
                "\($0["entity"]?["id"]?.string ?? "?") \($0["score"]?.number ?? -1) \($0["why"]?["semantic"]?.encodedText ?? "")"
            }
        }
        let before = try await cosines()
        #expect(before.count > 70)
        #expect(try await daemon.stop() == 0)
        try spoil("vectors", in: daemon.data, .deleted)
        try await daemon.start()
        try await daemon.settle()
        #expect(try await cosines() == before)
    }

    /// Nothing is donated meanwhile: the search itself must lead to the rebuild.
    @Test func anIndexSpoiledWhileTheDaemonRunsComesBackByItself() async throws {
        let daemon = try await RunningDaemon()
        try await stock(daemon, 200)
        let client = try await daemon.connect()
        let before = try await picture(client, semantic: false)
        try spoil("lexical", in: daemon.data, .zeroed)
        var now: [String] = []
        // Each search either answers from what it had in memory or meets the damage, and has the index made again.
        for _ in 0..<200 {
            now = try await picture(client, semantic: false)
            if now == before { break }
            try await daemon.settle()
        }
        #expect(now == before, "\(daemon.log)")
    }

    @Test func aDamagedCatalogIsReportedAndNothingIsMadeWorse() async throws {
        let daemon = try await RunningDaemon()
        try await stock(daemon, 50)
        #expect(try await daemon.stop() == 0)
        let catalog = URL(filePath: daemon.data + "/catalog.sqlite")
        let whole = try Data(contentsOf: catalog)
        try spoil("catalog.sqlite", in: daemon.data, .scrambled)
        let spoiled = try Data(contentsOf: catalog)
        let refused = try await daemon.runAnother(daemon.arguments)
        #expect(refused.status == 1)
        #expect(refused.said.contains("catalog"), "\(refused.said)")
        #expect(try Data(contentsOf: catalog) == spoiled)
        try whole.write(to: catalog)
        try await daemon.start()
        #expect(try await daemon.connect().ask("status")["entities"]?.integer == 47)
    }
}
