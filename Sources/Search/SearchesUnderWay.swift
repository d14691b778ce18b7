import Foundation
import Synchronization

/// Counts the searches under way: one that is alone may use the processors that nobody else needs.
final class SearchesUnderWay: Sendable {
    private let count = Atomic(0)
    private let isShared = ProcessInfo.processInfo.activeProcessorCount > 1

    /// Whether the search that begins is alone, and there is more than one processor.
    func begin() -> Bool { count.wrappingAdd(1, ordering: .relaxed).newValue == 1 && isShared }

    func end() { count.wrappingSubtract(1, ordering: .relaxed) }
}
