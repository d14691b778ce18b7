import Catalog
import Lexical
import Text

extension SearchEngine {
    /// The rows that have what a query excludes. The words' half leaves them out by itself; the meaning's half, which
    /// knows no words, and whatever else adds results are told by this.
    func excluded(
        by query: ParsedQuery, within rows: RowSet?, deadline: ContinuousClock.Instant? = nil
    ) async throws -> RowSet {
        var excluded = RowSet()
        for exclusion in query.exclusions {
            let hits = try await lexical.matches(exclusion: exclusion, within: rows, deadline: deadline)
            for hit in hits where catalog.rows.revision(hit.row) == hit.revision { excluded.insert(hit.row) }
        }
        return excluded
    }
}

extension ParsedQuery {
    /// What a query is about: the text without what it excludes, which a model would take for its subject too.
    func meaning(of text: String) -> String {
        exclusions.isEmpty ? text : wanted.map(\.text).joined(separator: " ")
    }
}
