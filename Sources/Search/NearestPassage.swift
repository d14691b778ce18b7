import AlmagestEntities
import Semantic

extension Snippet {
    /// The beginning of the passage that an entity was found by when it was found by meaning alone; nil for title,
    /// names and short properties, which are shown anyway.
    init?(_ passage: EmbeddedText.Passage, of entity: Entity, maximumScalars: Int) {
        switch passage.source {
        case .summary: return nil
        case .property(let path, _): (property, locator) = (path, nil)
        case .body: (property, locator) = ("text", nil)
        case .donor(let index, _):
            property = "passages"
            locator = entity.passages.indices.contains(index) ? entity.passages[index].locator : nil
        }
        var shown = ""
        var scalars = 0
        for character in passage.own {
            scalars += character.unicodeScalars.count
            if scalars >= maximumScalars {
                shown += "…"
                break
            }
            shown.append(character.isNewline ? " " : character)
        }
        text = shown
        highlights = []
    }
}
