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

    @Test func theDaemonStartsTheProgramAndAsksItForLandmarks() async throws {
        let daemon = try await TestDaemon.with(app: TravelTracking.bundle)
        let place = try await daemon.ask(
            "entities", #"{"identifiers":["\#(TravelTracking.bundle)/LandmarkEntity/fuji"],"as":"place"}"#)
        #expect(place["entities"]?.firstElement?["value"]?["place"]?["latitude"]?.number == 35.3606)
        let values = try await daemon.ask(
            "values",
            #"{"input":{"kind":"string","criteria":{"url":["https://traveltracking.example.org/landmark/fuji"]}},"accepts":["LandmarkEntity"]}"#
        )
        #expect(values["values"]?.firstElement?["value"]?["display"]?["title"]?.string == "Mount Fuji")
        let opened = try await daemon.ask("open", #"{"entity":"\#(TravelTracking.bundle)/LandmarkEntity/fuji"}"#)
        #expect(opened["opened"]?.bool == true)
        try await daemon.logged("\(TravelTracking.bundle): Showing Mount Fuji")
    }
}
