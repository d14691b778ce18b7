import AlmagestEntities
import AppIntents
import CoreSpotlight
import Foundation
import Testing

/// What an app tells a real daemon of what the person does.
@Suite struct DonationTests {
    private func intent(_ playlist: PlaylistEntity) -> AddToPlaylistIntent {
        let intent = AddToPlaylistIntent()
        intent.playlist = playlist
        intent.audioEntity = .playlist(playlist)
        return intent
    }

    private var manager: IntentDonationManager { .shared }

    @Test func aDonationIsInTheCatalogUnderItsIdentifierItsEntitiesAndItsType() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            let (comet, dust) = (Library.playlists[0], Library.playlists[1])
            let first = try await manager.donate(intent: intent(comet))
            let second = try await manager.donate(intent: intent(dust), result: .result(value: dust))
            let third = try await intent(dust).donate()
            #expect(Set([first, second, third]).count == 3)
            #expect(try await manager.deleteDonations(matching: .entityIdentifier(.init(for: comet))) == [first])
            #expect(try await manager.deleteDonations(matching: .donationIdentifier(second)) == [second])
            #expect(try await manager.deleteDonations(matching: .intentType(AddToPlaylistIntent.self)) == [third])
            #expect(try await manager.deleteDonations(matching: .intentType(AddToPlaylistIntent.self)) == [])
        }
    }

    @Test func aDonationThatNobodyWaitsForArrivesToo() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            donateByTheWay(intent(Library.playlists[0]))
            let arrived = try await manager.deleteDonations(matching: .intentType(AddToPlaylistIntent.self))
            #expect(arrived.count == 1)
        }
    }

    private func donateByTheWay(_ intent: AddToPlaylistIntent) { manager.donate(intent: intent) }

    @Test func runningAnIntentDonatesItUnlessToldNotTo() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            let intent = intent(Library.playlists[0])
            _ = try await intent(donate: false)
            #expect(try await manager.deleteDonations(matching: .intentType(AddToPlaylistIntent.self)) == [])
            _ = try await intent()
            #expect(try await manager.deleteDonations(matching: .intentType(AddToPlaylistIntent.self)).count == 1)
        }
    }

    @Test func whatIsRelevantGoesFirstWhereNothingInParticularIsAskedFor() async throws {
        let daemon = try TestDaemon()
        let some = Library.playlists
        func offered() async throws -> [String] {
            let reply = try await daemon.ask("values", #"{"input":{"kind":"audio","criteria":{"unspecified":{}}}}"#)
            return reply["values"]?.elements.compactMap { $0["value"]?["id"]?.string } ?? []
        }
        try await daemon.use {
            try await CSSearchableIndex(name: "Playlists").indexAppEntities(some)
            try await RelevantEntities.shared.updateEntities([some[1]], for: .audio(.nowPlaying))
        }
        try await daemon.settle()
        #expect(try await offered().first == some[1].id.uuidString)
        try await daemon.use { try await RelevantEntities.shared.updateEntities([some[0]], for: .audio(.nowPlaying)) }
        #expect(try await offered().first == some[0].id.uuidString)
        // Each way of taking back says how many it took: what was there, and nothing twice.
        try await daemon.use {
            try await RelevantEntities.shared.removeEntities([some[1]])
            try await RelevantEntities.shared.removeEntities([some[0]], from: .workout(activityType: "running"))
        }
        #expect(try await offered().first == some[0].id.uuidString)
        try await daemon.use { try await RelevantEntities.shared.removeAllEntities(for: .audio(.nowPlaying)) }
        let left = try await daemon.ask(
            "relevant.remove", #"{"bundle":"\#(TestDaemon.bundle)","context":{"kind":"audio","audio":"nowPlaying"}}"#)
        #expect(left["entities"]?.integer == 0)
    }

    /// Donations while the daemon is killed, again and again: each is there once.
    @Test func noDonationIsLostOrDoubledWhileTheDaemonRestarts() async throws {
        let daemon = try TestDaemon(
            configuration: "{semantic: {enabled: false}, catalog: {context: {donationsPerMinute: 60000}}}")
        try await daemon.use {
            let intent = intent(Library.playlists[0])
            var all: [IntentDonationIdentifier] = [try await manager.donate(intent: intent)]
            for _ in 0..<5 {
                let replies = (0..<40).map { _ in
                    Task.immediate { try await IntentDonationManager.shared.donate(intent: intent) }
                }
                try await daemon.kill()
                for reply in replies { all.append(try await reply.value) }
            }
            let kept = try await manager.deleteDonations(matching: .intentType(AddToPlaylistIntent.self))
            #expect(all.count == 201)
            #expect(kept.count == 201)
            #expect(Set(kept) == Set(all))
        }
    }

    @Test func noEntityIsLostWhileTheDaemonRestarts() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            let index = CSSearchableIndex(name: "hidden")
            try await index.indexAppEntities([HiddenEntity(id: "start")])
            for round in 0..<3 {
                let replies = (0..<20).map { number in
                    Task.immediate {
                        try await CSSearchableIndex(name: "hidden").indexAppEntities([
                            HiddenEntity(id: "\(round)-\(number)")
                        ])
                    }
                }
                try await daemon.kill()
                for reply in replies { try await reply.value }
            }
        }
        #expect(try await daemon.ask("status")["entities"]?.integer == 61)
    }
}
