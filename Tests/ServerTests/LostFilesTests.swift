import AlmagestEntities
import AlmagestWire
import Foundation
import Glibc
import TestSupport
import Testing

/// Files that go or change under a running daemon, and things in their place that are no files.
@Suite struct LostFilesTests {
    enum Loss: String, CaseIterable, Sendable {
        case removed, emptied, replaced, overwritten
    }

    /// A projection's files: the database with those beside it, or all in the folder.
    private func files(_ name: String, in data: String) throws -> [String] {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        #expect(manager.fileExists(atPath: data + "/" + name, isDirectory: &isFolder))
        if !isFolder.boolValue {
            return ["", "-wal"].map { data + "/" + name + $0 }.filter(manager.fileExists)
        }
        return try manager.subpathsOfDirectory(atPath: data + "/" + name).map { data + "/" + name + "/" + $0 }
            .filter {
                var isFolder: ObjCBool = false
                return manager.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
            }
    }

    private func spoil(_ name: String, in data: String, _ loss: Loss) throws {
        let manager = FileManager.default
        var random = SeededRandom(seed: 11)
        let files = try files(name, in: data)
        if loss == .removed {
            for file in files { try manager.removeItem(atPath: file) }
            // A folder goes as a whole.
            try? manager.removeItem(atPath: data + "/" + name)
            return
        }
        for file in files {
            let size = try manager.attributesOfItem(atPath: file)[.size] as? Int ?? 0
            let noise = Data((0..<max(size, 100)).map { _ in UInt8.random(in: 0...255, using: &random) })
            switch loss {
            case .removed: break
            case .emptied: #expect(truncate(file, 0) == 0)
            case .replaced:
                try noise.write(to: URL(filePath: file + "~"))
                #expect(rename(file + "~", file) == 0)
            case .overwritten: try noise.write(to: URL(filePath: file))
            }
        }
    }

    private func stock(_ daemon: RunningDaemon, _ count: Int) async throws -> Client {
        let client = try await daemon.connect()
        try await client.donate(
            (0..<count).map {
                entity(
                    "\($0)", "Common thing number\($0)",
                    #","properties":{"number":\#($0 * 37 % 250),"odd":"x\#($0 % 3)"}"#)
            })
        try await client.ask("delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["11","12","13"]}"#)
        try await daemon.settle()
        return client
    }

    /// What every projection shows, and whether all of it was called complete.
    private func picture(_ client: Client, semantic: Bool) async throws -> (shown: [String], isWhole: Bool) {
        var shown: [String] = []
        var isWhole = true
        let sorted = #""sort":[{"property":"number","order":"descending"}],"limit":300"#
        var calls = [
            ("search", #"{"query":"common","mode":"lexical","limit":300}"#),
            ("search", #"{"query":"number17","mode":"lexical","facets":["odd"],"limit":300}"#),
            ("find", #"{"where":{"property":"number","op":"<","value":50},"facets":["odd"],\#(sorted)}"#),
            ("find", #"{"where":{"property":"odd","op":"contains","value":"2"},\#(sorted)}"#),
        ]
        if semantic {
            calls.append(
                ("search", #"{"query":"a usual object","mode":"semantic","limit":10,"budgetMilliseconds":60000}"#))
        }
        for (method, parameters) in calls {
            let reply = try await client.ask(method, parameters)
            let ids = reply.ids("results")
            shown.append("\(ids) \(reply["total"]?.integer ?? -1) \(reply["facets"]?.encodedText ?? "")")
            if reply["partial"]?.count ?? 0 > 0 { isWhole = false }
        }
        shown.append("\(try await client.suggested("common thing number1"))")
        return (shown, isWhole)
    }

    /// Asks until everything is there again.
    private func expect(
        _ before: [String], _ client: Client, _ daemon: RunningDaemon, _ name: String, semantic: Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var now = try await picture(client, semantic: semantic)
        while now.shown != before || !now.isWhole {
            guard ContinuousClock.now < deadline else { break }
            try await Task.sleep(for: .milliseconds(10))
            now = try await picture(client, semantic: semantic)
        }
        #expect(now.shown == before && now.isWhole, "\(name)\n\(daemon.log)")
    }

    private static let wordsAndValues = ["lexical", "properties.sqlite", "suggest.sqlite"]

    @Test(arguments: wordsAndValues, Loss.allCases)
    func whatGoesWhileTheDaemonRunsIsNoticedAndComesBack(_ name: String, _ loss: Loss) async throws {
        let daemon = try await RunningDaemon()
        try await expectReturn(daemon, name, loss, semantic: false)
    }

    @Test(.enabled(if: RunningDaemon.hasModel), arguments: ["vectors", "embeddings.sqlite"], Loss.allCases)
    func whatIsNeededForMeaningIsNoticedAndComesBack(_ name: String, _ loss: Loss) async throws {
        let daemon = try await RunningDaemon(configuration: "{}")
        try await expectReturn(daemon, name, loss, semantic: true)
    }

    private func expectReturn(_ daemon: RunningDaemon, _ name: String, _ loss: Loss, semantic: Bool) async throws {
        let client = try await stock(daemon, semantic ? 60 : 200)
        let before = try await picture(client, semantic: semantic)
        #expect(before.isWhole)
        try spoil(name, in: daemon.data, loss)
        // Nobody is refused, and nothing is shown that is not so: what is missing is called partial.
        let meanwhile = try await picture(client, semantic: semantic)
        #expect(meanwhile.shown == before.shown || !meanwhile.isWhole || name == "suggest.sqlite", "\(meanwhile)")
        // A change is what it is noticed by at the latest.
        let seq = try await client.donate(entity("late", "Late comer", #","properties":{"late":true}"#))
        try await daemon.settle()
        // Noticed only now, it may be gone once more from what is being made anew: partial, and soon there again.
        let deadline = ContinuousClock.now + .seconds(60)
        while try await client.found("comer", after: seq) != ["late"], ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await client.found("comer", after: seq) == ["late"])
        try await daemon.settle()
        let found = try await client.ask("find", #"{"where":{"property":"late","op":"==","value":true}}"#)
        #expect(found.ids("results") == ["late"])
        #expect(try await client.suggested("late com") == ["late"])
        try await client.ask("delete", #"{"bundle":"org.example.Notes","type":"Note","identifiers":["late"]}"#)
        try await expect(before.shown, client, daemon, name, semantic: semantic)
        // And it is on the disk: the next daemon has it as well.
        #expect(try await daemon.stop() == 0)
        #expect(try !files(name, in: daemon.data).isEmpty)
        try await daemon.start()
        try await daemon.settle()
        #expect(try await picture(daemon.connect(), semantic: semantic).shown == before.shown, "\(daemon.log)")
    }

    @Test(arguments: wordsAndValues)
    func theDaemonNoticesByItselfAndStatusSaysSo(_ name: String) async throws {
        let daemon = try await RunningDaemon()
        let client = try await stock(daemon, 200)
        let before = try await picture(client, semantic: false)
        try spoil(name, in: daemon.data, .removed)
        // Asked for its status it looks; by then it may have been made again.
        let deadline = ContinuousClock.now + .seconds(60)
        while !FileManager.default.fileExists(atPath: daemon.data + "/" + name) {
            guard ContinuousClock.now < deadline else { break }
            try await client.ask("status")
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(FileManager.default.fileExists(atPath: daemon.data + "/" + name))
        try await expect(before.shown, client, daemon, name, semantic: false)
    }

    // MARK: No files

    enum Obstacle: String, CaseIterable, Sendable {
        case folder, pipe, linkToNothing, unreadable
    }

    /// Puts something into a path's place that cannot be used as what belongs there.
    private func obstruct(_ path: String, _ obstacle: Obstacle) throws {
        let manager = FileManager.default
        try? manager.removeItem(atPath: path)
        switch obstacle {
        case .folder:
            try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(filePath: path + "/kept"))
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .linkToNothing: try manager.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere/at/all")
        case .unreadable:
            try Data("x".utf8).write(to: URL(filePath: path))
            #expect(chmod(path, 0) == 0)
        }
    }

    @Test(
        arguments: [
            "properties.sqlite", "properties.sqlite-wal", "suggest.sqlite", "suggest.sqlite-wal", "LOCK",
            "lexical/main.mark", "lexical/opening", "lexical/main/flintlock", "lexical/main/postlist.glass",
        ], Obstacle.allCases)
    func whatIsNoFileIsSetAsideAndTheDaemonStarts(_ name: String, _ obstacle: Obstacle) async throws {
        // Nobody holds the lock of a daemon that has ended, but its file is not to be taken away either.
        if name == "LOCK", obstacle == .unreadable { return }
        let daemon = try await RunningDaemon()
        let before = try await picture(stock(daemon, 200), semantic: false)
        #expect(try await daemon.stop() == 0)
        try obstruct(daemon.data + "/" + name, obstacle)
        try await daemon.start()
        try await daemon.settle()
        #expect(try await picture(daemon.connect(), semantic: false).shown == before.shown, "\(daemon.log)")
        if obstacle == .folder, !name.contains("/") {
            #expect(FileManager.default.fileExists(atPath: "\(daemon.data)/aside-\(name)/kept"))
        }
    }

    @Test(arguments: ["lexical", "lexical/main"], [Obstacle.pipe, .linkToNothing, .unreadable])
    func whatIsNoFolderIsSetAsideAndTheDaemonStarts(_ name: String, _ obstacle: Obstacle) async throws {
        let daemon = try await RunningDaemon()
        let before = try await picture(stock(daemon, 200), semantic: false)
        #expect(try await daemon.stop() == 0)
        try obstruct(daemon.data + "/" + name, obstacle)
        try await daemon.start()
        try await daemon.settle()
        #expect(try await picture(daemon.connect(), semantic: false).shown == before.shown, "\(daemon.log)")
    }

    @Test(
        .enabled(if: RunningDaemon.hasModel),
        arguments: ["vectors", "vectors/manifest", "embeddings.sqlite", "embeddings.sqlite-wal"],
        [Obstacle.folder, .pipe, .linkToNothing])
    func whatIsInTheWayOfMeaningIsSetAside(_ name: String, _ obstacle: Obstacle) async throws {
        if name == "vectors", obstacle == .folder { return }
        let daemon = try await RunningDaemon(configuration: "{}")
        let before = try await picture(stock(daemon, 60), semantic: true)
        #expect(try await daemon.stop() == 0)
        try obstruct(daemon.data + "/" + name, obstacle)
        try await daemon.start()
        try await daemon.settle()
        #expect(try await picture(daemon.connect(), semantic: true).shown == before.shown, "\(daemon.log)")
    }

    @Test func whenTheMappedIndexOfTheLogIsCutNothingAcknowledgedIsLost() async throws {
        let daemon = try await RunningDaemon()
        let client = try await stock(daemon, 20)
        #expect(truncate(daemon.data + "/catalog.sqlite-shm", 0) == 0)
        // It ends the daemon, now or with the next look at it.
        let isStored = (try? await client.donate(entity("last", "Lasting thing"))) != nil
        daemon.kill()
        try await daemon.start()
        try await daemon.settle()
        let again = try await daemon.connect()
        #expect(try await again.found("common").count == 17)
        if isStored { #expect(try await again.found("lasting") == ["last"]) }
        #expect(await daemon.answers())
    }

    @Test(
        arguments: ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"],
        [Obstacle.folder, .pipe, .linkToNothing])
    func inTheCatalogsPlaceItIsAnErrorThatNamesThePath(_ name: String, _ obstacle: Obstacle) async throws {
        let daemon = try await RunningDaemon()
        _ = try await stock(daemon, 20)
        #expect(try await daemon.stop() == 0)
        let path = daemon.data + "/" + name
        try obstruct(path, obstacle)
        let refused = try await daemon.runAnother(daemon.arguments)
        #expect(refused.status == 1)
        #expect(refused.said.contains(path), "\(refused.said)")
        // It is still there, as it was.
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG)
    }
}
