import CVectorScan
import TestSupport
import Testing

/// Every level against the plain loop, on the same seeded input: equal bits.
@Suite struct KernelTests {
    static let levels: [vscan_level] = [VSCAN_AVX2, VSCAN_AVX512]

    @Test(arguments: levels) func scansChooseWhatThePlainLoopChooses(level: vscan_level) {
        var random = SeededRandom(seed: 11)
        for dims in Array(1...130) + [191, 192, 193, 384, 768, 1000, 1984, 1985, 2048, 2500] {
            for count in [1, 7, 8, 9, 65] {
                let fixture = Fixture(count: count, dims: dims, random: &random)
                for keep in [1, 10, 100] {
                    for limit in [0, 1, UInt32(dims / 2), UInt32(dims / 2 + 1), .max] {
                        #expect(
                            fixture.run(level, .signs, keep: keep, limit: limit)
                                == fixture.run(VSCAN_PLAIN, .signs, keep: keep, limit: limit))
                    }
                    #expect(fixture.run(level, .levels, keep: keep) == fixture.run(VSCAN_PLAIN, .levels, keep: keep))
                }
            }
        }
    }

    @Test(arguments: levels) func longScansWithFiltersChooseTheSame(level: vscan_level) {
        var random = SeededRandom(seed: 12)
        let fixture = Fixture(count: 3001, dims: 384, random: &random)
        for share: UInt64 in [1, 2, 20] {
            var filter = [UInt64](repeating: 0, count: 3001 * 3 / 64)
            for index in 0..<filter.count * 64 where random.next() % share == 0 {
                filter[index / 64] |= 1 << UInt64(index % 64)
            }
            for step in [Fixture.Step.signs, .levels] {
                let chosen = fixture.run(level, step, keep: 50, filter: filter)
                #expect(chosen == fixture.run(VSCAN_PLAIN, step, keep: 50, filter: filter))
                for candidate in chosen {
                    let row = fixture.rows[Int(candidate.position)]
                    #expect(filter[Int(row) / 64] >> UInt64(row % 64) & 1 != 0)
                    #expect(fixture.live[Int(candidate.position) / 8] >> UInt8(candidate.position % 8) & 1 != 0)
                }
            }
        }
    }

    @Test(arguments: levels) func filtersChooseTheSameHoweverRowsLie(level: vscan_level) {
        var random = SeededRandom(seed: 19)
        for (count, dims) in [(3001, 384), (1283, 100), (64, 384), (60, 64)] {
            let fixture = Fixture(count: count, dims: dims, random: &random)
            // Following each other, each three times, with a gap here and there.
            let dense = (0..<UInt32(fixture.rows.count)).map { $0 + 61 }
            var gaps = dense
            for index in gaps.indices.dropFirst() { gaps[index] = gaps[index - 1] + (random.next() % 20 == 0 ? 9 : 1) }
            for rows in [dense, dense.map { ($0 - 61) / 3 + 1 }, gaps] {
                fixture.rows = rows
                let words = Int(rows.last ?? 0) / 64 + 1
                var stretches = [UInt64](repeating: 0, count: words)
                for word in stretches.indices where word % 7 < 2 { stretches[word] = random.next() }
                let few = stretches.map { _ in random.next() & random.next() & random.next() }
                for filter in [stretches, few, Array(few.prefix(words / 2)), [0], few + [0, .max]] {
                    for limit in [UInt32(dims / 2), .max] {
                        let chosen = fixture.run(level, .signs, keep: 40, filter: filter, limit: limit)
                        #expect(
                            chosen == fixture.run(VSCAN_PLAIN, .signs, keep: 40, filter: filter, limit: limit))
                        let cut = fixture.run(
                            level, .signs, keep: 40, filter: filter, limit: limit,
                            cuts: [3, 11, 24].filter { $0 < count / 8 })
                        #expect(cut == chosen)
                    }
                }
            }
        }
    }

    @Test(arguments: levels) func samplesAreThoseOfThePlainLoop(level: vscan_level) {
        var random = SeededRandom(seed: 18)
        for dims in [1, 64, 100, 384, 768, 2048] {
            for count in [1, 9, 65, 1001] {
                let fixture = Fixture(count: count, dims: dims, random: &random)
                let filter = (0..<count * 3 / 64 + 1).map { _ in random.next() }
                for (first, every) in [(0, 1), (3, 2), (1, 7), (200, 1)] {
                    for filter in [nil, filter] {
                        let found = fixture.sample(level, first: first, every: every, filter: filter)
                        #expect(found == fixture.sample(VSCAN_PLAIN, first: first, every: every, filter: filter))
                        #expect(found.1 == found.0.reduce(0) { $0 + Int($1) })
                    }
                }
                let all = fixture.sample(level, first: 0, every: 1, filter: nil)
                #expect(all.1 == fixture.live.reduce(0) { $0 + $1.nonzeroBitCount })
                // The gate lets through what the histogram says.
                for limit in [dims / 2, dims / 2 + 1] {
                    let below = all.0[..<limit].reduce(0) { $0 + Int($1) }
                    #expect(fixture.run(level, .signs, keep: 2000, limit: UInt32(limit)).count == below)
                }
            }
        }
    }

    @Test(arguments: levels + [VSCAN_PLAIN]) func cosinesOfManyRecordsAreThoseOfEach(level: vscan_level) {
        var random = SeededRandom(seed: 19)
        for dims in [1, 31, 64, 100, 384] {
            let stride = 8 + dims
            var query = [Int16](repeating: 0, count: dims)
            let scale = vscan_quantise_query((0..<dims).map { _ in random.normal() }, dims, &query)
            var records: [UInt8] = []
            for number in 0..<50 {
                let own: Float = number % 7 == 0 ? 1000 : 0.001
                withUnsafeBytes(of: own) { records.append(contentsOf: $0) }
                records.append(contentsOf: (0..<dims + 4).map { _ in UInt8(truncatingIfNeeded: random.next()) })
            }
            let positions: [UInt32] = [49, 0, 7, 7, 3, 48, 21, 1]
            var cosines = [Float](repeating: 9, count: positions.count)
            vscan_cosines(level, records, stride, positions, positions.count, query, dims, scale, &cosines)
            for (position, cosine) in zip(positions, cosines) {
                let own: Float = position % 7 == 0 ? 1000 : 0.001
                let codes = records[(Int(position) * stride + 8)...].prefix(dims).map { Int8(bitPattern: $0) }
                let product = Float(vscan_dot(VSCAN_PLAIN, codes, query, dims)) * (scale * own)
                #expect(cosine == min(1, max(-1, product)))
            }
        }
    }

    @Test(arguments: levels + [VSCAN_PLAIN]) func stretchesChooseWhatTheWholeChooses(level: vscan_level) {
        var random = SeededRandom(seed: 21)
        for count in [1, 65, 2000] {
            // Every vector several times: equal scores must be told apart by their places, whoever comes first.
            let fixture = Fixture(count: count, dims: 100, copies: 3, random: &random)
            for step in [Fixture.Step.signs, .levels] {
                for keep in [1, 2, 10, 100] {
                    for _ in 0..<4 {
                        let cuts = (0..<3).map { _ in Int.random(in: 0...fixture.blocks, using: &random) }.sorted()
                        #expect(
                            fixture.run(level, step, keep: keep, cuts: cuts)
                                == fixture.run(VSCAN_PLAIN, step, keep: keep))
                    }
                }
            }
        }
    }

    @Test func aSelectionIsTheBestOfAll() {
        var random = SeededRandom(seed: 13)
        let fixture = Fixture(count: 2000, dims: 100, random: &random)
        for step in [Fixture.Step.signs, .levels, .estimate] {
            let all = fixture.run(VSCAN_PLAIN, step, keep: 5000)
            for keep in [1, 2, 3, 17, 500] {
                #expect(fixture.run(VSCAN_PLAIN, step, keep: keep).map(\.score) == all.prefix(keep).map(\.score))
            }
        }
        #expect(fixture.run(VSCAN_PLAIN, .levels, keep: 70) == fixture.run(VSCAN_PLAIN, .estimate, keep: 70))
    }

    @Test func theEstimateIsNearTheProduct() {
        var random = SeededRandom(seed: 14)
        let fixture = Fixture(count: 200, dims: 768, random: &random)
        let length = fixture.query.reduce(0) { $0 + $1 * $1 }.squareRoot()
        for candidate in fixture.run(vscan_best_level(), .levels, keep: 1000) {
            let position = Int(candidate.position)
            let vector = fixture.codes[position].map { Float($0) * fixture.scales[position] }
            let product = zip(vector, fixture.query).reduce(Float(0)) { $0 + $1.0 * $1.1 }
            let norm = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
            // Theorem 3.2 of the paper: the error is of the order of 1 / √dims of the lengths; five times that holds.
            #expect(abs(candidate.score - product) < 5 * length * norm / Float(768).squareRoot())
        }
    }

    @Test(arguments: levels) func productsAreThoseOfThePlainLoop(level: vscan_level) {
        var random = SeededRandom(seed: 15)
        for dims in 0...300 {
            let extreme = dims % 3 == 0
            let codes = (0..<dims).map { _ in extreme ? Int8(-127) : Int8(truncatingIfNeeded: random.next()) }
            var query = [Int16](repeating: 0, count: dims)
            let floats = (0..<dims).map { _ in extreme ? Float(-1) : random.normal() }
            _ = vscan_quantise_query(floats, dims, &query)
            #expect(vscan_dot(level, codes, query, dims) == vscan_dot(VSCAN_PLAIN, codes, query, dims))
            let others = (0..<dims).map { _ in random.normal() }
            let exact = vscan_dot_exact(level, floats, others, dims)
            #expect(abs(exact - vscan_dot_exact(VSCAN_PLAIN, floats, others, dims)) < 1e-3)
        }
    }

    @Test(arguments: [384, 1000, 4096, 60_000]) func theLargestProductDoesNotOverflow(dims: Int) {
        let codes = [Int8](repeating: 127, count: dims)
        var query = [Int16](repeating: 0, count: dims)
        _ = vscan_quantise_query([Float](repeating: 1, count: dims), dims, &query)
        let expected = query.reduce(Int64(0)) { $0 + 127 * Int64($1) }
        #expect(expected <= Int64(Int32.max))
        for level in [VSCAN_PLAIN, VSCAN_AVX2, VSCAN_AVX512] {
            #expect(Int64(vscan_dot(level, codes, query, dims)) == expected)
        }
    }

    @Test func codesAreWithinAboutHalfAScale() {
        var random = SeededRandom(seed: 16)
        for dims in [1, 2, 63, 384] {
            let vector = (0..<dims).map { _ in random.normal() }
            var codes = [Int8](repeating: 0, count: dims)
            let scale = vscan_quantise(vector, dims, &codes)
            // Half a step of rounding, and what the fitted scale moves the largest code by.
            let step = (vector.map(abs).max() ?? 0) / 127
            let bound = step * 0.5001 + 127 * abs(scale - step)
            for (value, code) in zip(vector, codes) { #expect(abs(value - Float(code) * scale) <= bound) }
        }
        var codes: [Int8] = [9, 9]
        for odd: [Float] in [[0, 0], [.infinity, 1], [Float.leastNonzeroMagnitude, 0]] {
            #expect(vscan_quantise(odd, 2, &codes) == 0)
            #expect(codes == [0, 0])
        }
    }

    @Test func checksumsAreThoseOfTheStandard() {
        // RFC 3720, B.4.
        #expect(vscan_crc32c(0, [UInt8](repeating: 0, count: 32), 32) == 0x8A91_36AA)
        #expect(vscan_crc32c(0, [UInt8](repeating: 0xff, count: 32), 32) == 0x62A8_AB43)
        #expect(vscan_crc32c(0, (0..<32).map { UInt8($0) }, 32) == 0x46DD_794E)
        var random = SeededRandom(seed: 17)
        for count in 0...70 {
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let whole = vscan_crc32c(0, bytes, count)
            #expect(whole == vscan_crc32c_plain(0, bytes, count))
            let half = vscan_crc32c(0, bytes, count / 2)
            #expect(vscan_crc32c(half, Array(bytes[(count / 2)...]), count - count / 2) == whole)
        }
    }
}

extension vscan_level: @retroactive @unchecked Sendable {}
