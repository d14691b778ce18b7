import AlmagestEntities
import Catalog
import Lexical
import Synchronization
import Text
import Threads

/// Reads what is likely on the first page while the model is still at work: most of a page has the words, and little is
/// left to be read once the ranking is made.
final class PageAhead: Sendable {
    private struct State {
        /// What is looked for.
        var text: String?
        var languages: [String] = []
        var read: [RowID: ReadEntity] = [:]
        var task: Task<Void, Never>?
        var hasEnded = false
    }
    private let reader: EntityReader
    private let limit: Int
    private let state = Mutex(State())

    /// Of so many pages' length the best by word are read: of 20 results 58 % are among the 20 best, 74 % among the 40
    /// and 81 % among the 60 (texts of two to five words over 64,000 short entities).
    private static let pages = 2.5
    /// Of a long page no more than this.
    private static let most = 128
    /// Read at a time, the best first.
    private static let step = 10

    init(_ reader: EntityReader, limit: Int) {
        self.reader = reader
        self.limit = limit
    }

    /// Says what is looked for, before anything is found.
    func prepare(for text: String, languages: [String]) {
        state.withLock { ($0.text, $0.languages) = (text, languages) }
    }

    /// Begins to read the best by word; they come in that order. `rarity` is what having each of the words says.
    func read(_ hits: [LexicalHit], rarity: [String: Double]) {
        let (text, languages) = state.withLock { ($0.text, $0.languages) }
        guard let text else { return }
        var makers: [SnippetMaker] = []
        if reader.detail == .snippets {
            let scalars = reader.snippetScalars
            makers = [
                SnippetMaker(ParsedQuery(text), languages: languages, rarity: rarity, maximumScalars: scalars)
            ]
        }
        let rows = hits.prefix(min(Int(Double(limit) * Self.pages), Self.most)).map(\.row)
        guard !rows.isEmpty else { return }
        state.withLock { state in
            guard state.task == nil, !state.hasEnded else { return }
            state.task = Task(executorPreference: RequestThreads.shared) { [self, makers] in await read(rows, makers) }
        }
    }

    private func read(_ rows: [RowID], _ makers: [SnippetMaker]) async {
        var rest = rows[...]
        while !rest.isEmpty, !state.withLock({ $0.hasEnded }) {
            let some = rest.prefix(Self.step)
            rest = rest.dropFirst(Self.step)
            // What cannot be read is met again by the page itself, which says so.
            let wanted = some.map { EntityReader.Wanted(row: $0) }
            guard let read = try? await reader.read(wanted, by: makers, isAhead: true) else { return }
            state.withLock { state in
                for entity in read { state.read[entity.stored.row] = entity }
            }
        }
    }

    /// Ends the reading with what is being read, and gives what was read, if it was for those texts.
    func end(for texts: [String]) async -> [RowID: ReadEntity] {
        let task = state.withLock { state in
            state.hasEnded = true
            return state.task
        }
        await task?.value
        return state.withLock { texts == [$0.text] ? $0.read : [:] }
    }
}
