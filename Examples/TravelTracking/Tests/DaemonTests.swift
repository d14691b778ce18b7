import AppIntents
import Foundation
import TestDaemons
import Testing

@testable import TravelTracking

/// The app over a real daemon.
@Suite(.serialized) struct TravelTrackingDaemonTests {
    @Test func whatTravelsWithAnEntityIsThere() async throws {
        let model = try TravelTracking.start()
        let daemon = try TestDaemon(TravelTracking.bundle)
        let landmarks = try await daemon.use { try await TravelIndex().fill(from: model) }
        #expect(landmarks == 30)
        #expect(try await daemon.search("darkest skies").first == "joshua")
        #expect(
            try await daemon.find(
                #"{"property":"landmark","op":"==","value":{"entity":"\#(TravelTracking.bundle)/LandmarkEntity/joshua"}}"#
            ).contains("p001"))
        let ids = #"{"identifiers":["\#(TravelTracking.bundle)/PhotoEntity/p001"]}"#
        let photo = try await daemon.ask("entities", ids)["entities"]?.firstElement
        #expect(photo?["stableID"]?.string == "cloud-p001")
        #expect(photo?["keywords"]?.elements.compactMap(\.string) == ["stars", "night"])
        let place = try await daemon.ask(
            "entities", #"{"identifiers":["\#(TravelTracking.bundle)/LandmarkEntity/fuji"],"as":"place"}"#)
        #expect(place["entities"]?.firstElement?["value"]?["place"]?["latitude"]?.number == 35.3606)
    }
}
