import AlmagestEntities
import Text

/// Chooses what to show of an entity beside its title: the text in which the words of the query stand.
struct SnippetMaker: Sendable {
    private let highlighter: Highlighter
    private let wholeWeight: Double
    private let maximumScalars: Int

    /// Texts longer than this together are not looked through to the end for one line of display.
    private static let searchedBytes = 256 << 10

    /// With `rarity` of the query's words by their folded form.
    init(_ query: ParsedQuery, languages: [String], rarity: [String: Double] = [:], maximumScalars: Int) {
        highlighter = Highlighter(query, languages: languages, rarity: rarity)
        wholeWeight = highlighter.wholeWeight
        self.maximumScalars = maximumScalars
    }

    /// The stretch whose words of the query say most together, each counted once; without any, the beginning of the
    /// first text that is not shown anyway. Nil without a text.
    func snippet(of entity: Entity) -> (snippet: Snippet, weight: Double)? {
        var best: (snippet: Snippet, weight: Double)?
        var budget = Self.searchedBytes
        ShownTexts.visit(entity) { shown in
            if shown.text.isEmpty { return true }
            budget -= shown.text.utf8.count
            let made = highlighter.extract(of: shown.text, language: entity.language, maximumScalars: maximumScalars)
            if made.weight > best?.weight ?? 0 || (best == nil && shown.isProse) {
                let snippet = Snippet(
                    property: shown.path, locator: shown.locator, text: made.text, highlights: made.highlights)
                best = (snippet, made.weight)
            }
            guard let best else { return budget > 0 }
            return budget > 0 && best.weight < wholeWeight
        }
        return best
    }
}
