import AlmagestEntities
import Catalog
import Synchronization

/// The newest row sets by predicate, time zone and who asks, as long as nothing was applied since.
final class RowSetCache: Sendable {
    struct Key: Hashable {
        /// As it is written: texts in it are the same when their bytes are.
        private let predicate: [UInt8]
        /// Identifier of the zone that days and floating times were read in.
        private let zone: String
        private let reach: Reach

        init(predicate: Predicate, zone: String, reach: Reach) {
            var writer = JSONWriter()
            predicate.write(to: &writer)
            self.predicate = writer.bytes
            self.zone = zone
            self.reach = reach
        }
    }

    private struct Contents {
        var generation: UInt32 = 0
        var sets: [Key: (rows: RowSet, used: UInt64)] = [:]
        var tick: UInt64 = 0
        var bytes = 0
    }

    static let maximumBytes = 16 << 20
    private let contents = Mutex(Contents())

    func rows(_ key: Key, generation: UInt32) -> RowSet? {
        contents.withLock { contents in
            guard contents.generation == generation, let found = contents.sets[key] else { return nil }
            contents.tick += 1
            contents.sets[key]?.used = contents.tick
            return found.rows
        }
    }

    /// Keeps a set that was computed from `generation` or a later one.
    func insert(_ rows: RowSet, _ key: Key, generation: UInt32) {
        contents.withLock { contents in
            if contents.generation != generation {
                contents = Contents()
                contents.generation = generation
            }
            contents.tick += 1
            let old = contents.sets.updateValue((rows, contents.tick), forKey: key)
            contents.bytes += Self.bytes(rows) - (old.map { Self.bytes($0.rows) } ?? 0)
            while contents.bytes > Self.maximumBytes,
                let oldest = contents.sets.min(by: { $0.value.used < $1.value.used })
            {
                contents.sets[oldest.key] = nil
                contents.bytes -= Self.bytes(oldest.value.rows)
            }
        }
    }

    private static func bytes(_ rows: RowSet) -> Int { rows.words.count * 8 + 256 }
}
