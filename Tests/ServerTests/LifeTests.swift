import AlmagestEntities
import AlmagestWire
import Foundation
import Glibc
import Testing

/// Starting, stopping, and being the only one.
@Suite struct LifeTests {
    @Test func everyFileOfTheDataIsForItsUserAlone() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let batch = try #require(
            try await client.ask("batch.begin", #"{"bundle":"org.example.Notes"}"#)["batch"]?.string)
        try await client.donate([entity("1", "Staged")], batch: batch)
        try await client.donate(entity("2", "Stored", #","text":"with text""#))
        try await daemon.settle()
        let files = try FileManager.default.contentsOfDirectory(atPath: daemon.data)
        #expect(files.contains("properties.sqlite") && files.contains("suggest.sqlite"), "\(files)")
        // What is within a folder is as private as that.
        for file in files {
            var status = stat()
            guard lstat(daemon.data + "/" + file, &status) == 0 else { continue }
            #expect(status.st_mode & 0o077 == 0, "\(file): \(String(status.st_mode, radix: 8))")
        }
    }

    @Test func aSecondDaemonOnTheSameDataRefusesAndSaysWhy() async throws {
        let daemon = try await RunningDaemon()
        let other = try await daemon.runAnother(["--socket", daemon.folder + "/t", "--data", daemon.data])
        #expect(other.status == 1)
        #expect(other.said.contains(daemon.data), "\(other.said)")
        let same = try await daemon.runAnother(["--socket", daemon.socket.path, "--data", daemon.folder + "/elsewhere"])
        #expect(same.status == 1)
        #expect(same.said.contains(daemon.socket.path), "\(same.said)")
        #expect(await daemon.answers())
    }

    @Test func aSocketLeftByAKilledDaemonIsTakenOver() async throws {
        let daemon = try await RunningDaemon()
        try await daemon.connect().donate(entity("1", "Kept"))
        daemon.kill()
        #expect(access(daemon.socket.path, F_OK) == 0)
        try await daemon.start()
        #expect(try await daemon.connect().ask("status")["entities"]?.integer == 1)
    }

    @Test func sigtermEndsItCleanlyAndTheSocketIsGone() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let seq = try await client.donate(entity("1", "Kept"))
        #expect(try await daemon.stop() == 0)
        #expect(access(daemon.socket.path, F_OK) != 0)
        await client.peer.waitUntilClosed()
        try await daemon.start()
        #expect(try await daemon.connect().found("kept", after: seq) == ["1"])
    }

    @Test func sigtermWhileRequestsAreInFlightLosesNothingThatWasAcknowledged() async throws {
        let daemon = try await RunningDaemon()
        let (written, tally) = AsyncStream.makeStream(of: Void.self)
        let acknowledged = try await withThrowingTaskGroup(of: [String].self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let client = try await daemon.connect()
                    var stored: [String] = []
                    for number in 0... {
                        let id = "\(writer)-\(number)"
                        guard (try? await client.donate(entity(id, "Written"))) != nil else { break }
                        stored.append(id)
                        tally.yield()
                        _ = try? await client.found("written")
                    }
                    return stored
                }
            }
            // In the middle of it: some are written, more are under way.
            for await _ in written.prefix(40) {}
            #expect(try await daemon.stop() == 0)
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(acknowledged.count >= 40)
        try await daemon.start()
        let client = try await daemon.connect()
        let identifiers = acknowledged.map { "org.example.Notes/Note/\($0)".json }.joined(separator: ",")
        let stored = try await client.ask("entities", #"{"identifiers":[\#(identifiers)],"components":[]}"#)
        #expect(stored["missing"]?.count == 0)
    }

    @Test func wrongOptionsEndItWithStatusTwoAndWrongFilesWithOne() async throws {
        let daemon = try await RunningDaemon()
        #expect(try await daemon.runAnother(["--nonsense"]).status == 2)
        #expect(try await daemon.runAnother(["--socket"]).status == 2)
        let missing = try await daemon.runAnother(["--config", daemon.folder + "/none.json5"])
        #expect(missing.status == 1)
        #expect(missing.said.contains("none.json5"))
        try Data("{semantics: {}}".utf8).write(to: URL(filePath: daemon.folder + "/wrong.json5"))
        let wrong = try await daemon.runAnother(["--config", daemon.folder + "/wrong.json5"])
        #expect(wrong.status == 1)
        #expect(wrong.said.contains("semantics"))
        #expect(try await daemon.runAnother(["--version"]).status == 0)
    }

    @Test func statusTellsWhatThereIs() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        let seq = try await client.donate(
            entity("1", "One"), entity("2", "Two"), entity("3", "Three", type: "Task"),
            entity("4", "Four", bundle: "org.example.Other", #","index":"second""#))
        try await daemon.settle()
        let status = try await client.ask("status")
        #expect(status["version"]?.string == Version.text)
        #expect(status["protocol"]?.integer == 1)
        #expect(status["pid"]?.integer == daemon.pid.map(Int64.init))
        #expect(status["seq"]?.integer == seq)
        #expect(status["entities"]?.integer == 4)
        #expect(status["connections"]?.integer ?? 0 >= 1)
        #expect(status["memory"]?["residentBytes"]?.integer ?? 0 > 1_000_000)
        #expect(status["sizes"]?["catalog"]?.integer ?? 0 > 0)
        #expect(status["limits"]?["messageBytes"]?.integer == 16 << 20)
        let counts = (status["counts"]?.elements.map { $0 } ?? []).map {
            "\($0["bundle"]?.string ?? "")/\($0["index"]?.string ?? "")/\($0["type"]?.string ?? ""): \($0["entities"]?.integer ?? 0)"
        }
        #expect(
            Set(counts) == [
                "org.example.Notes/default/Note: 2", "org.example.Notes/default/Task: 1",
                "org.example.Other/second/Note: 1",
            ])
        for name in ["lexical", "properties", "suggest"] {
            #expect(status["projections"]?[name]?["state"]?.string == "current", "\(name)")
        }
        #expect(status["projections"]?["semantic"]?["state"]?.string == "unavailable")
    }
}
