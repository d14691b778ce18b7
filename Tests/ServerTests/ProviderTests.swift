import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import Testing

@Suite struct ProviderTests {
    private let song = #"{"entity":"org.example.Tunes/SongEntity/1"}"#

    @Test func anEntityIsOpenedByItsProviderWhichStartsWhenItIsNeeded() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("good")
        let client = try await daemon.connect()
        #expect(try await client.ask("open", song)["opened"]?.bool == true)
        #expect(try await client.ask("open", song)["opened"]?.bool == true)
        let state = try #require(try await client.ask("status")["providers"]?.elements.first { _ in true })
        #expect(state["bundle"]?.string == tunes)
        #expect(state["state"]?.string == "running")
        #expect(state["starts"]?.integer == 1)
        #expect(state["failures"]?.integer == 0)
        let pid = pid_t(try #require(state["pid"]?.integer))
        #expect(try await daemon.stop() == 0)
        #expect(Glibc.kill(pid, 0) == -1)
        #expect(daemon.log.contains("\(tunes): shutdown"))
    }

    @Test(arguments: [
        ("hang", "timedOut", "The provider of “org.example.Tunes” did not answer provider.open within 700 ms."),
        (
            "exit", "unavailable",
            "The provider of “org.example.Tunes” ended with exit status 1 before it answered."
        ),
        ("crash", "unavailable", "The provider of “org.example.Tunes” ended with exit status 3 before it answered."),
        ("signal", "unavailable", "The provider of “org.example.Tunes” ended by signal 9 before it answered."),
        (
            "garbage", "unavailable",
            "The provider of “org.example.Tunes” was stopped, for it sent what is no message: "
        ),
        (
            "gigabyte", "tooLarge",
            "The provider of “org.example.Tunes” was stopped: The message is longer than 1048576 bytes."
        ),
        ("refuse", "notFound", "The provider of “org.example.Tunes” answered: no such song"),
    ])
    func whatAProviderDoesWrongIsSaidExactly(_ mode: String, _ name: String, _ message: String) async throws {
        let milliseconds = mode == "hang" ? 700 : 60_000
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration("callMilliseconds: \(milliseconds), messageBytes: 1048576"))
        try await daemon.install(mode)
        let client = try await daemon.connect()
        let error = try await client.refusal("open", song)
        #expect(error.name.rawValue == name)
        #expect(error.message.hasPrefix(message), "\(error.message)")
        if !message.hasSuffix(": ") { #expect(error.message == message) }
        // It is nobody else's trouble, and the entity's own link still works.
        try await client.donate(
            entity("1", "Comet", bundle: tunes, type: "SongEntity", #","url":"https://tunes.example.org/song/1""#))
        #expect(try await client.ask("open", song)["url"]?.string == "https://tunes.example.org/song/1")
    }

    @Test func aProviderThatIgnoresEverythingEndsWithADaemonThatIsKilled() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("immortal")
        let client = try await daemon.connect()
        try await client.ask("open", song)
        let state = try #require(try await client.ask("status")["providers"]?.elements.first { _ in true })
        let pid = try #require(state["pid"]?.integer)
        daemon.kill()
        let deadline = ContinuousClock.now + .seconds(60)
        // Whoever inherits it may be slow to take its status.
        while let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8), !stat.contains(") Z ") {
            if ContinuousClock.now > deadline {
                Glibc.kill(-pid_t(pid), SIGKILL)
                throw Fault("It lives on: \(stat)")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func aProviderThatFailsIsLeftAloneForAWhileAndStatusSaysSo() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("crash")
        let client = try await daemon.connect()
        _ = try await client.refusal("open", song)
        let error = try await client.refusal("open", song)
        #expect(error.name == .unavailable)
        #expect(
            error.message.hasPrefix(
                "The provider of “org.example.Tunes” failed 1 times in a row, the last time it ended with exit status 3;"
            ))
        let state = try #require(try await client.ask("status")["providers"]?.elements.first { _ in true })
        #expect(state["state"]?.string == "failing")
        #expect(state["starts"]?.integer == 1)
        #expect(state["lastFailure"]?.string == "ended with exit status 3")
    }

    @Test func whoeverIsGivenUpIsToldWhy() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration("callMilliseconds: 60000"))
        try await daemon.install("hang")
        let client = try await daemon.connect()
        let call = Task { try await client.refusal("open", song) }
        try await daemon.logged("\(tunes): hanging")
        call.cancel()
        #expect(try await call.value.name == .cancelled)
        try await daemon.logged("\(tunes): cancelled: user")
        let second = Task { try await client.refusal("open", song) }
        try await daemon.logged("\(tunes): hanging\n<4>\(tunes): cancelled: user\n<4>\(tunes): hanging")
        #expect(try await daemon.stop() == 0)
        #expect(daemon.log.contains("\(tunes): cancelled: shutdown"))
        _ = try await second.value
    }

    @Test func anAnswerAfterTheDeadlineIsDroppedAndTheNextCallGoesWell() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration("callMilliseconds: 1000"))
        try await daemon.install("late", arguments: ["1.5"])
        let client = try await daemon.connect()
        #expect(try await client.refusal("open", song).name == .timedOut)
        try await daemon.logged("\(tunes): cancelled: timeout")
        #expect(try await client.refusal("open", song).name == .timedOut)
        let state = try #require(try await client.ask("status")["providers"]?.elements.first { _ in true })
        #expect(state["state"]?.string == "running")
        #expect(state["starts"]?.integer == 1)
    }

    @Test func theFirstOfTwoAnswersCounts() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("twice")
        let client = try await daemon.connect()
        for _ in 0..<3 { #expect(try await client.ask("open", song)["opened"]?.bool == true) }
    }

    @Test func aProviderCannotWriteWhatIsAnothersNorGrowWithoutBound() async throws {
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration("callMilliseconds: 60000, memoryBytes: 200000000"))
        try await daemon.install("reach")
        try await daemon.install("hog", bundle: "org.example.Hog")
        let client = try await daemon.connect()
        #expect(try await client.ask("open", song)["opened"]?.bool == true)
        try await daemon.logged("told: This connection said “org.example.Tunes” and writes only that.")
        #expect(try await client.ask("status")["entities"]?.integer == 0)
        let hog = Task { try await client.refusal("open", #"{"entity":"org.example.Hog/X/1"}"#) }
        try await daemon.logged("org.example.Hog: MemoryError")
        hog.cancel()
        _ = try await hog.value
    }

    @Test func theRunningAppIsAskedBeforeItsExecutable() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try await daemon.install("exit")
        let app = try await daemon.app(provides: ["provider.open"]) { request, _ in
            #expect(request.method == "provider.open")
            #expect(request.params?["entity"]?.string == "org.example.Tunes/SongEntity/1")
            return "{}"
        }
        let client = try await daemon.connect()
        #expect(try await client.ask("open", song)["opened"]?.bool == true)
        var state = try #require(try await client.ask("status")["providers"]?.elements.first { _ in true })
        #expect(state["state"]?.string == "attached")
        app.close()
        await app.peer.waitUntilClosed()
        #expect(try await client.refusal("open", song).message.hasPrefix("The provider of “org.example.Tunes” ended"))
        state = try #require(try await client.ask("status")["providers"]?.elements.first { _ in true })
        #expect(state["starts"]?.integer == 1)
    }

    @Test func anAppThatGoesAwayWhileItIsAskedIsNamed() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let app = try await daemon.app(provides: ["open"]) { _, peer in
            peer.close()
            return "{}"
        }
        let client = try await daemon.connect()
        let error = try await client.refusal("open", song)
        #expect(error.name == .unavailable)
        #expect(error.message == "The app “org.example.Tunes” closed its connection before it answered provider.open.")
        app.close()
    }

    @Test func anAppShowsItsOwnSearch() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        let asked = Mutex<[String]>([])
        let app = try await daemon.app(provides: ["searchInApp"]) { request, _ in
            asked.withLock { $0.append("\(request.method) \(request.params?["text"]?.string ?? "")") }
            return "{}"
        }
        let client = try await daemon.connect()
        let search = #"{"bundle":"\#(tunes)","text":"red giants"}"#
        #expect(try await client.ask("searchInApp", search)["shown"]?.bool == true)
        #expect(asked.withLock { $0 } == ["provider.searchInApp red giants"])
        #expect(try await client.refusal("searchInApp", #"{"bundle":"org.example.X","text":"a"}"#).name == .unavailable)
        #expect(try await client.refusal("searchInApp", #"{"text":"a"}"#).path == "bundle")
        let other = try await daemon.connect()
        try await other.ask("hello", #"{"bundle":"org.example.X"}"#)
        #expect(try await other.refusal("searchInApp", search).name == .forbiddenBundle)
        #expect(asked.withLock { $0.count } == 1)
        app.close()
    }

    @Test func whatHelloProvidesIsChecked() async throws {
        let daemon = try await RunningDaemon()
        let client = try await daemon.connect()
        #expect(try await client.refusal("hello", #"{"provides":["open"]}"#).name == .missingParameter)
        let error = try await client.refusal("hello", #"{"bundle":"b","provides":["open","fly"]}"#)
        #expect(error.name == .invalidParameter)
        #expect(error.path == "provides[1]")
    }

    @Test func aWrongManifestIsReportedAndTheOthersServe() async throws {
        let daemon = try await RunningDaemon(configuration: RunningDaemon.configuration())
        try daemon.installManifest("broken", #"{"bundle":"org.example.B","calls":["fly"]}"#)
        try await daemon.install("good")
        let client = try await daemon.connect()
        #expect(try await client.ask("open", song)["opened"]?.bool == true)
        let faults = try await client.ask("status")["manifestFaults"]?.elements.compactMap { $0["message"]?.string }
        #expect(faults?.first?.hasPrefix("calls[0]: There is no call “fly”.") == true)
    }

    @Test func onlySoManyRunAtATimeAndIdleOnesMakeRoom() async throws {
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration("callMilliseconds: 60000, processes: 1"))
        try await daemon.install("good")
        try await daemon.install("good", bundle: "org.example.Other")
        let client = try await daemon.connect()
        for _ in 0..<2 {
            #expect(try await client.ask("open", song)["opened"]?.bool == true)
            #expect(try await client.ask("open", #"{"entity":"org.example.Other/X/1"}"#)["opened"]?.bool == true)
        }
        let states = try await client.ask("status")["providers"]?.elements.compactMap { $0["state"]?.string } ?? []
        #expect(states.filter { $0 == "running" }.count == 1)
    }

    @Test func standardErrorIsCutOffBeforeItFillsTheLog() async throws {
        let daemon = try await RunningDaemon(
            configuration: RunningDaemon.configuration("callMilliseconds: 60000, logBytesPerMinute: 1000"))
        try await daemon.install("talkative")
        let client = try await daemon.connect()
        #expect(try await client.ask("open", song)["opened"]?.bool == true)
        try await daemon.logged("it says too much")
        #expect(daemon.log.utf8.count < 20_000)
    }
}
