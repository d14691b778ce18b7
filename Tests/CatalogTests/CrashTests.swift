import Catalog
import CatalogWorkload
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Crashes", .enabled(if: Probe.isBuilt))
struct CrashTests {
    /// How often the writer is killed; a longer run sets ALMAGEST_CRASH_ROUNDS.
    private static let rounds = ProcessInfo.processInfo.environment["ALMAGEST_CRASH_ROUNDS"].flatMap(Int.init) ?? 30

    @Test("killed at random moments, a catalog has all that was acknowledged and nothing by halves")
    func survival() async throws {
        let scratch = try Scratch()
        var generator = SeededRandom(seed: 2)
        var model = Model()
        for round in 1...Self.rounds {
            let (process, output) = try Probe.start(["write", scratch.folder.path, "\(round)"])
            let acknowledged = try Self.replies(
                from: output, enough: Int.random(in: 0...60, using: &generator),
                extra: UInt32.random(in: 0...3_000, using: &generator)
            ) { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()

            // What was submitted without a reply may be there as well, in the order of submission.
            var workload = Workload(seed: UInt64(round))
            var expected = model
            for number in 0..<acknowledged.count {
                expected.apply(workload.next())
                #expect(acknowledged[number] == expected.seq, "round \(round), reply \(number + 1)")
            }
            let catalog = try await scratch.open()
            var faults = try await expected.differences(from: catalog)
            for _ in 0..<5 where !faults.isEmpty {
                expected.apply(workload.next())
                faults = try await expected.differences(from: catalog)
            }
            #expect(faults == [], "round \(round) after \(acknowledged.count) replies")
            #expect(try await catalog.integrityFaults().isEmpty)
            model = expected
            await catalog.close()
        }
    }

    /// The `seq` of each reply. Kills after `enough` of them and a little more, then reads on to the end.
    private static func replies(
        from output: FileHandle, enough: Int, extra: UInt32, stop: () -> Void
    ) throws -> [Seq] {
        var text = Data()
        var killed = false
        func lines() -> Int { text.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } }
        while true {
            if !killed && lines() >= enough {
                // Not to wait for anything, but to be killed in the midst of something.
                usleep(extra)
                stop()
                killed = true
            }
            let more = output.availableData
            if more.isEmpty { break }
            text += more
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
            line.split(separator: " ").last.flatMap { Seq($0) }
        }
    }
}
