import AlmagestEntities
import Catalog
import Foundation
import Lexical
import Semantic
import Text

/// Cuts a page from a ranking and reads it back from the catalog.
struct PageReader: Sendable {
    let catalog: Catalog
    let lexical: LexicalView
    let semantic: SemanticIndex
    let languages: [String]
    let texts: [String]
    /// What having a word of each text says, by its folded form.
    let rarity: [[String: Double]]
    let snippetScalars: Int
    let reach: Reach
    /// What was read before the ranking was made.
    var known: [RowID: ReadEntity] = [:]

    struct Page {
        var results: [SearchReply.Result] = []
        /// Where the next page begins; nil on the last.
        var next: Int?
        /// What is shown, hit by hit.
        var hits: [RankedHit] = []
        /// So many hits were passed over because they have been deleted or replaced.
        var passedOver = 0
    }

    /// So many entities are read at a time: they may be large.
    private static let step = 32

    /// The results from `offset` on. What has been deleted or replaced since the ranking was made is passed over,
    /// and the page filled from behind it.
    ///
    /// - Throws: `tooLarge` as soon as the page is more than `reply` may hold.
    func page(
        of ranking: Ranking, offset: Int, limit: Int, detail: Detail, reply: ReplyBudget?, now: Date
    ) async throws -> Page {
        var page = Page()
        var reply = reply
        let hits = ranking.hits
        var index = min(max(offset - ranking.base, 0), hits.count)
        let seconds = now.timeIntervalSince1970
        while page.results.count < limit, index < hits.count {
            // Nobody may be waiting any longer.
            try Task.checkCancellation()
            let slice = hits[index..<min(hits.count, index + min(reply?.step ?? Self.step, limit - page.results.count))]
            index = slice.endIndex
            let live = catalog.rows.withColumns { columns in
                slice.filter {
                    columns.isLive($0.row, revision: $0.revision, now: seconds) && columns.hidden[Int($0.row)] == 0
                }
            }
            let shown = try await read(live, detail, reply)
            page.passedOver += slice.count - shown.count
            for (hit, result) in shown {
                page.hits.append(hit)
                var result = result
                if let kept = try reply?.take(result.stored) { result.stored = kept }
                page.results.append(result)
            }
            try await reply?.makeRoom()
        }
        page.next = index < hits.count || ranking.isCut ? ranking.base + index : nil
        return page
    }

    /// From this many on, two halves of a page are read side by side: half of the time goes into snippets.
    private static let worthSharing = 6

    private typealias Read = [(hit: RankedHit, result: SearchReply.Result)]

    /// The results of those hits that are still what the ranking was made of, in their order.
    private func read(_ hits: [RankedHit], _ detail: Detail, _ reply: ReplyBudget?) async throws -> Read {
        var read = known
        let missing = hits.filter { known[$0.row] == nil }.map { EntityReader.Wanted(row: $0.row, passage: $0.passage) }
        if !missing.isEmpty {
            let reader = EntityReader(
                catalog: catalog, semantic: semantic, reach: reach, reply: reply, detail: detail,
                snippetScalars: snippetScalars)
            let makers = detail == .snippets ? makers : []
            let half = missing.count >= Self.worthSharing && !makers.isEmpty ? missing.count / 2 : 0
            for entity in try await reader.read(missing, by: makers, sharedFrom: half) {
                read[entity.stored.row] = entity
            }
        }
        return hits.compactMap { hit in
            guard let entity = read[hit.row], entity.stored.revision == hit.revision else { return nil }
            return (
                hit,
                SearchReply.Result(stored: entity.stored, score: hit.score, snippet: entity.snippet, why: nil)
            )
        }
    }

    private var makers: [SnippetMaker] {
        zip(texts, rarity).map {
            SnippetMaker(ParsedQuery($0), languages: languages, rarity: $1, maximumScalars: snippetScalars)
        }
    }

    /// Says of each result where its place in the ranking comes from.
    func explain(_ page: inout Page, of ranking: Ranking) async throws {
        let queries = texts.map(ParsedQuery.init)
        for (index, hit) in page.hits.enumerated() {
            page.results[index].why = try await explanation(of: hit, in: ranking, queries)
        }
    }

    private func explanation(
        of hit: RankedHit, in ranking: Ranking, _ queries: [ParsedQuery]
    ) async throws -> Explanation {
        var terms: [String] = []
        for query in queries where !query.isEmpty {
            terms += try await lexical.matchedTerms(LexicalQuery(query, languages: languages), row: hit.row)
        }
        let ranks = ranking.halfRanks[hit.row]
        return Explanation(
            lexicalRank: ranks?.lexical, lexicalScore: hit.lexical, terms: terms, semanticRank: ranks?.semantic,
            cosine: hit.cosine.map(Double.init), boosts: hit.boosts.named)
    }
}
