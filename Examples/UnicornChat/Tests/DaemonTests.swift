import AppIntents
import Foundation
import TestDaemons
import Testing

@testable import UnicornChat

/// The app over a real daemon.
@Suite(.serialized) struct UnicornChatDaemonTests {
    @Test func whoWasWrittenToByHandIsFoundFirst() async throws {
        let model = try UnicornChat.start()
        let daemon = try TestDaemon(UnicornChat.bundle)
        try await daemon.use {
            _ = try await ChatIndex().fill(from: model)
            #expect(try await daemon.search("blue tent").first == "m001")
            let contacts = try await ContactEntity.defaultQuery.entities(for: ["glow@example.org"])
            let (message, donation) = try await MessageComposer(model: model).send("Tent is packed", to: contacts)
            let forgotten = try await IntentDonationManager.shared.deleteDonations(
                matching: .entityIdentifiers(contacts.map { EntityIdentifier(for: $0) }))
            #expect(forgotten == [donation])
            #expect(try await daemon.search("tent is packed").first == message.id)
        }
    }

    @Test func theDaemonStartsTheProgramAndAsksItForPeopleAndMessages() async throws {
        let daemon = try await TestDaemon.with(app: UnicornChat.bundle)
        let reindexed = try await daemon.ask(
            "reindex", #"{"bundle":"\#(UnicornChat.bundle)","types":["MessageEntity"]}"#)
        #expect(reindexed["reported"]?.integer == 54)
        #expect(try await daemon.search("blue tent").first == "m001")
        let contact = #"{"identifiers":["\#(UnicornChat.bundle)/ContactEntity/glow@example.org"],"as":"person"}"#
        let person = try await daemon.ask("entities", contact)["entities"]?.firstElement?["value"]?["person"]
        #expect(person?["name"]?.string == "Glow")
        #expect(person?["handle"]?.string == "glow@example.org")
    }
}
