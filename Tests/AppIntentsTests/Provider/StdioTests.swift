import AlmagestEntities
import Foundation
import TestDaemons
import Testing

/// All calls of the wire format to a provider, answered by a program of Swift over its standard input and output.
@Suite struct StdioTests {
    private func find(_ condition: String, _ more: String = "") -> String {
        #"{"type":"StarEntity","where":\#(condition)\#(more)}"#
    }

    @Test(arguments: [
        (#"{"searchQuery":"rig"}"#, ["star/3"]), (#"{"unspecified":{}}"#, ["star/1", "star/2"]),
        (#"{"url":["https://stars.example.org/chart/9"]}"#, ["chart/9"]),
    ])
    func valuesForAllThreeCriteria(_ criteria: String, _ expected: [String]) async throws {
        let provider = try StartedProvider()
        let reply = try await provider.ask("values", #"{"input":{"kind":"audio","criteria":\#(criteria)}}"#)
        let got = reply["values"]?.elements.map {
            "\($0["case"]?.string ?? "")/\($0["value"]?["id"]?.string ?? "")"
        }
        #expect(got == expected)
    }

    @Test func entitiesByTheirIdentifiersAndByWords() async throws {
        let provider = try StartedProvider()
        #expect(try await provider.identifiers("entities", #"{"type":"StarEntity","identifiers":["2","9"]}"#) == ["2"])
        #expect(try await provider.identifiers("matching", #"{"type":"StarEntity","string":"EG"}"#) == ["2"])
    }

    @Test func displayGivesTheComponentsThatAreAskedFor() async throws {
        let provider = try StartedProvider()
        func shown(_ components: String) async throws -> JSONValue? {
            let params = #"{"type":"StarEntity","identifiers":["2"]\#(components)}"#
            return try await provider.ask("display", params)["entities"]?.firstElement
        }
        let whole = try await shown("")
        #expect(whole?["display"]?["title"]?.string == "Vega")
        #expect(whole?["display"]?["image"]?["systemName"]?.string == "star")
        #expect(whole?["properties"] == nil)
        let text = try await shown(#","components":["text"]"#)
        #expect(text?["display"]?["subtitle"]?.string == "Lyra")
        #expect(text?["display"]?["image"] == nil)
        let image = try await shown(#","components":["image"]"#)
        #expect(image?["display"]?["subtitle"] == nil)
        #expect(image?["display"]?["image"]?["systemName"]?.string == "star")
        await #expect(throws: AlmagestError.self) { try await shown(#","components":["smell"]"#) }
    }

    @Test(arguments: [
        (#"{"property":"name","op":"==","value":"Vega"}"#, "", ["2"]),
        (#"{"property":"name","op":"contains","value":"i"}"#, #","sort":[{"property":"name"}]"#, ["5", "3", "1"]),
        (
            #"{"all":[{"property":"magnitude","op":"<","value":1},{"not":{"property":"magnitude","op":"<","value":0}}]}"#,
            #","sort":[{"property":"magnitude","order":"descending"}]"#, ["4", "3", "2"]
        ),
        (
            #"{"any":[{"property":"name","op":"==","value":"Vega"},{"property":"magnitude","op":">=","value":2}]}"#,
            #","sort":["name"]"#, ["5", "2"]
        ),
        (#"{"property":"name","op":"!=","value":"Vega"}"#, "", ["1", "3", "4", "5"]),
        (#"{"property":"name","op":"hasPrefix","value":"Ri"}"#, "", ["3"]),
        (#"{"property":"name","op":"hasSuffix","value":"a"}"#, "", ["2", "5"]),
        (#"{"property":"magnitude","op":"<=","value":0.03}"#, "", ["1", "2"]),
        // By what a resolver makes of it.
        (#"{"property":"magnitude","op":"<=","value":"Vega"}"#, "", ["1", "2"]),
        (#"{"property":"magnitude","op":"between","value":[0,0.2]}"#, "", ["2", "3"]),
        (#"{"property":"risen","op":">","value":"2026-08-12T06:30:00Z"}"#, #","sort":["name"],"limit":1"#, ["5"]),
        (#"{"property":"brightness","op":"==","value":"faint"}"#, "", ["5"]),
        ("null", #","sort":["magnitude"],"limit":2"#, ["1", "2"]),
    ])
    func findByTheConditionsOfThePropertyQuery(
        _ condition: String, _ more: String, _ expected: [String]
    ) async throws {
        let provider = try StartedProvider()
        #expect(try await provider.identifiers("find", find(condition, more)) == expected)
    }

    @Test(arguments: [
        (
            #"{"property":"colour","op":"==","value":"red"}"#, "",
            "StarEntity cannot be found by “colour”. (Known are: name, magnitude, risen, brightness.)"
        ),
        (
            #"{"property":"name","op":"<","value":"A"}"#, "",
            "“name” of StarEntity cannot be compared by “<”. (Known are: ==, !=, contains, hasPrefix, hasSuffix.)"
        ),
        (
            #"{"property":"magnitude","op":"<","value":"dim"}"#, "",
            "The value is of another type than “magnitude” of StarEntity."
        ),
        (
            #"{"property":"magnitude","op":"<=","value":"Pluto"}"#, "",
            "The value is of another type than “magnitude” of StarEntity."
        ),
        (
            #"{"not":{"property":"name","op":"contains","value":"a"}}"#, "",
            "“contains” cannot be turned round with “not” for an app's query."
        ),
        (
            #"{"all":[{"property":"name","op":"==","value":"a"},{"any":[{"property":"name","op":"==","value":"b"},{"property":"name","op":"==","value":"c"}]}]}"#,
            "",
            "An app's query takes conditions that are joined by “all” or by “any”, not by both. (Ask the index instead, or ask twice.)"
        ),
        ("null", #","sort":["risen"]"#, "StarEntity cannot be sorted by “risen”. (Known are: name, magnitude.)"),
    ])
    func whatThePropertyQueryDoesNotKnowIsSaid(_ condition: String, _ more: String, _ message: String) async throws {
        let provider = try StartedProvider()
        let error = try await failure(AlmagestError.self) { _ = try await provider.ask("find", find(condition, more)) }
        #expect(error.name == .invalidPredicate)
        #expect(error.description == "\(error.path ?? ""): \(message)")
    }

    @Test func allGoesOnWhereItStopped() async throws {
        let provider = try StartedProvider("million")
        var ids: [String] = []
        var cursor: String?
        var pages = 0
        repeat {
            let from = cursor.map { #","cursor":"\#($0)""# } ?? ""
            let reply = try await provider.ask("all", #"{"type":"StarEntity"\#(from)}"#)
            ids += reply["entities"]?.elements.compactMap { $0["id"]?.string } ?? []
            cursor = reply["cursor"]?.string
            pages += 1
        } while cursor != nil
        #expect(pages == 3)
        #expect(ids == (1...2_500).map(String.init))
        // A cursor outlives the process that gave it, and the entity that it names.
        let another = try StartedProvider()
        #expect(try await another.identifiers("all", #"{"type":"StarEntity","cursor":"2/2"}"#) == ["3", "4", "5"])
        #expect(try await another.identifiers("all", #"{"type":"StarEntity","cursor":"2/4"}"#) == ["5"])
        #expect(try await another.identifiers("all", #"{"type":"StarEntity","cursor":"3/gone"}"#) == ["4", "5"])
        let error = try await failure(AlmagestError.self) {
            _ = try await another.ask("all", #"{"type":"StarEntity","cursor":"x"}"#)
        }
        #expect(error.description == "cursor: This is no cursor that an answer gave.")
    }

    @Test func anEntityIsExportedAsWhatItDeclares() async throws {
        let provider = try StartedProvider()
        func export(_ kind: String, of entity: String = "StarEntity/2") async throws -> JSONValue? {
            try await provider.ask("export", #"{"entity":"org.example.Stars/\#(entity)","as":"\#(kind)"}"#)["value"]
        }
        #expect(try await export("place")?["place"]?["name"]?.string == "Vega from Teide")
        #expect(try await export("text")?.string == "Vega")
        let file = try await export("file")?["file"]
        #expect(file?["type"]?.string == "public.utf8-plain-text")
        #expect(file?["data"]?.string == Data("Vega".utf8).base64EncodedString())
        for (kind, entity, message) in [
            ("person", "StarEntity/2", "as: StarEntity is not exported as IntentPerson."),
            ("text", "ChartEntity/1", "as: ChartEntity is not Transferable."),
            ("text", "StarEntity/77", "entity: The app has no StarEntity “77”."),
            (
                "smell", "StarEntity/2",
                "as: “smell” is no value representation. (They are: place, person, text, file.)"
            ),
        ] {
            let error = try await failure(AlmagestError.self) { _ = try await export(kind, of: entity) }
            #expect(error.description == message)
        }
    }

    @Test func openAndSearchInAppRunTheAppsIntentsAndWhatFollows() async throws {
        let provider = try StartedProvider()
        _ = try await provider.ask("open", #"{"entity":"org.example.Stars/StarEntity/2"}"#)
        _ = try await provider.ask("searchInApp", #"{"text":"red giants"}"#)
        let error = try await failure(AlmagestError.self) {
            _ = try await provider.ask("open", #"{"entity":"org.example.Stars/ChartEntity/1"}"#)
        }
        #expect(error.name == .unavailable)
        #expect(
            error.description
                == "entity: The app has no intent that opens a ChartEntity. (Declare an OpenIntent whose target is one.)"
        )
        // What they printed is on standard error: between the messages it would have ended the connection.
        #expect(provider.said() == "pointing at Vega\nshowing “red giants”\nclosing the dome\n")
    }

    @Test func anIdentifierThatIsNotConvertibleIsNamed() async throws {
        let provider = try StartedProvider()
        let error = try await failure(AlmagestError.self) {
            _ = try await provider.ask("entities", #"{"type":"StarEntity","identifiers":["Vega"]}"#)
        }
        #expect(error.name == .invalidIdentifier)
        #expect(error.description == "identifiers: “Vega” is no identifier of a StarEntity. (It is to be a Int.)")
    }

    @Test(arguments: [
        (
            "find", #"{"type":"ChartEntity"}"#,
            "ChartEntity can't be found by its properties. (Its default query is to be an EntityPropertyQuery.)"
        ),
        (
            "all", #"{"type":"ChartEntity"}"#,
            "ChartEntity can't be listed. (Its default query is to be an EnumerableEntityQuery.)"
        ),
        (
            "matching", #"{"type":"ChartEntity","string":"a"}"#,
            "ChartEntity can't be found by words. (Its default query is to be an EntityStringQuery.)"
        ),
        (
            "all", #"{"type":"Comet"}"#,
            "type: The app has no entities of type “Comet”. (It has: StarEntity, ChartEntity.)"
        ),
        (
            "values", #"{"input":{"kind":"person","value":{"name":"x"}}}"#,
            "input: No query of the app takes such an input. (Declare an IntentValueQuery for it.)"
        ),
        ("open", "{}", "entity: “entity” is missing."),
    ])
    func whatTheAppDoesNotHaveIsSaid(_ call: String, _ params: String, _ message: String) async throws {
        let provider = try StartedProvider()
        let error = try await failure(AlmagestError.self) { _ = try await provider.ask(call, params) }
        #expect(error.description == message)
    }
}
