import TestSupport
import Testing

@testable import Semantic

struct TextKeyTests {
    /// The first vectors of the reference implementation: key 00 … 0f, input 00, 01, 02 …
    @Test(arguments: [
        (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
        (8, "3b62a9ba6258f5610f83e264f31497b4"), (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
        (63, "5150d1772f50834a503e069a973fbd7c"),
    ])
    func agreesWithTheReference(length: Int, expected: String) {
        let input = (0..<length).map { UInt8($0) }
        let key = SipHash.hash(input, key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
        let hexadecimal = key.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hexadecimal == expected)
    }

    @Test func differsByTextAndByModel() {
        let hasher = TextHasher(modelIdentity: "a")
        #expect(hasher.key(of: "oxygen") == TextHasher(modelIdentity: "a").key(of: "oxygen"))
        #expect(hasher.key(of: "oxygen") != hasher.key(of: "oxygeN"))
        #expect(hasher.key(of: "oxygen") != TextHasher(modelIdentity: "b").key(of: "oxygen"))
    }

    @Test func readsWhatItWrote() {
        let key = TextHasher(modelIdentity: "a").key(of: "oxygen")
        #expect(key.bytes.withUnsafeBytes { TextKey(bytes: $0) } == key)
    }
}

struct HalfFloatTests {
    @Test func roundsLikeTheHardware() {
        var random = SeededRandom(seed: 7)
        let numbers = (0..<100_000).map { _ in random.normal() * (Bool.random(using: &random) ? 1 : 1e-5) }
        for value in numbers + [0, -0, 1, -1, 0.5, 65_504, 6.2e-5, 5.96e-8, 1e-9, 0.333_333] {
            let decoded = HalfFloats.encode([value]).withUnsafeBytes { HalfFloats.decode($0) }[0]
            // Below the normal numbers it rounds twice, which may cost half a unit.
            let tolerance: Float = value.magnitude >= 0x1p-14 ? 0 : 0x1p-24
            #expect(abs(decoded - Float(Float16(value))) <= tolerance)
        }
    }
}
