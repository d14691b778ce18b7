import CVectorScan
import Synchronization

/// The vectors of a scan in stretches, each of which is taken once, by whichever thread has time for it.
final class Stretches: @unchecked Sendable {
    // Unchecked: the views are only read; what they point to is held by who scans.
    private let all: [(part: Int, view: vscan_segment)]
    private let taken = Atomic(0)

    /// Blocks of a stretch: 16,384 vectors are some 50 microseconds of work, and a thread that has nothing left waits
    /// no longer than that.
    private static let blocks = 2048

    init(_ views: [vscan_segment]) {
        var all: [(part: Int, view: vscan_segment)] = []
        for (part, view) in views.enumerated() {
            for first in stride(from: 0, to: view.blocks, by: Self.blocks) {
                var stretch = view
                stretch.first = first
                stretch.blocks = min(view.blocks, first + Self.blocks)
                all.append((part, stretch))
            }
        }
        self.all = all
    }

    var count: Int { all.count }

    func next() -> (part: Int, view: vscan_segment)? {
        let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return index < all.count ? all[index] : nil
    }
}
