import Catalog

/// What of the journal a projection has, by either lane.
struct Progress {
    /// Applied by the journal lane, perhaps not searchable yet.
    var applied: Seq = 0
    /// Newest `seq` that only the journal lane will bring.
    private(set) var target: Seq = 0
    /// Its content is gone, and the journal lane has not gone back yet.
    var isLost = false
    /// Applied by the journal lane and searchable.
    private var flushed: Seq = 0
    /// Ranges of `seq` that the urgent lane has finished beyond `flushed`; neighbours are one.
    private(set) var urgent: [ClosedRange<Seq>] = []

    /// What the journal lane has made searchable.
    var searchable: Seq { isLost ? 0 : flushed }

    /// Everything up to here is searchable.
    var complete: Seq {
        // Ranges come in order but for those of a failed attempt, which the journal lane brings.
        isLost ? 0 : urgent.reduce(flushed) { $1.lowerBound <= $0 + 1 ? max($0, $1.upperBound) : $0 }
    }

    var isBehind: Bool { searchable < target }

    /// It is being filled from the journal's beginning.
    var isRebuilding: Bool { (isLost || applied == 0) && target > 0 }

    func has(_ seq: Seq) -> Bool { !isLost && (seq <= flushed || urgent.contains { $0.contains(seq) }) }

    mutating func raiseTarget(to seq: Seq) { target = max(target, seq) }

    /// The urgent lane has brought these.
    mutating func finishUrgent(_ seqs: ClosedRange<Seq>) {
        if let last = urgent.last, last.upperBound + 1 == seqs.lowerBound {
            urgent[urgent.count - 1] = last.lowerBound...seqs.upperBound
        } else {
            urgent.append(seqs)
        }
    }

    /// All that is applied is searchable.
    mutating func flush() {
        flushed = applied
        urgent.removeAll { $0.upperBound <= flushed }
    }

    /// The journal holds nothing more up to there: it keeps the newest change of a row only, so it may end earlier.
    mutating func endJournal(at seq: Seq) { flushed = max(flushed, seq) }

    /// The projection has what was applied up to `seq`, as at a start; the journal ends at `last`.
    mutating func begin(at seq: Seq, through last: Seq) {
        self = Progress()
        applied = seq
        flushed = seq
        target = last
    }

    /// The projection may have lost what it had: it holds what was applied up to `seq`.
    mutating func goBack(to seq: Seq, through last: Seq) {
        isLost = false
        urgent = []
        applied = min(applied, seq)
        flushed = min(flushed, seq)
        raiseTarget(to: last)
    }
}
