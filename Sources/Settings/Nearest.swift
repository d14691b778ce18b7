/// The word that `text` was most likely meant to be: at most a third of its letters are wrong.
func nearest(to text: String, in words: [String]) -> String? {
    let lowered = Array(text.lowercased().unicodeScalars.prefix(64))
    let best =
        words
        .map { (word: $0, distance: distance(lowered, Array($0.lowercased().unicodeScalars))) }
        .min { $0.distance < $1.distance }
    guard let best, best.distance <= max(1, lowered.count / 3) else { return nil }
    return best.word
}

/// Levenshtein's distance.
private func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, b) in right.enumerated() {
            let above = row[j + 1]
            row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
            diagonal = above
        }
    }
    return row[right.count]
}
