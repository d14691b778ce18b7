import AlmagestEntities
import AlmagestWire
import Foundation
import Testing

/// The example content answers what the demonstration asks of it, alone and beside hundreds of other entities.
@Suite struct ExampleContentTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/content")

    private func content() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "ndjson" }.sorted { $0.path < $1.path }.flatMap {
            try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }

    /// Packages as a distribution has them: some share a word with the questions, the others are like any.
    private func packages() -> [String] {
        var packages = [
            ("sweethome3d", "Interior 2D design application with 3D preview"),
            ("sweeper", "history and temporary file cleaner"),
            ("sweep", "Audio editor and live playback tool"), ("oxygencursors", "Oxygen mouse cursor theme"),
            ("oxygen-sounds", "sound theme of the Oxygen desktop"),
            ("crawl", "Dungeon Crawl, a text-based roguelike game"),
            ("lunar-date", "Chinese lunar calendar library"), ("gtkatlantic", "something like a famous board game"),
            ("anything-el", "open anything and do something with it"), ("jam-lib", "library for the jam file format"),
        ]
        let what = [
            "editor", "viewer", "game", "player", "converter", "theme", "library", "toolkit", "plugin", "daemon",
        ]
        let of = ["photos", "sound", "text", "maps", "puzzles", "music", "models", "fonts", "notes", "video"]
        let how = ["fast", "simple", "small", "portable"]
        for number in 0..<390 {
            packages.append(
                ("pkg-\(number)", "\(how[number % 4]) \(what[number / 4 % 10]) for \(of[number / 40 % 10])"))
        }
        return packages.map { name, synopsis in
            entity(
                name, name, bundle: "org.debian.packages", type: "Package", #","language":"en""#
            )
            .replacing(#""title":"#, with: #""subtitle":\#(synopsis.json),"title":"#)
        }
    }

    @Test(.enabled(if: RunningDaemon.hasModel), arguments: [false, true])
    func whatTheDemonstrationAsksIsAnsweredFirst(_ besidePackages: Bool) async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        let client = try await daemon.connect()
        try await client.donate(content())
        if besidePackages { try await client.donate(packages()) }
        try await daemon.settle()
        func first(_ query: String, _ more: String = "") async throws -> JSONValue {
            let reply = try await client.ask(
                "search", #"{"query":\#(query.json),"limit":5,"budgetMilliseconds":60000\#(more)}"#)
            #expect(reply["partial"]?.count == 0)
            let first = try #require(reply["results"]?.elements.first { _ in true }, "\(query)")
            return first
        }
        #expect(try await first("when is my crew lunch")["entity"]?["id"]?.string == "1C20")
        let oxygen = try await first("what mentions oxygen")
        #expect(oxygen.encodedText.localizedCaseInsensitiveContains("oxygen"))
        let sweet = try await first("something sweet for the picnic")
        #expect(sweet["entity"]?["id"]?.string == "2A01")
        #expect(sweet["display"]?["title"]?.string == "Picnic at the lake")
        // Nobody wrote "sweet", but it is a word.
        let asked = try await client.ask(
            "search", #"{"query":"something sweet for the picnic","budgetMilliseconds":60000}"#)
        #expect(asked["didYouMean"]?.isNull == true)
        let slip = try await client.ask("search", #"{"query":"oxygen blankkets","budgetMilliseconds":60000}"#)
        #expect(slip["didYouMean"]?.string == "oxygen blankets")
        // A message that is its own title is not said twice.
        let lunch = try await client.ask("search", #"{"query":"lunch on thursday soup","budgetMilliseconds":60000}"#)
        for result in lunch["results"]?.elements.map({ $0 }) ?? [] where result["property"]?.string != "title" {
            #expect(result["snippet"]?.string != result["display"]?["title"]?.string)
        }
        #expect(try await first("oxygen blankets")["entity"]?["id"]?.string == "8F3A")
        let lexical = #","mode":"lexical""#
        #expect(try await first("something with oxygen blankets", lexical)["entity"]?["id"]?.string == "8F3A")
    }
}
