/// Finds the words of a segment that begin with something at most a few typos away from what was typed.
///
/// A typo is a letter too many, too few, another, or two neighbours swapped (optimal string alignment; Wagner and
/// Fischer's table, a row a letter of the word). The words are in alphabetical order, so those that begin alike are
/// neighbours: once their common beginning is near enough all of them are found, and once it is too far none is, and
/// either way the rest of them is passed over. With two typos the first letter has to be right.
struct SimilarWords {
    let segment: Segment
    let typed: [Unicode.Scalar]
    let typos: Int

    func find() -> WordSet {
        var result = WordSet()
        guard !typed.isEmpty else { return result }
        let width = typed.count + 1
        let depths = typed.count + typos + 1
        var table = [UInt8](repeating: 0, count: width * (depths + 1))
        for j in 0..<width { table[j] = UInt8(truncatingIfNeeded: j) }
        var path: [Unicode.Scalar] = []
        path.reserveCapacity(depths)

        var word = 0
        if typos > 1 {
            var first: [UInt8] = []
            first.append(contentsOf: UTF8.encode(typed[0]) ?? UTF8.encodedReplacementCharacter)
            let range = first.withUnsafeBytes { segment.words(beginning: $0) }
            word = range.lowerBound
            search(from: &word, to: range.upperBound, &table, &path, &result)
        } else {
            search(from: &word, to: segment.words.count, &table, &path, &result)
        }
        return result
    }

    /// Whether one word begins with something so near.
    static func isNear(_ typed: [Unicode.Scalar], _ word: UnsafeRawBufferPointer, typos: Int) -> Bool {
        guard let first = typed.first else { return true }
        let width = typed.count + 1
        // The present row, the one above and the one above that.
        var rows = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: 3)
        for j in 0..<width { rows[0][j] = UInt8(truncatingIfNeeded: j) }
        var before: Unicode.Scalar?
        var leastAbove = 0
        for (i, letter) in String(decoding: word, as: UTF8.self).unicodeScalars.enumerated() {
            if i == 0, typos > 1, letter != first { return false }
            let (row, above, high) = ((i + 1) % 3, i % 3, (i + 2) % 3)
            rows[row][0] = UInt8(truncatingIfNeeded: i + 1)
            var least = i + 1
            for j in 1..<width {
                let cost: UInt8 = typed[j - 1] == letter ? 0 : 1
                var best = min(rows[above][j] + 1, rows[row][j - 1] + 1, rows[above][j - 1] + cost)
                if i > 0, j > 1, typed[j - 2] == letter, typed[j - 1] == before {
                    best = min(best, rows[high][j - 2] + 1)
                }
                rows[row][j] = best
                least = min(least, Int(best))
            }
            if Int(rows[row][width - 1]) <= typos { return true }
            // A swap reaches back two rows.
            if least > typos, i == 0 || leastAbove >= typos { return false }
            leastAbove = least
            before = letter
        }
        return false
    }

    private func search(
        from word: inout Int, to end: Int, _ table: inout [UInt8], _ path: inout [Unicode.Scalar],
        _ result: inout WordSet
    ) {
        let bytes = segment.words.bytes
        while word < end {
            let range = segment.words.range(word)
            var depth = 0
            var place = range.lowerBound
            // Letters shared with the word before keep their rows of the table.
            while depth < path.count, place < range.upperBound {
                let (scalar, length) = Self.scalar(bytes, place, range.upperBound)
                guard scalar == path[depth] else { break }
                place += length
                depth += 1
            }
            path.removeLast(path.count - depth)
            var decided: Decision = .open
            while place < range.upperBound, decided == .open {
                let (scalar, length) = Self.scalar(bytes, place, range.upperBound)
                place += length
                path.append(scalar)
                decided = extend(&table, path)
            }
            guard decided != .open else {
                word += 1
                continue
            }
            let next = endOfWords(from: word, to: end, sharing: place - range.lowerBound)
            if decided == .near { result.append(word..<next) }
            path.removeLast()
            word = next
        }
    }

    private enum Decision { case open, near, far }

    /// Fills the row of the newest letter of `path`.
    private func extend(_ table: inout [UInt8], _ path: [Unicode.Scalar]) -> Decision {
        let width = typed.count + 1
        let depth = path.count
        guard (depth + 1) * width <= table.count else { return .far }
        let letter = path[depth - 1]
        return table.withUnsafeMutableBufferPointer { table in
            let row = depth * width
            let above = row - width
            table[row] = UInt8(truncatingIfNeeded: depth)
            var least = table[row]
            for j in 1..<width {
                let isSame = typed[j - 1] == letter
                var best = min(table[above + j] + 1, table[row + j - 1] + 1, table[above + j - 1] + (isSame ? 0 : 1))
                if depth > 1, j > 1, typed[j - 2] == letter, typed[j - 1] == path[depth - 2] {
                    best = min(best, table[above - width + j - 2] + 1)
                }
                table[row + j] = best
                least = min(least, best)
            }
            if table[row + width - 1] <= UInt8(typos) { return .near }
            if least <= UInt8(typos) { return .open }
            // A swap reaches back two rows: the row above counts too.
            guard depth > 1 else { return .far }
            let leastAbove = (0..<width).reduce(UInt8.max) { min($0, table[above + $1]) }
            return leastAbove < UInt8(typos) ? .open : .far
        }
    }

    /// The first word after `word` that doesn't share its first `count` bytes.
    private func endOfWords(from word: Int, to end: Int, sharing count: Int) -> Int {
        segment.words.with(word) { bytes in
            let prefix = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
            func isPast(_ other: Int) -> Bool {
                segment.words.with(other) { Bytes.comparePrefix($0, prefix) > 0 }
            }
            // Most ends are near.
            var step = 1
            var low = word + 1
            while low + step < end, !isPast(low + step) {
                low += step
                step *= 2
            }
            return Search.first(low..<min(low + step, end)) { isPast($0) }
        }
    }

    @inline(__always)
    private static func scalar(_ bytes: [UInt8], _ place: Int, _ end: Int) -> (Unicode.Scalar, Int) {
        let first = bytes[place]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        guard place + length <= end else { return ("\u{fffd}", end - place) }
        var value = UInt32(first) & (length == 2 ? 0x1f : length == 3 ? 0x0f : 0x07)
        for i in 1..<length { value = value << 6 | UInt32(bytes[place + i] & 0x3f) }
        return (Unicode.Scalar(value) ?? "\u{fffd}", length)
    }
}
