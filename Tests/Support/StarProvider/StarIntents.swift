import AppIntents
import MediaIntents

/// Points the telescope; it prints what it does, as apps do.
struct OpenStarIntent: OpenIntent {
    static let title: LocalizedStringResource = "Point at a star"
    @Parameter(title: "Star") var target: StarEntity

    @MainActor
    func perform() async throws -> some IntentResult {
        print("pointing at \(target.name)")
        return .result()
    }
}

/// Shows a list of stars in the app.
struct SearchStarsIntent: ShowInAppSearchResultsIntent {
    static let title: LocalizedStringResource = "Search stars"
    @Parameter(title: "Words") var criteria: StringSearchCriteria

    func perform() async throws -> some IntentResult {
        print("showing “\(criteria.term)”")
        return .result(opensIntent: CloseDomeIntent())
    }
}

/// What a search goes on with.
struct CloseDomeIntent: AppIntent {
    static let title: LocalizedStringResource = "Close the dome"

    func perform() async throws -> some IntentResult {
        print("closing the dome")
        return .result()
    }
}

@UnionValue
enum Sound {
    case star(StarEntity)
    case chart(ChartEntity)
}

/// A chart of the sky; it can only be named.
struct ChartEntity: AppEntity {
    struct Query: EntityQuery {
        func entities(for identifiers: [String]) async throws -> [ChartEntity] {
            identifiers.map { ChartEntity(id: $0) }
        }
    }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Chart"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "Chart \(id)") }
}

/// The sounds of the stars.
struct SoundQuery: IntentValueQuery {
    @MainActor
    func values(for input: AudioSearch) async throws -> [Sound] {
        try await Behaviour.current.show()
        if Behaviour.current == .million { return (0..<1_000_000).map { .chart(ChartEntity(id: "\($0)")) } }
        switch input.criteria {
        case .searchQuery(let text):
            return StarEntity.all.filter { $0.name.localizedCaseInsensitiveContains(text) }.map { .star($0) }
        case .unspecified: return StarEntity.all.prefix(2).map { .star($0) }
        case .url(let links): return links.map { .chart(ChartEntity(id: $0.lastPathComponent)) }
        }
    }
}
