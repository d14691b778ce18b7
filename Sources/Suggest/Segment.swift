import Catalog

/// An immutable part of the index: names in the order of their rank, words in alphabetical order, and the ways
/// between them.
///
/// A name's number is its place in the static order, so the best of some names are those of the smallest numbers.
final class Segment: Sendable {
    /// By name, ascending.
    let ranks: [UInt64]
    let revisions: [Seq]
    /// Names as they were given.
    let texts: Strings
    /// Names as they are compared.
    let forms: Strings
    /// 1 where folding took diacritics away: the exact form isn't the compared one.
    let isMarked: [UInt8]
    /// Words and signs, sorted, distinct.
    let words: Strings
    /// How many bytes each word has in common with the one before it, whole letters only.
    let shared: [UInt8]
    /// Numbers of the names that have each word, one stretch a word.
    let postingStarts: [UInt32]
    let postings: [UInt32]
    let postingMinima: BlockMinima
    /// Numbers of each name's words, one stretch a name.
    let nameWordStarts: [UInt32]
    let nameWords: [UInt32]
    /// Names by the alphabetical order of their compared form.
    let byForm: [UInt32]
    let formMinima: BlockMinima

    init(
        ranks: [UInt64], revisions: [Seq], texts: Strings, forms: Strings, isMarked: [UInt8], words: Strings,
        nameWordStarts: [UInt32], nameWords: [UInt32], byForm: [UInt32]
    ) {
        self.ranks = ranks
        self.revisions = revisions
        self.texts = texts
        self.forms = forms
        self.isMarked = isMarked
        self.words = words
        self.nameWordStarts = nameWordStarts
        self.nameWords = nameWords
        self.byForm = byForm
        (postingStarts, postings) = Self.invert(nameWordStarts, nameWords, words: words.count)
        postingMinima = BlockMinima(postings)
        formMinima = BlockMinima(byForm)
        shared = Self.sharedBeginnings(words)
    }

    var count: Int { ranks.count }

    @inline(__always)
    func row(_ name: Int) -> RowID { NameRank(bits: ranks[name]).row }

    @inline(__always)
    func words(of name: Int) -> ArraySlice<UInt32> {
        nameWords[Int(nameWordStarts[name])..<Int(nameWordStarts[name + 1])]
    }

    /// Stretch of `postings` of one word; its numbers ascend.
    @inline(__always)
    func postings(of word: Int) -> Range<Int> { Int(postingStarts[word])..<Int(postingStarts[word + 1]) }

    /// Stretch of `postings` of neighbouring words.
    @inline(__always)
    func postings(of words: Range<Int>) -> Range<Int> {
        Int(postingStarts[words.lowerBound])..<Int(postingStarts[words.upperBound])
    }

    private static func sharedBeginnings(_ words: Strings) -> [UInt8] {
        var shared = [UInt8](repeating: 0, count: words.count)
        words.bytes.withUnsafeBytes { bytes in
            for word in shared.indices.dropFirst() {
                let (before, this) = (words.range(word - 1), words.range(word))
                let most = min(before.count, this.count, Int(UInt8.max))
                var count = 0
                while count < most, bytes[before.lowerBound + count] == bytes[this.lowerBound + count] { count += 1 }
                // The words differ, so what follows the common bytes is there in this one: it comes after the other.
                while count > 0, UTF8.isContinuation(bytes[this.lowerBound + count]) { count -= 1 }
                shared[word] = UInt8(truncatingIfNeeded: count)
            }
        }
        return shared
    }

    /// Postings from the names' words, by counting.
    private static func invert(
        _ starts: [UInt32], _ nameWords: [UInt32], words: Int
    ) -> (starts: [UInt32], postings: [UInt32]) {
        var postingStarts = [UInt32](repeating: 0, count: words + 1)
        for word in nameWords { postingStarts[Int(word) + 1] += 1 }
        for word in 0..<words { postingStarts[word + 1] += postingStarts[word] }
        var next = postingStarts
        var postings = [UInt32](repeating: 0, count: nameWords.count)
        for name in 0..<max(starts.count - 1, 0) {
            for i in Int(starts[name])..<Int(starts[name + 1]) {
                let word = Int(nameWords[i])
                postings[Int(next[word])] = UInt32(name)
                next[word] += 1
            }
        }
        return (postingStarts, postings)
    }

    // MARK: Ranges

    /// Words that begin with `prefix`.
    func words(beginning prefix: UnsafeRawBufferPointer) -> Range<Int> {
        let lower = Search.first(0..<words.count) { words.with($0) { Bytes.compare($0, prefix) >= 0 } }
        let upper = Search.first(lower..<words.count) { words.with($0) { Bytes.comparePrefix($0, prefix) > 0 } }
        return lower..<upper
    }

    /// The word itself, or an empty range.
    func word(_ word: UnsafeRawBufferPointer) -> Range<Int> {
        let lower = Search.first(0..<words.count) { words.with($0) { Bytes.compare($0, word) >= 0 } }
        let isThere = lower < words.count && words.with(lower) { Bytes.compare($0, word) == 0 }
        return lower..<(isThere ? lower + 1 : lower)
    }

    /// Stretch of `byForm` whose names begin with `prefix`, the names equal to it first.
    func names(beginning prefix: UnsafeRawBufferPointer) -> Range<Int> {
        let lower = Search.first(0..<byForm.count) {
            forms.with(Int(byForm[$0])) { Bytes.compare($0, prefix) >= 0 }
        }
        let upper = Search.first(lower..<byForm.count) {
            forms.with(Int(byForm[$0])) { Bytes.comparePrefix($0, prefix) > 0 }
        }
        return lower..<upper
    }

    /// Stretch of `byForm` whose names equal `form`.
    func names(equal form: UnsafeRawBufferPointer) -> Range<Int> {
        let lower = Search.first(0..<byForm.count) {
            forms.with(Int(byForm[$0])) { Bytes.compare($0, form) >= 0 }
        }
        let upper = Search.first(lower..<byForm.count) {
            forms.with(Int(byForm[$0])) { Bytes.compare($0, form) > 0 }
        }
        return lower..<upper
    }
}

enum Search {
    /// The first place where `isAt` holds, which holds from there on; the range's end if it never does.
    @inline(__always)
    static func first(_ range: Range<Int>, _ isAt: (Int) -> Bool) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if isAt(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
