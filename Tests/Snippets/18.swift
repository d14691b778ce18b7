import AppIntents

struct Entry {
    var message: AttributedString?
    // SNIPPET
}
