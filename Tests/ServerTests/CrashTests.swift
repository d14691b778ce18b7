import AlmagestEntities
import AlmagestWire
import Foundation
import TestSupport
import Testing

/// Killed at any moment, the store has all that was acknowledged, and every projection agrees with it.
@Suite struct CrashTests {
    /// One connection's worth of random writes to entities of its own, until the daemon is gone.
    private static func write(
        _ daemon: RunningDaemon, _ model: CrashModel, number: Int, seed: UInt64, entities: Int = 24
    ) async -> CrashModel {
        var model = model
        var random = SeededRandom(seed: seed)
        guard let client = try? await daemon.connect() else { return model }
        func state() -> CrashModel.State {
            let letters = Array("abcdefghijklmnopqrstuvwxyz")
            let word = (0..<12).compactMap { _ in letters.randomElement(using: &random) }
            return .init(word: String(word))
        }
        func donation(_ id: String, _ state: CrashModel.State) -> String {
            entity(
                id, "Entry \(state.word)", type: id.hasSuffix("0") ? "Task" : "Note",
                #","properties":{"word":"\#(state.word)"}"#)
        }
        while true {
            let ids = Set(
                (0..<Int.random(in: 1...entities / 2, using: &random)).map { _ in
                    "\(number)-\(Int.random(in: 0..<entities, using: &random))"
                })
            var write: [String: CrashModel.State?] = [:]
            let kind = Int.random(in: 0..<10, using: &random)
            do {
                switch kind {
                case 0, 1:
                    guard let id = ids.first else { continue }
                    write = [id: CrashModel.State?.none]
                    model.sending(write, asWhole: false)
                    try await client.ask(
                        "delete",
                        #"{"bundle":"org.example.Notes","type":"\#(id.hasSuffix("0") ? "Task" : "Note")","identifiers":["\#(id)"]}"#
                    )
                    model.acknowledged(write, asWhole: false)
                case 2:
                    for id in ids { write[id] = state() }
                    model.sending(write, asWhole: true)
                    let batch =
                        try await client.ask("batch.begin", #"{"bundle":"org.example.Notes"}"#)["batch"]?.string ?? ""
                    try await client.donate(
                        write.compactMap { entry in entry.value.map { donation(entry.key, $0) } }, batch: batch)
                    try await client.ask("batch.commit", #"{"batch":"\#(batch)"}"#)
                    model.acknowledged(write, asWhole: true)
                case 3, 4, 5:
                    for id in ids { write[id] = state() }
                    let list = write.compactMap { entry in entry.value.map { donation(entry.key, $0) } }.joined(
                        separator: ",")
                    model.sending(write, asWhole: true)
                    try await client.ask("index", #"{"entities":[\#(list)],"atomic":true}"#)
                    model.acknowledged(write, asWhole: true)
                default:
                    guard let id = ids.first else { continue }
                    let new = state()
                    write = [id: new]
                    model.sending(write, asWhole: false)
                    try await client.donate(donation(id, new))
                    model.acknowledged(write, asWhole: false)
                }
            } catch {
                return model
            }
        }
    }

    /// One round: writers are under way when the daemon is killed; then it starts again.
    private static func killed(
        _ daemon: RunningDaemon, _ models: [CrashModel], after delay: ClosedRange<Int>, whileStarting: Bool,
        entities: Int = 24, _ random: inout SeededRandom
    ) async throws -> [CrashModel] {
        let pause = Int.random(in: delay, using: &random)
        let seeds = models.map { _ in random.next() }
        let written = await withTaskGroup(of: (Int, CrashModel).self) { group in
            for (number, model) in models.enumerated() {
                group.addTask {
                    (number, await write(daemon, model, number: number, seed: seeds[number], entities: entities))
                }
            }
            try? await Task.sleep(for: .milliseconds(pause))
            daemon.kill()
            return await group.reduce(into: models) { $0[$1.0] = $1.1 }
        }
        if whileStarting {
            // Once more while it recovers.
            try daemon.startWithoutWaiting()
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...60, using: &random)))
            daemon.kill()
        }
        try await daemon.start()
        return written
    }

    @Test func whatWasAcknowledgedSurvivesFiftyKillsAndEveryWayToLookAgrees() async throws {
        let daemon = try await RunningDaemon()
        var models = [CrashModel(), CrashModel(), CrashModel()]
        var random = SeededRandom(seed: 20_261_130)
        for round in 0..<55 {
            models = try await Self.killed(
                daemon, models, after: 1...120, whileStarting: round % 4 == 3, &random)
            try await compare(daemon, &models, round: round)
        }
        // Otherwise nothing much was tested.
        #expect(models.allSatisfy { $0.acknowledgements > 100 }, "\(models.map(\.acknowledgements))")
        #expect(try await daemon.stop() == 0)
    }

    @Test(.enabled(if: RunningDaemon.hasModel))
    func whatIsFoundByMeaningSurvivesKillsTooAndIsWhatIsMadeAnew() async throws {
        let daemon = try await RunningDaemon(configuration: "{semantic: {niceness: 0}}")
        var models = [CrashModel(), CrashModel()]
        var random = SeededRandom(seed: 20_261_201)
        for round in 0..<10 {
            models = try await Self.killed(
                daemon, models, after: 20...300, whileStarting: round % 3 == 2, entities: 6, &random)
            try await compare(daemon, &models, round: round)
            let live = Set(models.flatMap { $0.live.keys })
            let found = try await byMeaning(daemon)
            #expect(Set(found.keys) == live, "round \(round): search by meaning\n\(daemon.log)")
            guard round % 3 == 0 else { continue }
            // The vectors as they were after the kill, and as they are when they are made again.
            #expect(try await daemon.stop() == 0)
            try FileManager.default.removeItem(atPath: daemon.data + "/vectors")
            try await daemon.start()
            try await daemon.settle()
            #expect(try await byMeaning(daemon) == found, "round \(round): made anew")
        }
        #expect(models.allSatisfy { $0.acknowledgements > 20 }, "\(models.map(\.acknowledgements))")
        #expect(try await daemon.stop() == 0)
    }

    /// What a search by meaning finds, and how near each is, to the last bit.
    private func byMeaning(_ daemon: RunningDaemon) async throws -> [String: Double] {
        let reply = try await daemon.connect().ask(
            "search",
            #"{"query":"entry","mode":"semantic","limit":1000,"explain":true,"budgetMilliseconds":60000}"#)
        #expect(reply["partial"]?.count == 0, "\(reply["partial"]?.encodedText ?? "")")
        var found: [String: Double] = [:]
        for result in reply["results"].map({ Array($0.elements) }) ?? [] {
            found[result["entity"]?["id"]?.string ?? "?"] = result["why"]?["semantic"]?["score"]?.number
        }
        return found
    }

    private func compare(_ daemon: RunningDaemon, _ models: inout [CrashModel], round: Int) async throws {
        let client = try await daemon.connect()
        let ids = models.flatMap { $0.possible.keys }
        let identifiers = ids.map { "org.example.Notes/\($0.hasSuffix("0") ? "Task" : "Note")/\($0)".json }
        let stored = try await client.ask("entities", #"{"identifiers":[\#(identifiers.joined(separator: ","))]}"#)
        var actual: [String: CrashModel.State?] = [:]
        for entity in stored["entities"]?.elements.map({ $0 }) ?? [] {
            let id = try #require(entity["id"]?.string)
            actual[id] = CrashModel.State(word: entity["properties"]?["word"]?.string ?? "")
        }
        var live: [String: CrashModel.State] = [:]
        var gone: [String] = []
        for index in models.indices {
            for fault in models[index].settle(actual) { Issue.record("round \(round): \(fault)") }
            live.merge(models[index].live) { first, _ in first }
            gone += models[index].gone
        }
        try await daemon.settle()
        let found = try await client.ask("find", #"{"limit":1000,"facets":["type"]}"#)
        #expect(Set(found.ids("results")) == Set(live.keys), "round \(round): find")
        #expect(found["total"]?.integer == Int64(live.count), "round \(round): total")
        let tasks = live.keys.count { $0.hasSuffix("0") }
        let facet = found.facet("type")
        #expect(facet["Task"] ?? 0 == Int64(tasks), "round \(round): facet")
        #expect(facet["Note"] ?? 0 == Int64(live.count - tasks), "round \(round): facet")
        let everything = try await client.found("entry")
        #expect(everything.count == live.count && Set(everything) == Set(live.keys), "round \(round): search for all")
        for (id, state) in live {
            #expect(try await client.found(state.word) == [id], "round \(round): search")
            #expect(try await client.suggested(state.word) == [id], "round \(round): suggest")
            let equal = try await client.ask(
                "find", #"{"where":{"property":"word","op":"==","value":"\#(state.word)"}}"#)
            #expect(equal.ids("results") == [id], "round \(round): property")
        }
        for word in gone {
            #expect(try await client.found("\"\(word)\"") == [], "round \(round): search for what is gone")
            #expect(try await client.suggested(word) == [], "round \(round): suggest what is gone")
        }
    }
}
