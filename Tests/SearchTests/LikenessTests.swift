import TestSupport
import Testing

@testable import Search

@Suite("Likeness of words")
struct LikenessTests {
    /// Optimal string alignment distance by its definition.
    private func distance(_ a: [Character], _ b: [Character]) -> Int {
        var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
        for i in 0...a.count {
            for j in 0...b.count {
                guard i > 0, j > 0 else {
                    table[i][j] = max(i, j)
                    continue
                }
                var best = min(
                    table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    best = min(best, table[i - 2][j - 2] + 1)
                }
                table[i][j] = best
            }
        }
        return table[a.count][b.count]
    }

    @Test("goes by the number of typos, whatever the words are")
    func agrees() {
        var random = SeededRandom(seed: 3)
        let letters: [Character] = ["a", "b", "c", "é", "ж", "中", "z"]
        for _ in 0..<40_000 {
            let word = (0..<random.int(1..<12)).map { _ in random.pick(letters) }
            var other = word
            for _ in 0..<random.int(0..<5) {
                let place = random.int(0..<other.count + 1)
                switch random.int(0..<4) {
                case 0: other.insert(random.pick(letters), at: place)
                case 1 where place < other.count: other.remove(at: place)
                case 2 where place < other.count: other[place] = random.pick(letters)
                case 3 where place + 1 < other.count: other.swapAt(place, place + 1)
                default: break
                }
            }
            let quality = Likeness(String(word)).to(String(other))
            #expect(quality == expected(word, other), "\(String(word)) \(String(other))")
        }
        #expect(Likeness("word").to("") == 0)
        #expect(Likeness(String(repeating: "a", count: 60)).to(String(repeating: "a", count: 40)) == 1)
    }

    private func expected(_ word: [Character], _ other: [Character]) -> Double {
        let typos = word.count < 3 ? 0 : word.count < 7 ? 1 : 2
        let distance = distance(word, other)
        guard typos > 0, distance <= typos, !other.isEmpty else { return 0 }
        if distance == 0 { return 1 }
        let longer = Double(max(word.count, other.count))
        if word[0] != other[0], longer < 5 || distance > 1 { return 0 }
        if distance == 2, longer < 7 { return 0 }
        return max(0.5, 1 - 1.1 * Double(distance) / longer) - (word[0] == other[0] ? 0 : 0.1)
    }
}
