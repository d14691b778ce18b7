import AlmagestEntities
import CoreSpotlight
import Dispatch
import Foundation
import GeoToolbox
import TestDaemons
import Testing

@testable import AppIntents

/// Value queries over every kind of input that the wire has, asked as the daemon asks them.
@Suite struct ValueQueryInputTests {
    private let answers: ProviderAnswers

    init() {
        CSSearchableIndex.bundleIdentifier = "org.example.Tunes"
        answers = ProviderAnswers(
            entities: [],
            values: [
                ValueAnswers(WordQuery.self), ValueAnswers(CriteriaQuery.self), ValueAnswers(PersonQuery.self),
                ValueAnswers(PlaceQuery.self), ValueAnswers(CollectionQuery.self),
            ], intents: [])
    }

    @Test(arguments: [
        (#"{"kind":"string","criteria":{"searchQuery":"comet"}}"#, ["word comet", "criteria comet"]),
        (#"{"kind":"person","value":{"name":"Glow","handle":"glow@example.org"}}"#, ["person Glow"]),
        (#"{"kind":"person","value":{"person":{"name":"Glow"}}}"#, ["person Glow"]),
        (#"{"kind":"place","value":{"name":"Dome","latitude":1,"longitude":2}}"#, ["place Dome 1.0"]),
        (
            #"{"kind":"entity","value":[{"entity":"org.example.Tunes/KeyedEntity/1"},{"entity":"org.example.Tunes/KeyedEntity/2"}]}"#,
            ["collection of 1 2"]
        ),
        (
            #"{"kind":"entity","value":[{"entity":"org.example.Tunes/KeyedEntity/a%2Fb"},{"entity":"org.example.Tunes/KeyedEntity/caf%C3%A9"}]}"#,
            ["collection of a/b café"]
        ),
    ])
    func eachInputReachesTheQueriesThatTakeIt(_ input: String, _ expected: [String]) async throws {
        let params = try JSONDocument(#"{"input":\#(input),"limit":10}"#).root
        let reply = try JSONDocument(try await answers.answer("values", params)).root
        #expect(reply["values"]?.elements.compactMap { $0["value"]?["id"]?.string } == expected)
    }

    @Test(arguments: [
        #"[{"entity":"org.example.Tunes/OtherEntity/1"}]"#, #"["x"]"#, #"[{"url":"https://example.org"}]"#,
    ])
    func whatIsNoReferenceOfItsTypeIsNoCollection(_ value: String) async throws {
        let params = try JSONDocument(#"{"input":{"kind":"entity","value":\#(value)}}"#).root
        let error = try await failure(AlmagestError.self) { _ = try await answers.answer("values", params) }
        #expect(
            error.description
                == "input: No query of the app takes such an input. (Declare an IntentValueQuery for it.)")
    }

    /// Queries run where they say: a query of the main actor finds itself there.
    @Test func queriesRunInTheIsolationThatTheyDeclare() async throws {
        let params = try JSONDocument(#"{"input":{"kind":"audio","criteria":{"unspecified":{}}}}"#).root
        let answers = ProviderAnswers(
            entities: [EntityAnswers(MainEntity.self)], values: [], intents: [IntentAnswers(OpenMainIntent.self)])
        let all = try JSONDocument(
            try await answers.answer("all", try JSONDocument(#"{"type":"MainEntity"}"#).root)
        ).root
        #expect(all["entities"]?.elements.compactMap { $0["id"]?.string } == ["main"])
        _ = try await answers.answer(
            "open", try JSONDocument(#"{"entity":"org.example.Tunes/MainEntity/main"}"#).root)
        await #expect(throws: AlmagestError.self) { try await answers.answer("values", params) }
    }
}

private func found(_ id: String) -> [KeyedEntity] { [KeyedEntity(id: id)] }

private struct WordQuery: IntentValueQuery {
    func values(for input: String) async throws -> [KeyedEntity] { found("word \(input)") }
}

private struct CriteriaQuery: IntentValueQuery {
    func values(for input: StringSearchCriteria) async throws -> [KeyedEntity] { found("criteria \(input.term)") }
}

private struct PersonQuery: IntentValueQuery {
    func values(for input: IntentPerson) async throws -> [KeyedEntity] { found("person \(input.name.text ?? "")") }
}

private struct PlaceQuery: IntentValueQuery {
    func values(for input: PlaceDescriptor) async throws -> [KeyedEntity] {
        found("place \(input.commonName ?? "") \(input.coordinate?.latitude ?? 0)")
    }
}

private struct CollectionQuery: IntentValueQuery {
    func values(for input: EntityCollection<KeyedEntity>) async throws -> [KeyedEntity] {
        found("collection of \(input.identifiers.joined(separator: " "))")
    }
}

/// Whether the queue of the main actor runs this; its thread is any, once it is drained by others.
private func isOnMainActor() -> Bool { MainQueue.isCurrent }

private enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let marked: Void = DispatchQueue.main.setSpecific(key: key, value: true)
    static var isCurrent: Bool {
        marked
        return DispatchQueue.getSpecific(key: key) ?? false
    }
}

private struct OffMainActor: Error {}

private struct MainEntity: AppEntity {
    struct Query: EnumerableEntityQuery {
        @MainActor
        func entities(for identifiers: [String]) async throws -> [MainEntity] { try await allEntities() }
        @MainActor
        func allEntities() async throws -> [MainEntity] {
            guard isOnMainActor() else { throw OffMainActor() }
            return [MainEntity()]
        }
    }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Main"
    static let defaultQuery = Query()
    let id = "main"
    var displayRepresentation: DisplayRepresentation { "Main" }
}

private struct OpenMainIntent: OpenIntent {
    static let title: LocalizedStringResource = "Open"
    @Parameter(title: "Target") var target: MainEntity
    @MainActor
    func perform() async throws -> some IntentResult {
        guard isOnMainActor() else { throw OffMainActor() }
        return .result()
    }
}
