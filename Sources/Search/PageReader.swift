import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Semantic
import Text

/// Cuts a page from a ranking and reads it back from the catalog.
struct PageReader: Sendable {
    let catalog: Catalog
    let lexical: LexicalIndex
    let semantic: SemanticIndex
    let languages: [String]
    let texts: [String]
    let snippetScalars: Int

    struct Page {
        var results: [SearchReply.Result] = []
        /// Where the next page begins; nil on the last.
        var next: Int?
        /// The last hit that is shown.
        var last: RankedHit?
    }

    /// The results from `offset` on. What has been deleted or replaced since the ranking was made is passed over,
    /// and the page filled from behind it.
    func page(
        of ranking: Ranking, offset: Int, limit: Int, bare: Bool, explain: Bool, now: Date
    ) async throws -> Page {
        var page = Page()
        let hits = ranking.hits
        var index = min(max(offset - ranking.base, 0), hits.count)
        let parsed = texts.map(ParsedQuery.init)
        let makers = bare ? [] : parsed.map { SnippetMaker($0, languages: languages, maximumScalars: snippetScalars) }
        let seconds = now.timeIntervalSince1970
        while page.results.count < limit, index < hits.count {
            let slice = hits[index..<min(hits.count, index + limit - page.results.count)]
            index = slice.endIndex
            let live = catalog.rows.withColumns { columns in
                slice.filter {
                    columns.isLive($0.row, revision: $0.revision, now: seconds) && columns.hidden[Int($0.row)] == 0
                }
            }
            let stored = try await catalog.entities(rows: live.map(\.row))
            var byRow: [RowID: StoredEntity] = [:]
            for entity in stored { byRow[entity.row] = entity }
            for hit in live {
                guard let entity = byRow[hit.row], entity.revision == hit.revision else { continue }
                var why: Explanation?
                if explain {
                    var terms: [String] = []
                    for query in parsed where !query.isEmpty {
                        terms += try await lexical.matchedTerms(
                            LexicalQuery(query, languages: languages), row: hit.row)
                    }
                    why = Explanation(
                        lexicalRank: hit.lexicalRank, lexicalScore: hit.lexical, terms: terms,
                        semanticRank: hit.semanticRank, cosine: hit.cosine.map(Double.init), boosts: hit.boosts)
                }
                page.last = hit
                page.results.append(
                    SearchReply.Result(
                        stored: entity, score: hit.score,
                        snippet: bare ? nil : snippet(of: entity.entity, hit: hit, by: makers), why: why))
            }
        }
        page.next = index < hits.count || ranking.isCut ? ranking.base + index : nil
        return page
    }

    /// The text with the words of the query; without any, the beginning of the passage nearest in meaning.
    private func snippet(of entity: Entity, hit: RankedHit, by makers: [SnippetMaker]) -> Snippet? {
        var best: Snippet?
        for maker in makers {
            if let made = maker.snippet(of: entity), best == nil || made.highlights.count > best?.highlights.count ?? 0
            {
                best = made
            }
        }
        guard best?.highlights.isEmpty ?? true, let passage = hit.passage else { return best }
        let embedded = semantic.embeddedText(of: entity)
        // A single passage is the whole entity, names and all: its own text says more.
        guard embedded.passages.count > 1, embedded.passages.indices.contains(passage) else { return best }
        return Snippet(embedded.passages[passage], of: entity, maximumScalars: snippetScalars) ?? best
    }
}
