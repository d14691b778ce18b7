/// The nearest of some names to one that is misspelt.
enum Spelling {
    /// The name with the fewest edits (letters put in, left out, changed or swapped, whatever their case), at most a third of its
    /// letters; of several the first in order. Nil when none is that near.
    static func nearest(to name: String, among names: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8.prefix(80))
        var best: (name: String, edits: Int)?
        for candidate in names {
            let letters = Array(candidate.lowercased().utf8)
            guard abs(letters.count - wanted.count) <= letters.count / 3 else { continue }
            let edits = self.edits(wanted, letters)
            guard edits <= max(1, letters.count / 3) else { continue }
            if let current = best, (current.edits, current.name) <= (edits, candidate) { continue }
            best = (candidate, edits)
        }
        return best?.name
    }

    /// Optimal string alignment distance.
    private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in 0..<b.count {
                var least = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, beforeLast[j - 1] + 1) }
                row.append(least)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
