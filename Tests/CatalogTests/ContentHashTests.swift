import Testing

@testable import Catalog

@Suite("ContentHash")
struct ContentHashTests {
    private let key = ContentHash.Key(k0: 0x0706_0504_0302_0100, k1: 0x0f0e_0d0c_0b0a_0908)

    /// Values of OpenSSL's SipHash with 16 bytes of output, key 00…0f, input 00, 01, … of that length.
    @Test(
        "gives the published values of SipHash-2-4-128",
        arguments: [
            (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
            (63, "5150d1772f50834a503e069a973fbd7c"),
        ])
    func vectors(length: Int, expected: String) {
        let hash = ContentHash((0..<length).map { UInt8($0) }, key: key)
        let hex = hash.bytes.map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }.joined()
        #expect(hex == expected)
    }

    @Test("comes back from its bytes, and only from sixteen of them")
    func roundTrip() {
        let hash = ContentHash([1, 2, 3], key: key)
        #expect(hash.bytes.withUnsafeBytes { ContentHash($0) } == hash)
        #expect(hash.bytes.dropLast().withUnsafeBytes { ContentHash($0) } == nil)
    }
}
