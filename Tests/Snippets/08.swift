import AppIntents

enum Tab { case library }
final class Navigation {
    var searchText = ""
    var selectedTab = Tab.library
}
nonisolated(unsafe) let navigation = Navigation()
// SNIPPET
