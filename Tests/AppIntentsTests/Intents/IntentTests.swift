import AlmagestEntities
import CoreSpotlight
import Foundation
import Synchronization
import TestDaemons
import TestSupport
import Testing

@testable import AppIntents

/// What an intent asks, how it is put in words, and what it needs.
@Suite struct IntentTests {
    private struct Answers: IntentRequestHandler {
        var choice: Int?
        var confirms = true
        func requestValue(_ dialog: IntentDialog?, for parameter: LocalizedStringResource) async throws -> _WireValue? {
            .text("asked for \(parameter.text)")
        }
        func requestConfirmation(_ dialog: IntentDialog?) async throws -> Bool { confirms }
        func requestChoice(among titles: [LocalizedStringResource], _ dialog: IntentDialog?) async throws -> Int? {
            choice
        }
    }

    private let options = [
        IntentChoiceOption(title: "Now"), IntentChoiceOption(title: "Never", style: .destructive), .cancel,
    ]

    @Test(arguments: [(0, "Now"), (1, "Never"), (2, nil), (7, nil), (nil, nil)])
    func aChoiceIsOneOfTheOptionsAndCancellingIsNone(_ place: Int?, _ title: String?) async throws {
        let chosen = try await IntentRequests.$handler.withValue(Answers(choice: place)) { () -> String? in
            do {
                return try await NoteIntent().requestChoice(between: options, dialog: "When?").title.text
            } catch IntentRequestError.noAnswer {
                return nil
            }
        }
        #expect(chosen == title)
    }

    @Test func aConfirmationThatIsRefusedEndsTheIntent() async throws {
        try await IntentRequests.$handler.withValue(Answers()) {
            try await NoteIntent().requestConfirmation(actionName: .send, dialog: "Really?")
        }
        await #expect(throws: IntentRequestError.self) {
            try await IntentRequests.$handler.withValue(Answers(confirms: false)) {
                try await NoteIntent().requestConfirmation()
            }
        }
        await #expect(throws: IntentRequestError.self) { try await NoteIntent().requestConfirmation() }
    }

    @Test func aValueIsAskedForByTheParametersTitle() async throws {
        let text = try await IntentRequests.$handler.withValue(Answers()) {
            try await NoteIntent().$text.requestValue("What?")
        }
        #expect(text == "asked for Text")
    }

    @Test func aSummaryHasTheParametersInTheirPlaces() {
        let intent = NoteIntent()
        #expect(intent.summaryText == "Write Text")
        intent.text = "Hello"
        #expect(intent.summaryText == "Write Hello")
        intent.urgency = .high
        #expect(intent.summaryText == "Write Hello now, with urgency high")
        #expect(PlainIntent().summaryText == "Plain")
    }

    @Test func whatTakesTimeToMakeIsThereWhenItIsNeeded() async throws {
        struct Slow: Sendable { let name: String }
        struct Fault: Error {}
        let manager = AppDependencyManager()
        manager.add(key: "slow") { () async throws -> Slow in
            await Task.yield()
            return Slow(name: "made")
        }
        try await manager.settle()
        let dependency = AppDependency<Slow>(key: "slow", manager: manager)
        #expect(dependency.wrappedValue.name == "made")
        manager.add(key: "faulty") { () async throws -> Slow in throw Fault() }
        await #expect(throws: Fault.self) { try await manager.settle() }
    }

    @Test func aDefaultThatTakesTimeToMakeIsMadeOnceAndOnlyWhereNothingWasPutIn() async throws {
        struct Slow: Sendable, Equatable { let name: String }
        let made = Mutex(0)
        let manager = AppDependencyManager()
        let late: @Sendable () async throws -> Slow = {
            await Task.yield()
            made.withLock { $0 += 1 }
            return Slow(name: "default")
        }
        struct User: _SupportsAppDependencies { let dependency: AppDependency<Slow> }
        let alone = User(dependency: AppDependency<Slow>(manager: manager, default: late))
        try await AppDependencyManager.shared.settle(for: alone)
        try await AppDependencyManager.shared.settle(for: alone)
        #expect(alone.dependency.wrappedValue == Slow(name: "default"))
        #expect(made.withLock { $0 } == 1)
        manager.add(dependency: Slow(name: "put in"))
        let given = User(dependency: AppDependency<Slow>(manager: manager, default: late))
        try await AppDependencyManager.shared.settle(for: given)
        #expect(given.dependency.wrappedValue == Slow(name: "put in"))
        #expect(made.withLock { $0 } == 1)
    }

    @Test func aDefaultThatCannotBeMadeKeepsTheIntentFromRunning() async throws {
        let error = try await failure(MissingDependency.self) { _ = try await DependentIntent()(donate: false) }
        #expect(error == MissingDependency())
    }

    @Test func whatStandsBelowASummaryHasTitleAndValue() {
        let intent = NoteIntent()
        #expect(intent.summaryDetails == [.init(title: "Urgency", value: "low")])
        intent.urgency = .high
        #expect(intent.summaryDetails == [])
        let list = ListIntent()
        #expect(list.summaryText == "List")
        #expect(list.summaryDetails == [.init(title: "Name", value: nil), .init(title: "Count", value: "3")])
    }

    @Test func aRunThatIsCancelledIsToldAndTellsItsProgress() async throws {
        let progress = Progress(totalUnitCount: 1)
        let running = Task {
            try await RunningProgress.$current.withValue(progress) {
                try await IntentRun.perform(LongIntent()) as any IntentResult
            }
        }
        await LongIntent.began.wait()
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(LongIntent.reasons.withLock { $0 } == [.userCancelled])
        #expect(progress.completedUnitCount == 1 && progress.totalUnitCount == 4)
        // Outside a run it is an object that nobody sees.
        #expect(LongIntent().progress.totalUnitCount == 1)
    }

    @Test func resultsInSectionsAreResultsInOrder() async throws {
        let collection = IntentItemCollection<String>(promptLabel: "Which?") {
            IntentItemSection("Liked") {
                "a"
                IntentItem("b", title: "B")
            }
            IntentItemSection(items: ["c"].map { IntentItem($0) })
        }
        #expect(collection.items == ["a", "b", "c"])
        #expect(collection.sections.map { $0.title?.text } == ["Liked", nil])
        #expect(collection.sections[0].items[1].displayRepresentation?.title.text == "B")
        #expect(try await SectionedQuery().results().items.map(\.id) == ["1", "2"])
    }
}

struct MissingDependency: Error, Equatable {}

struct DependentIntent: AppIntent {
    static let title: LocalizedStringResource = "Depend"
    @Dependency(default: { () async throws -> MissingDependency in throw MissingDependency() })
    private var dependency: MissingDependency
    func perform() async throws -> some IntentResult { .result() }
}

struct ListIntent: AppIntent {
    static let title: LocalizedStringResource = "List"
    static var parameterSummary: some ParameterSummary {
        Summary {
            \.$name
            \.$count
        }
    }
    @Parameter(title: "Name") var name: String?
    @Parameter(title: "Count", default: 3) var count: Int
    func perform() async throws -> some IntentResult { .result() }
}

/// Works on until it is cancelled.
struct LongIntent: LongRunningIntent, CancellableIntent {
    static let title: LocalizedStringResource = "Long"
    static let began = Gate()
    static let reasons = Mutex<[IntentCancellationReason]>([])

    func perform() async throws -> some IntentResult {
        let progress = progress
        progress.totalUnitCount = 4
        progress.completedUnitCount = 1
        try await performBackgroundTask {
            Self.began.open()
            try await Task.sleep(for: .seconds(3_600))
        } onCancel: { reason in
            Self.reasons.withLock { $0.append(reason) }
        }
        return .result()
    }
}

enum Urgency: String, AppEnum {
    case low, high
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Urgency"
    static let caseDisplayRepresentations: [Urgency: DisplayRepresentation] = [.low: "low", .high: "high"]
}

struct NoteIntent: AppIntent {
    static let title: LocalizedStringResource = "Write a note"
    static var parameterSummary: some ParameterSummary {
        When(\.$urgency, .equalTo, .high) {
            Summary("Write \(\.$text) now, with urgency \(\.$urgency)")
        } otherwise: {
            Summary("Write \(\.$text)") { \.$urgency }
        }
    }
    @Parameter(title: "Text") var text: String
    @Parameter(title: "Urgency", default: .low) var urgency: Urgency
    func perform() async throws -> some IntentResult { .result() }
}

struct PlainIntent: AppIntent {
    static let title: LocalizedStringResource = "Plain"
    func perform() async throws -> some IntentResult { .result() }
}

struct SectionedEntity: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Sectioned"
    static let defaultQuery = SectionedQuery()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Sectioned" }
}

struct SectionedQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [SectionedEntity] {
        identifiers.map { SectionedEntity(id: $0) }
    }
    func suggestedEntities() async throws -> IntentItemCollection<SectionedEntity> {
        IntentItemCollection {
            IntentItemSection("One", items: [IntentItem(SectionedEntity(id: "1"))])
            IntentItemSection("Two", items: [IntentItem(SectionedEntity(id: "2"))])
        }
    }
}
