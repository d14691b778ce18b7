import AlmagestEntities
import Text

/// Chooses what to show of an entity beside its title: the text in which the words of the query stand.
struct SnippetMaker: Sendable {
    private let highlighter: Highlighter
    private let maximumScalars: Int

    /// Texts longer than this together are not looked through to the end for one line of display.
    private static let searchedBytes = 256 << 10

    init(_ query: ParsedQuery, languages: [String], maximumScalars: Int) {
        highlighter = Highlighter(query, languages: languages)
        self.maximumScalars = maximumScalars
    }

    /// The stretch with most words of the query; without any, the beginning of the first text; nil without a text.
    func snippet(of entity: Entity) -> Snippet? {
        var best: Snippet?
        var budget = Self.searchedBytes
        func consider(_ property: String, _ locator: String?, _ text: String) {
            guard !text.isEmpty, text != entity.display.title, budget > 0 else { return }
            budget -= text.utf8.count
            let made = highlighter.snippet(text: text, language: entity.language, maximumScalars: maximumScalars)
            // Title and subtitle are shown anyway: without a word of the query they say nothing more.
            if property == "subtitle", made.highlights.isEmpty { return }
            if best == nil || made.highlights.count > best?.highlights.count ?? 0 {
                best = Snippet(
                    property: property, locator: locator, text: made.snippet, highlights: made.highlights)
            }
        }
        if let subtitle = entity.display.subtitle { consider("subtitle", nil, subtitle) }
        for property in entity.properties {
            if case .text(let text) = property.value {
                consider(property.name, nil, text)
            }
        }
        if let text = entity.text { consider("text", nil, text) }
        for passage in entity.passages { consider("passages", passage.locator, passage.text) }
        return best
    }
}
