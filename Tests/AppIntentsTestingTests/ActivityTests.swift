import AlmagestEntities
import AppIntents
import AppIntentsTesting
import CoreSpotlight
import Foundation
import TestDaemons
import Testing

/// What an activity is about is in front: a test of the app sees it, and to the daemon "this" means it.
@Suite(.serialized) struct ActivityTests {
    private func activity(_ note: NoteEntity) -> NSUserActivity {
        let activity = NSUserActivity(activityType: "org.example.note")
        activity.title = "Reading a note"
        activity.appEntityIdentifier = EntityIdentifier(for: note)
        activity.becomeCurrent()
        return activity
    }

    /// What is on screen is told without waiting; this is told after it, and waited for.
    private func told() async throws {
        try await RelevantEntities.shared.removeAllEntities(for: .workout(activityType: "none"))
    }

    @Test func aTestOfTheAppSeesWhatIsInFront() async throws {
        let app = try IntentDefinitions(
            bundleIdentifier: "org.example.Notes", provider: AppIntentsProvider([.entity(NoteEntity.self)]))
        let notes = app.entities["NoteEntity"]
        try await app.run {
            let activity = activity(NoteEntity(id: "1"))
            try await told()
            #expect(notes.viewAnnotations().map(\.identifier) == ["1"])
            activity.resignCurrent()
            try await told()
            #expect(notes.viewAnnotations().isEmpty)
        }
    }

    @Test func toTheDaemonThisMeansWhatIsInFront() async throws {
        let daemon = try TestDaemon()
        try await daemon.use {
            try await CSSearchableIndex(name: "notes").indexAppEntities(["1", "2", "3"].map(NoteEntity.init))
            try await daemon.settle()
            let activity = activity(NoteEntity(id: "3"))
            try await told()
            let reply = try await daemon.ask("resolve", #"{"request":"open this"}"#)
            #expect(reply["outcome"]?.string == "one")
            #expect(reply["candidates"]?.firstElement?["entity"]?["id"]?.string == "3")
            activity.invalidate()
            try await told()
            #expect(try await daemon.ask("resolve", #"{"request":"open this"}"#)["outcome"]?.string == "none")
        }
    }
}
