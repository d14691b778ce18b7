extension Array {
    /// The `count` greatest, the greatest first.
    func max(count: Int, by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element] {
        guard self.count > count else { return sorted { areInIncreasingOrder($1, $0) } }
        var kept: [Element] = []
        for element in self {
            if kept.count < count * 2 {
                kept.append(element)
                continue
            }
            kept.sort { areInIncreasingOrder($1, $0) }
            kept.removeLast(kept.count - count)
            if let last = kept.last, areInIncreasingOrder(last, element) { kept.append(element) }
        }
        return Array(kept.sorted { areInIncreasingOrder($1, $0) }.prefix(count))
    }
}
