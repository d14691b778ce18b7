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

    @Test func theDaemonStartsTheProgramAndAsksItForCalendarsAndEvents() async throws {
        let daemon = try await TestDaemon.with(app: CometCal.bundle)
        let reindexed = try await daemon.ask(
            "reindex", #"{"bundle":"\#(CometCal.bundle)","types":["EventEntity"]}"#)
        #expect(reindexed["reported"]?.integer == 56)
        #expect(try await daemon.search("meteor").first == "8F3A")
        // Calendars are not in the index: the app is asked.
        let calendar = try await daemon.ask(
            "entities", #"{"identifiers":["\#(CometCal.bundle)/CalendarEntity/lunar"]}"#)
        #expect(calendar["entities"]?.firstElement?["id"]?.string == "lunar")
        let opened = try await daemon.ask("open", #"{"entity":"\#(CometCal.bundle)/EventEntity/8F3A"}"#)
        #expect(opened["opened"]?.bool == true)
        try await daemon.logged("\(CometCal.bundle): Showing ")
    }
}
