import AlmagestEntities
import AlmagestWire
import Foundation
import TestSupport
import Testing

/// Another model is configured: the old vectors answer until the new ones are made.
@Suite(.enabled(if: RunningDaemon.hasModel && TinyEncoder.canBeMade), .serialized) struct ModelChangeTests {
    private static func configuration(_ model: URL, share: Double = 1) -> String {
        "{semantic: {modelPath: \(model.path.json)}, daemon: {processorShare: \(share)}}"
    }

    private static func configure(_ daemon: RunningDaemon, _ model: URL, share: Double = 1) throws {
        try Data(configuration(model, share: share).utf8).write(to: URL(filePath: daemon.folder + "/config.json5"))
    }

    /// The first found by meaning. What shares all its words with the query is nearest in a model of random weights.
    private func nearest(_ client: Client, _ text: String) async throws -> (first: String?, partial: [String]) {
        let reply = try await client.ask(
            "search", #"{"query":\#(text.json),"mode":"semantic","limit":3,"budgetMilliseconds":60000}"#)
        return (reply.ids("results").first, reply["partial"]?.elements.compactMap(\.string) ?? [])
    }

    private func semantic(_ client: Client) async throws -> JSONValue {
        try #require(try await client.ask("status")["projections"]?["semantic"])
    }

    /// Waits until the newly configured model answers.
    private func changed(_ daemon: RunningDaemon) async throws {
        let client = try await daemon.connect()
        try await daemon.until("The new model") { try await semantic(client)["coming"] == nil }
    }

    private func stock(_ daemon: RunningDaemon, _ count: Int) async throws {
        try await daemon.connect().donate((0..<count).map { entity("\($0)", "Common thing number \($0)") })
        try await daemon.settle()
    }

    private func has(_ daemon: RunningDaemon, _ name: String) -> Bool {
        FileManager.default.fileExists(atPath: daemon.data + "/" + name)
    }

    private func withModels(_ count: Int, _ body: ([URL]) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "almagest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var models: [URL] = []
        for number in 1...count {
            models.append(
                try await TinyEncoder.make(
                    in: folder.appending(path: "model-\(number)"), seed: number, width: 24 + 8 * number))
        }
        try await body(models)
    }

    @Test func theOldVectorsAnswerUntilTheNewOnesAreMade() async throws {
        try await withModels(2) { models in
            let daemon = try await RunningDaemon(configuration: Self.configuration(models[0]))
            try await stock(daemon, 3_000)
            #expect(try await nearest(daemon.connect(), "common thing number 1234").first == "1234")
            #expect(try await daemon.stop() == 0)
            // So slow that what comes next happens while the new vectors are being made.
            try Self.configure(daemon, models[1], share: 0.01)
            try await daemon.start()
            let client = try await daemon.connect()
            let status = try await semantic(client)
            #expect(status["model"]?.string == "model-1")
            #expect(status["coming"]?["model"]?.string == "model-2")
            for number in [7, 1234, 2999] {
                let found = try await nearest(client, "common thing number \(number)")
                #expect(found.first == "\(number)")
                #expect(found.partial.isEmpty)
            }
            // What is donated and deleted meanwhile shows at once.
            try await client.donate([entity("new", "Chocolate cake for the crew"), entity("5", "Meteor shower")])
            try await client.ask(
                "delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["6"]}"#)
            try await daemon.settle()
            #expect(try await nearest(client, "chocolate cake for the crew").first == "new")
            #expect(try await nearest(client, "meteor shower").first == "5")
            #expect(try await semantic(client)["coming"] != nil)
            #expect(try await daemon.stop() == 0)

            try Self.configure(daemon, models[1])
            try await daemon.start()
            try await changed(daemon)
            try await daemon.settle()
            let after = try await daemon.connect()
            #expect(try await semantic(after)["model"]?.string == "model-2")
            #expect(try await nearest(after, "common thing number 1234").first == "1234")
            #expect(try await nearest(after, "chocolate cake for the crew").first == "new")
            #expect(try await nearest(after, "meteor shower").first == "5")
            #expect(try await nearest(after, "common thing number 6").first != "6")
            #expect(try await daemon.stop() == 0)
            try await daemon.start()
            #expect(!has(daemon, "before"))
            #expect(try await semantic(daemon.connect())["coming"] == nil)
            #expect(try await nearest(daemon.connect(), "common thing number 77").first == "77")
        }
    }

    /// Donations go on all the time, and every one of them is found once the new model answers.
    @Test func nothingDonatedDuringTheChangeIsMissing() async throws {
        try await withModels(2) { models in
            let daemon = try await RunningDaemon(configuration: Self.configuration(models[0]))
            try await stock(daemon, 1_000)
            #expect(try await daemon.stop() == 0)
            try Self.configure(daemon, models[1])
            try await daemon.start()
            let client = try await daemon.connect()
            var donated = 0
            while donated < 400 {
                try await client.donate([entity("during-\(donated)", "Music list \(donated)")])
                donated += 1
            }
            try await changed(daemon)
            try await daemon.settle()
            var missing: [Int] = []
            for number in 0..<donated
            where try await nearest(client, "music list \(number)").first != "during-\(number)" {
                missing.append(number)
            }
            #expect(missing.isEmpty)
        }
    }

    @Test func killedAtAnyMomentOfTheChangeItGoesOn() async throws {
        try await withModels(2) { models in
            let daemon = try await RunningDaemon(configuration: Self.configuration(models[0]))
            try await stock(daemon, 2_000)
            #expect(try await daemon.stop() == 0)
            try Self.configure(daemon, models[1], share: 0.3)
            var random = SeededRandom(seed: 3)
            for _ in 0..<8 {
                try await daemon.start()
                let client = try await daemon.connect()
                let found = try await nearest(client, "common thing number 1500")
                #expect(found.first == "1500")
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
                daemon.kill()
            }
            try Self.configure(daemon, models[1])
            try await daemon.start()
            try await changed(daemon)
            try await daemon.settle()
            let client = try await daemon.connect()
            #expect(try await semantic(client)["model"]?.string == "model-2")
            #expect(try await nearest(client, "common thing number 1500").first == "1500")
        }
    }

    @Test func turnedBackTheFirstModelIsReadyAtOnce() async throws {
        try await withModels(3) { models in
            let daemon = try await RunningDaemon(configuration: Self.configuration(models[0]))
            try await stock(daemon, 2_000)
            for next in [models[1], models[2]] {
                #expect(try await daemon.stop() == 0)
                try Self.configure(daemon, next, share: 0.01)
                try await daemon.start()
                // Of several in a row the last one that was ready answers.
                let status = try await semantic(daemon.connect())
                #expect(status["model"]?.string == "model-1")
                #expect(status["coming"]?["model"]?.string == next.lastPathComponent)
                #expect(try await nearest(daemon.connect(), "common thing number 900").first == "900")
            }
            #expect(try await daemon.stop() == 0)
            try Self.configure(daemon, models[0])
            try await daemon.start()
            let status = try await semantic(daemon.connect())
            #expect(status["model"]?.string == "model-1")
            #expect(status["coming"] == nil)
            #expect(!has(daemon, "before"))
            #expect(try await nearest(daemon.connect(), "common thing number 900").first == "900")
        }
    }

    @Test func aModelThatHasGoneCannotAnswerAndTheNewOneBeginsAtOnce() async throws {
        try await withModels(2) { models in
            let daemon = try await RunningDaemon(configuration: Self.configuration(models[0]))
            try await stock(daemon, 500)
            #expect(try await daemon.stop() == 0)
            try FileManager.default.removeItem(at: models[0])
            try Self.configure(daemon, models[1])
            try await daemon.start()
            let status = try await semantic(daemon.connect())
            #expect(status["model"]?.string == "model-2")
            #expect(status["coming"] == nil)
            try await daemon.settle()
            #expect(try await nearest(daemon.connect(), "common thing number 300").first == "300")
        }
    }

    /// What cannot be removed, moved or opened there keeps nobody from starting.
    @Test(arguments: ["removed", "moved", "opened"]) func aFolderThatCannotBeUsedIsDoneWithout(_ way: String)
        async throws
    {
        try await withModels(2) { models in
            let daemon = try await RunningDaemon(configuration: Self.configuration(models[0]))
            try await stock(daemon, 300)
            #expect(try await daemon.stop() == 0)
            let before = URL(filePath: daemon.data + "/before")
            switch way {
            case "removed":
                // A link to itself instead of a folder.
                try FileManager.default.createSymbolicLink(at: before, withDestinationURL: before)
            case "moved":
                try Self.configure(daemon, models[1])
                try Data("no folder".utf8).write(to: before)
            default:
                try Self.configure(daemon, models[1], share: 0.01)
                try await daemon.start()
                daemon.kill()
                let store = before.appending(path: "embeddings.sqlite")
                try FileManager.default.removeItem(at: store)
                try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
                try FileManager.default.removeItem(at: before.appending(path: "vectors"))
                try Data("no folder".utf8).write(to: before.appending(path: "vectors"))
                try Self.configure(daemon, models[1])
            }
            try await daemon.start()
            try await changed(daemon)
            try await daemon.settle()
            let client = try await daemon.connect()
            #expect(try await semantic(client)["model"]?.string == (way == "removed" ? "model-1" : "model-2"))
            #expect(try await nearest(client, "common thing number 200").first == "200")
            #expect(try await client.found("number 200").contains("200"))
        }
    }

    /// A model that cannot be loaded is told, and search goes on with the old vectors.
    @Test func aDamagedNewModelLeavesTheOldOneAnswering() async throws {
        try await withModels(2) { models in
            let daemon = try await RunningDaemon(configuration: Self.configuration(models[0]))
            try await stock(daemon, 500)
            #expect(try await daemon.stop() == 0)
            try Data().write(to: models[1].appending(path: "model.xml"))
            try Self.configure(daemon, models[1])
            try await daemon.start()
            let client = try await daemon.connect()
            try await daemon.until("The message") { try await semantic(client)["coming"]?["message"] != nil }
            let status = try await semantic(client)
            #expect(status["coming"]?["message"]?.string?.isEmpty == false)
            #expect(status["model"]?.string == "model-1")
            #expect(try await nearest(client, "common thing number 300").first == "300")
        }
    }
}
