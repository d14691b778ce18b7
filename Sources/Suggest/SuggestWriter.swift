import AlmagestEntities
import Catalog
import SQLite
import Threads

/// The one writer of `suggest.sqlite`, on a thread of its own; it also makes and merges the segments.
actor SuggestWriter: ProjectionWriter {
    private let executor = LaneExecutor(name: "suggest")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let state: SuggestState
    var file: WatchedDatabase
    private var nextSegment: Int64 = 1
    private var recentCount = 0

    /// With more recent names than this they become a stored segment, which keeps opening quick.
    private static let maximumRecent = 16_384
    /// A segment is merged with the one before it unless that is so many times larger.
    private static let factor = 4

    init(path: String, state: SuggestState) {
        file = WatchedDatabase(SuggestSchema.database(), path: path)
        self.state = state
    }

    /// Opens the file; a missing or damaged one is replaced by an empty one.
    func open() throws {
        let isOpen = try file.open { connection in
            do {
                try load(connection)
                return true
            } catch is SegmentStore.Damaged {
                return false
            }
        }
        if !isOpen { try reset() }
    }

    func begin(with fresh: Connection?) {
        state.with { $0 = SuggestState.Contents() }
        recentCount = 0
        nextSegment = 1
    }

    func appliedSeq() throws -> Seq {
        try tellLoss()
        return state.with { $0.appliedSeq }
    }

    func close() {
        file.close()
        executor.stop()
    }

    private func load(_ connection: Connection) throws {
        var contents = SuggestState.Contents()
        contents.appliedSeq = try connection.int64("SELECT value FROM meta WHERE name = 'seq'") ?? 0
        let store = SegmentStore(connection: connection)
        let ids = try connection.prepare("SELECT id FROM segments ORDER BY id")
        var numbers: [Int64] = []
        while try ids.step() { numbers.append(ids.int64(0)) }
        for number in numbers {
            let segment = try store.read(id: number)
            contents.segments.append(segment)
            contents.stored[ObjectIdentifier(segment)] = number
            for name in 0..<segment.count {
                let row = segment.row(name)
                contents.set(max(contents.revision(row), segment.revisions[name]), of: row)
            }
        }
        nextSegment = (numbers.max() ?? 0) + 1
        var entries: [NameEntry] = []
        let recent = try connection.prepare("SELECT row, revision, priority, names FROM recent")
        while try recent.step() {
            guard let row = RowID(exactly: recent.int64(0)) else { continue }
            contents.set(recent.int64(1), of: row)
            let names = recent.withBlob(3) { NameList.decode($0) }
            entries += NameList.entries(names, row: row, revision: recent.int64(1), priority: recent.int(2))
        }
        recentCount = entries.count
        if !entries.isEmpty { contents.segments.append(SegmentBuilder.build(entries)) }
        let gone = try connection.prepare("SELECT row, revision FROM gone")
        while try gone.step() {
            guard let row = RowID(exactly: gone.int64(0)) else { continue }
            if gone.int64(1) >= contents.revision(row) { contents.set(-gone.int64(1), of: row) }
        }
        contents.segments.sort { $0.count > $1.count }
        let loaded = contents
        state.with { $0 = loaded }
    }

    // MARK: Applying

    /// Applies changes in one transaction; `seq` nil is the urgent lane, which leaves `appliedSeq` alone.
    func apply(_ changes: [Change], through seq: Seq?) throws {
        var entries: [NameEntry] = []
        var revisions: [RowID: Seq] = [:]
        var dead = 0
        do {
            let connection = try connectionForChange()
            try connection.transaction {
                let put = try connection.cached("INSERT OR REPLACE INTO recent VALUES(?, ?, ?, ?)")
                let takeBack = try connection.cached("DELETE FROM recent WHERE row = ?")
                let bury = try connection.cached("INSERT OR REPLACE INTO gone VALUES(?, ?)")
                for change in changes where change.row != 0 {
                    let known = revisions[change.row] ?? state.with { $0.revision(change.row) }
                    guard change.seq > abs(known) else { continue }
                    if known > 0 { dead += 1 }
                    if revisions[change.row] != nil { entries.removeAll { $0.rank.row == change.row } }
                    switch change.kind {
                    case .put(let entity):
                        let names = NameList.names(of: entity)
                        entries += NameList.entries(
                            names, row: change.row, revision: change.seq, priority: entity.priority)
                        try put.bind(1, change.row)
                        try put.bind(2, change.seq)
                        try put.bind(3, entity.priority)
                        try put.bind(4, NameList.encode(names))
                        try put.run()
                        revisions[change.row] = change.seq
                    case .delete:
                        if known > 0 {
                            try takeBack.bind(1, change.row)
                            try takeBack.run()
                            try bury.bind(1, change.row)
                            try bury.bind(2, change.seq)
                            try bury.run()
                        }
                        revisions[change.row] = -change.seq
                    }
                }
                if let seq { try connection.execute("UPDATE meta SET value = ? WHERE name = 'seq'", [.integer(seq)]) }
            }
            file.noteWrite()
            publish(entries, revisions, dead: dead, through: seq)
            if recentCount > Self.maximumRecent { try store(in: connection) }
        } catch let error as SQLiteError {
            throw failed(error)
        }
    }

    private func publish(_ entries: [NameEntry], _ revisions: [RowID: Seq], dead: Int, through seq: Seq?) {
        recentCount += entries.count
        let segment = entries.isEmpty ? nil : SegmentBuilder.build(entries)
        state.with { contents in
            for (row, revision) in revisions { contents.set(revision, of: row) }
            contents.dead += dead
            if let segment { contents.segments.append(segment) }
            if let seq { contents.appliedSeq = seq }
        }
        mergeRecent()
    }

    // MARK: Merging

    /// Merges the segments that are not in the file until each is several times larger than the next.
    private func mergeRecent() {
        while true {
            let (segments, stored) = state.with { ($0.segments, $0.stored) }
            let recent = segments.filter { stored[ObjectIdentifier($0)] == nil }
            guard recent.count > 1 else { return }
            let last = recent[recent.count - 1]
            let before = recent[recent.count - 2]
            guard before.count < last.count * Self.factor else { return }
            exchange([before, last], for: merged([before, last]))
        }
    }

    private func merged(_ segments: [Segment]) -> Segment {
        let revisions = state.with { $0.revisions }
        return SegmentBuilder.merge(segments) { row, revision in
            Int(row) < revisions.count && revisions[Int(row)] == revision
        }
    }

    private func exchange(_ old: [Segment], for new: Segment, stored number: Int64? = nil) {
        state.with { contents in
            contents.segments.removeAll { segment in old.contains { $0 === segment } }
            for segment in old { contents.stored[ObjectIdentifier(segment)] = nil }
            if let number { contents.stored[ObjectIdentifier(new)] = number }
            // Stored ones first, the largest in front.
            let place = contents.segments.firstIndex { segment in
                number != nil
                    && (contents.stored[ObjectIdentifier(segment)] == nil || segment.count < new.count)
            }
            contents.segments.insert(new, at: place ?? contents.segments.count)
        }
    }

    /// Puts the recent names into a stored segment, together with stored ones that aren't much larger; all of them
    /// when `everything` is asked for.
    private func store(in connection: Connection, everything: Bool = false) throws {
        let (segments, stored) = state.with { ($0.segments, $0.stored) }
        var old = segments.filter { stored[ObjectIdentifier($0)] == nil }
        var size = old.reduce(0) { $0 + $1.count }
        for segment in segments.reversed() where stored[ObjectIdentifier(segment)] != nil {
            guard everything || segment.count < size * Self.factor else { break }
            old.append(segment)
            size += segment.count
        }
        guard !old.isEmpty else { return }
        let isAll = old.count == segments.count
        let new = merged(old)
        let number = nextSegment
        try connection.transaction {
            let store = SegmentStore(connection: connection)
            for segment in old {
                if let number = stored[ObjectIdentifier(segment)] { try store.remove(id: number) }
            }
            if new.count > 0 { try store.write(new, id: number) }
            try connection.execute("DELETE FROM recent")
            if isAll { try connection.execute("DELETE FROM gone") }
        }
        file.noteWrite()
        nextSegment += 1
        recentCount = 0
        exchange(old, for: new, stored: number)
        if isAll { state.with { $0.dead = 0 } }
    }

    // MARK: Housekeeping

    func storeAll() throws { try store(in: connectionForChange(), everything: true) }

    /// Leaves out what was deleted when there is much of it, and empties the write-ahead log.
    func idle() throws {
        let (dead, names) = state.with { ($0.dead, $0.segments.reduce(0) { $0 + $1.count }) }
        do {
            let connection = try connectionForChange()
            if dead > 1000, dead > names / 5 { try store(in: connection, everything: true) }
            try connection.checkpoint(.truncate)
            file.noteWrite()
        } catch let error as SQLiteError {
            throw failed(error)
        }
    }
}
