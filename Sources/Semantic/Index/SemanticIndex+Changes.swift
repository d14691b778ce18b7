import AlmagestEntities
import Catalog
import Foundation

/// The way of a change: text, key, the vector from the store or from the embedder, the vectors.
extension SemanticIndex {
    /// One entity's texts, ready to be looked up.
    private struct Work: Sendable {
        var row: RowID
        var revision: Seq
        var texts: [String]
        var keys: [TextKey]
        /// Whether the entity has more passages than these.
        var isPartial = false
    }

    private enum Lane {
        case journal, urgent
    }

    /// Texts that are embedded before what was embedded becomes searchable and counts as applied.
    private static let sliceTexts = 512
    /// How long work may be lost by a crash.
    private static let flushInterval = Duration.seconds(5)
    /// Passages of an entity that the urgent lane embeds; the rest comes with the journal.
    private static let urgentPassages = 4

    public func apply(_ changes: [Change], through seq: Seq) async throws {
        let parts = try available()
        guard !state.withLock({ $0.isLost }) else { throw Self.damage }
        var start = changes.startIndex
        while start < changes.endIndex {
            let slice = await journalWork.run { [changes, start] in self.slice(of: changes, from: start, parts: parts) }
            try await index(slice.work, removing: slice.removed, lane: .journal, parts: parts)
            start = slice.end
            // Changes of one seq may be in several slices: what counts as applied ends before the next one's.
            try await advance(to: start < changes.endIndex ? changes[start].seq - 1 : seq)
        }
        if changes.isEmpty { try await advance(to: seq) }
    }

    public func applyUrgent(_ changes: [Change]) async throws {
        let parts = try available()
        let (work, removed) = await urgentWork.run {
            var work: [Work] = []
            var removed: [(row: RowID, revision: Seq)] = []
            for change in changes {
                switch change.kind {
                case .delete: removed.append((change.row, change.seq))
                case .put(let entity):
                    var item = Self.work(entity, change, parts: parts)
                    if item.texts.count > Self.urgentPassages {
                        item.texts.removeSubrange(Self.urgentPassages...)
                        item.keys.removeSubrange(Self.urgentPassages...)
                        item.isPartial = true
                    }
                    work.append(item)
                }
            }
            return (work, removed)
        }
        // Noted before it is searchable: an older change of the journal's must not undo it.
        state.withLock { state in
            for (row, revision) in removed + work.map({ ($0.row, $0.revision) })
            where revision > max(state.applied, state.urgent[row]?.revision ?? 0) {
                state.urgent[row] = UrgentRow(revision: revision, isComplete: false)
            }
        }
        try await index(work, removing: removed, lane: .urgent, parts: parts)
        state.withLock { state in
            for (row, revision) in removed + work.filter({ !$0.isPartial }).map({ ($0.row, $0.revision) })
            where state.urgent[row]?.revision == revision {
                state.urgent[row]?.isComplete = true
            }
        }
    }

    // MARK: -

    /// Changes from `start` on until their texts are many, without those that the urgent lane has overtaken.
    private func slice(
        of changes: [Change], from start: Int, parts: Parts
    ) -> (work: [Work], removed: [(row: RowID, revision: Seq)], end: Int) {
        let urgent = state.withLock { $0.urgent }
        var work: [Work] = []
        var removed: [(row: RowID, revision: Seq)] = []
        var texts = 0
        var end = start
        while end < changes.endIndex && texts < Self.sliceTexts {
            let change = changes[end]
            end += 1
            if let newer = urgent[change.row],
                newer.revision > change.seq || newer.revision == change.seq && newer.isComplete
            {
                continue
            }
            switch change.kind {
            case .delete: removed.append((change.row, change.seq))
            case .put(let entity):
                let item = Self.work(entity, change, parts: parts)
                texts += item.texts.count
                work.append(item)
            }
        }
        return (work, removed, end)
    }

    private static func work(_ entity: Entity, _ change: Change, parts: Parts) -> Work {
        let texts = EmbeddedText(of: entity, limits: parts.limits).passages.map(\.text)
        return Work(row: change.row, revision: change.seq, texts: texts, keys: texts.map(parts.hasher.key))
    }

    /// Gives every text its vector and makes the rows searchable.
    private func index(
        _ work: [Work], removing removed: [(row: RowID, revision: Seq)], lane: Lane, parts: Parts
    ) async throws {
        var vectors: [TextKey: [Float]] = [:]
        var missing: [TextKey: String] = [:]
        for item in work {
            for (key, text) in zip(item.keys, item.texts) { missing[key] = text }
        }
        let asked = Array(missing.keys)
        let known = try await storing { try await embeddings.vectors(for: asked) }
        for (key, vector) in zip(asked, known) {
            if let vector, vector.count == parts.embedder.description.dimensions {
                vectors[key] = vector
                missing[key] = nil
            }
        }
        var new: [TextKey: [Float]] = [:]
        if !missing.isEmpty {
            let keys = Array(missing.keys)
            let texts = keys.map { missing[$0] ?? "" }
            let made = try await embedding { () async throws(SemanticError) in
                switch lane {
                case .journal: try await parts.embedder.embed(passages: texts)
                case .urgent: try await parts.embedder.embed(urgent: texts)
                }
            }
            // As they are kept, so that vectors made again from the store are the same to the last bit.
            for (key, vector) in zip(keys, made) { new[key] = HalfFloats.rounded(vector) }
            vectors.merge(new) { old, _ in old }
        }
        var entries: [VectorEntry] = []
        // Without any text, what the row had before must go.
        var gone = removed.map(\.row)
        for item in work {
            if item.keys.isEmpty { gone.append(item.row) }
            for (number, key) in item.keys.enumerated() {
                guard let vector = vectors[key], let number = UInt16(exactly: number) else { continue }
                entries.append(VectorEntry(row: item.row, revision: item.revision, passage: number, vector: vector))
            }
        }
        try await changing(parts, on: lane == .urgent ? urgentWork : journalWork) {
            [entries, gone] () throws(VectorStoreError) in
            if !gone.isEmpty { try parts.vectors.remove(rows: gone) }
            if !entries.isEmpty { try parts.vectors.append(entries) }
        }
        try await storing {
            if !work.isEmpty {
                // Of part of a row's texts it does not become the owner: it would lose those it has already.
                let owners = work.filter { !$0.isPartial }.map {
                    EmbeddingStore.Owner(row: $0.row, revision: $0.revision, keys: $0.keys)
                }
                try await embeddings.save(new, owners: owners)
            }
            if !removed.isEmpty { try await embeddings.remove(removed) }
        }
    }

    private func advance(to seq: Seq) async throws {
        let isDue = try state.withLock { state in
            guard !state.isLost else { throw Self.damage }
            state.applied = max(state.applied, seq)
            if !state.urgent.isEmpty { state.urgent = state.urgent.filter { $0.value.revision > state.applied } }
            return ContinuousClock.now - state.lastFlush > Self.flushInterval
        }
        if isDue { try await persist(at: state.withLock { $0.applied }) }
    }
}
