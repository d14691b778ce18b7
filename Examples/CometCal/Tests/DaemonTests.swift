import AppIntents
import Foundation
import TestDaemons
import Testing

@testable import CometCal

/// The app over a real daemon.
@Suite(.serialized) @MainActor struct CometCalDaemonTests {
    @Test func theIndexFollowsTheCalendar() async throws {
        try CometCal.start()
        let daemon = try TestDaemon(CometCal.bundle)
        try await daemon.use {
            #expect(try await EventIndex().fill() == 56)
            let watch = try #require(try await EventEntity.defaultQuery.entities(for: ["8F3A"]).first)
            let update = UpdateEventIntent()
            update.event = watch
            update.title = "Leonid watch party"
            _ = try await update.perform()
            #expect(try await daemon.search("leonid watch party").first == "8F3A")
            #expect(
                try await daemon.find(#"{"property":"attendees.person.name","op":"==","value":"Orion Bakker"}"#)
                    .contains("8F3A"))
            let shared = try await daemon.find(#"{"property":"ownership","op":"==","value":"shared"}"#)
            #expect(shared.contains("8F3A"))
            let delete = DeleteEventIntent()
            delete.entity = watch
            _ = try await delete.perform()
            #expect(try await daemon.search("leonid") == [])
        }
    }
}
