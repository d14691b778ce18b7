// says: comets library true
import AppIntents

enum Tab { case start, library }
final class Navigation {
    var searchText = ""
    var selectedTab = Tab.start
}
nonisolated(unsafe) let navigation = Navigation()
// SNIPPET

@main enum Run {
    static func main() async throws {
        let intent = SearchAudioLibraryIntent()
        intent.criteria = StringSearchCriteria(term: "comets")
        _ = try await intent.perform()
        print(navigation.searchText, navigation.selectedTab, SearchAudioLibraryIntent.searchScopes == [.general])
    }
}
