import AlmagestEntities
import CoreSpotlight
import Foundation
import TestDaemons
import Testing

/// A program of Swift that the daemon starts when it needs it.
@Suite struct ProviderUnderDaemonTests {
    private static let stars = "org.example.Stars"

    private func daemon(_ behaviour: String, _ providers: String = "callMilliseconds: 60000, valuesMilliseconds: 60000")
        async throws -> TestDaemon
    {
        let daemon = try TestDaemon(
            configuration:
                "{semantic: {enabled: false}, providers: {\(providers)}}"
        )
        try await daemon.install(
            Self.stars,
            """
            {"bundle":"\(Self.stars)","name":"Stars","types":[{"type":"StarEntity"},
              {"type":"ChartEntity","links":["https://stars.example.org/chart/{id}"]}],
             "calls":["entities","values","export","open","reindex"],
             "command":["\(StartedProvider.program)","\(behaviour)"]}
            """)
        return daemon
    }

    private let vega = #"{"entity":"org.example.Stars/StarEntity/2"}"#

    @Test func valuesOfAllThreeCriteriaReachWhoeverAsks() async throws {
        let daemon = try await daemon("good")
        for (criteria, expected) in [
            (#"{"searchQuery":"rigel"}"#, ["StarEntity/3"]),
            (#"{"unspecified":{}}"#, ["StarEntity/1", "StarEntity/2"]),
            (#"{"url":["https://stars.example.org/chart/9"]}"#, ["ChartEntity/9"]),
            (#"{"url":["https://maps.example.org/c/11"]}"#, ["ChartEntity/11"]),
        ] {
            let reply = try await daemon.ask(
                "values",
                #"{"input":{"kind":"audio","criteria":\#(criteria)},"accepts":["StarEntity","ChartEntity"]}"#)
            let got = reply["values"]?.elements.map { value in
                "\(value["case"]?.string ?? "")/\(value["value"]?["id"]?.string ?? "")"
            }
            #expect(got == expected)
            // A link may name its entity, by the manifest: then the app is asked for that one alone.
            let outcome = reply["providers"]?.firstElement?["outcome"]?.string
            #expect(outcome == (criteria.contains("stars.example.org") ? nil : "ok"))
        }
    }

    @Test func entitiesThatAreNotIndexedAreFetchedShownAndExported() async throws {
        let daemon = try await daemon("good")
        let ids = #""identifiers":["org.example.Stars/StarEntity/2","org.example.Stars/StarEntity/99"]"#
        let reply = try await daemon.ask("entities", "{\(ids)}")
        #expect(reply["entities"]?.firstElement?["display"]?["title"]?.string == "Vega")
        #expect(reply["missing"]?.elements.compactMap(\.string) == ["org.example.Stars/StarEntity/99"])
        let place = try await daemon.ask("entities", #"{\#(ids),"as":"place"}"#)
        #expect(
            place["entities"]?.firstElement?["value"]?["place"]?["name"]?.string == "Vega from Teide")
        let text = try await daemon.ask("entities", #"{\#(ids),"as":"text"}"#)
        #expect(text["entities"]?.firstElement?["value"]?.string == "Vega")
    }

    @Test func openingRunsTheAppsIntentAndItsPrintingGoesToTheLog() async throws {
        let daemon = try await daemon("good")
        #expect(try await daemon.ask("open", vega)["opened"]?.bool == true)
        try await daemon.logged("\(Self.stars): pointing at Vega")
    }

    @Test func indexingAgainGoesOverTheProvidersOwnConnectionAndRemovesWhatIsGone() async throws {
        let daemon = try await daemon("good")
        _ = try await daemon.ask(
            "index",
            #"{"entities":[{"bundle":"org.example.Stars","index":"stars","type":"StarEntity","id":"77","display":{"title":"Nova"}}]}"#
        )
        let reply = try await daemon.ask("reindex", #"{"bundle":"org.example.Stars","types":["StarEntity"]}"#)
        #expect(reply["reported"]?.integer == 5)
        #expect(reply["removed"]?.integer == 1)
        #expect(try await daemon.search("betelgeuse") == ["4"])
        #expect(try await daemon.search("nova") == [])
        let again = try await daemon.ask(
            "reindex",
            #"{"bundle":"org.example.Stars","types":["StarEntity"],"identifiers":["4"]}"#
        )
        #expect(again["reported"]?.integer == 1)
        #expect(again["removed"]?.integer == 0)
    }

    @Test func aQueryThatThrowsIsQuoted() async throws {
        let daemon = try await daemon("failing")
        let error = try await failure(AlmagestError.self) { _ = try await daemon.ask("open", vega) }
        #expect(error.name == .internalError)
        #expect(
            error.message == "The provider of “org.example.Stars” answered: The request failed: CloudyNight()")
    }

    @Test func aQueryThatHangsIsGivenUpAndCancelled() async throws {
        let daemon = try await daemon("hanging", "callMilliseconds: 500")
        let error = try await failure(AlmagestError.self) { _ = try await daemon.ask("open", vega) }
        #expect(error.name == .timedOut)
        #expect(error.message == "The provider of “org.example.Stars” did not answer provider.open within 500 ms.")
    }

    @Test func aMillionValuesAreCutToWhatWasAskedFor() async throws {
        let daemon = try await daemon("million")
        let reply = try await daemon.ask(
            "values",
            #"{"input":{"kind":"audio","criteria":{"unspecified":{}}},"accepts":["ChartEntity"],"limit":7}"#)
        #expect(reply["values"]?.count == 7)
        #expect(reply["providers"]?.firstElement?["outcome"]?.string == "ok")
    }
}
