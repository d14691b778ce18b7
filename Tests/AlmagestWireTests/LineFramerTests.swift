import TestSupport
import Testing

@testable import AlmagestWire

@Suite("Framing")
struct LineFramerTests {
    private func lines(_ chunks: [[UInt8]], limit: Int = 1_000) -> [String] {
        var framer = LineFramer(limit: limit)
        var lines: [String] = []
        for chunk in chunks {
            _ = chunk.withUnsafeBytes { bytes in
                framer.feed(bytes) { event in
                    switch event {
                    case .line(let line): lines.append(String(decoding: line, as: UTF8.self))
                    case .tooLong: lines.append("TOO LONG")
                    }
                    return true
                }
            }
        }
        return lines
    }

    @Test("However a stream is cut up, the lines are the same")
    func anyCutting() {
        var random = SeededRandom(seed: 7)
        let text = Array("{\"a\":1}\r\n\n  \nsecond\r\nthird, longer than the others\n\r\nlast\n".utf8)
        let whole = lines([text])
        #expect(whole == ["{\"a\":1}", "second", "third, longer than the others", "last"])
        for _ in 0..<500 {
            var chunks: [[UInt8]] = []
            var rest = text[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(9, rest.count), using: &random)
                chunks.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(lines(chunks) == whole)
        }
    }

    @Test(
        "A line that is too long is reported once and skipped, however it is cut up", arguments: [1, 2, 7, 64, 1_000])
    func tooLong(size: Int) {
        let text = Array("first\n".utf8) + [UInt8](repeating: 0x78, count: 300) + Array("\nlast\n".utf8)
        let chunks = stride(from: 0, to: text.count, by: size).map { Array(text[$0..<min($0 + size, text.count)]) }
        #expect(lines(chunks, limit: 50) == ["first", "TOO LONG", "last"])
    }

    @Test("A line of just the limit is taken, one byte more is not")
    func exactLimit() {
        let exact = String(repeating: "x", count: 50)
        #expect(lines([Array((exact + "\n").utf8)], limit: 50) == [exact])
        #expect(lines([Array((exact + "\r\n").utf8)], limit: 50) == [exact])
        #expect(lines([Array((exact + "y\n").utf8)], limit: 50) == ["TOO LONG"])
    }

    @Test("What is not taken is kept for the next time")
    func pausing() {
        var framer = LineFramer(limit: 100)
        var taken: [String] = []
        var allowance = 2
        func take(_ event: LineFramer.Event) -> Bool {
            guard allowance > 0 else { return false }
            allowance -= 1
            if case .line(let line) = event { taken.append(String(decoding: line, as: UTF8.self)) }
            return true
        }
        let isDone = Array("1\n2\n3\n4".utf8).withUnsafeBytes { framer.feed($0, take) }
        #expect(!isDone)
        #expect(taken == ["1", "2"])
        allowance = 10
        let isDoneNow = framer.feed(UnsafeRawBufferPointer(start: nil, count: 0), take)
        #expect(isDoneNow)
        #expect(taken == ["1", "2", "3"])
        _ = Array("5\n".utf8).withUnsafeBytes { framer.feed($0, take) }
        #expect(taken == ["1", "2", "3", "45"])
    }

    @Test("A line that is too long takes no more memory than the limit")
    func boundedMemory() {
        var framer = LineFramer(limit: 1_000)
        let chunk = [UInt8](repeating: 0x78, count: 600)
        for _ in 0..<1_000 {
            _ = chunk.withUnsafeBytes { framer.feed($0) { _ in true } }
            #expect(framer.keptBytes <= 1_600)
        }
    }
}
