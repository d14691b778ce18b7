import AlmagestEntities
import Testing

@Suite struct EntityIDTests {
    @Test(arguments: [
        (EntityID(bundle: "org.example.App", type: "Song", id: "a/b"), "org.example.App/Song/a%2Fb"),
        (EntityID(bundle: "b", type: "t", id: "AZaz09-._~"), "b/t/AZaz09-._~"),
        (EntityID(bundle: "b", type: "t", id: "100% é\"+"), "b/t/100%25%20%C3%A9%22%2B"),
        (EntityID(bundle: "b", type: "t", id: "😀"), "b/t/%F0%9F%98%80"),
    ])
    func theTextFormIsPercentEncoded(_ id: EntityID, _ text: String) throws {
        #expect(id.text == text)
        #expect(try EntityID(text: text) == id)
    }

    @Test func lowercaseDigitsAndBareCharactersAreTaken() throws {
        #expect(try EntityID(text: "b/t/a%2fb c").id == "a/b c")
    }

    @Test(arguments: [
        "", "a", "a/b", "a/b/", "/b/c", "a//c", "a/b/c/d", "a/b/%", "a/b/%2", "a/b/%zz", "a/b/%FF", "a/b/%00",
        "a/b/%C2%85",
    ])
    func whatIsNoIdentifierIsRefused(_ text: String) {
        let error = #expect(throws: AlmagestError.self) { try EntityID(text: text) }
        #expect(error?.name == .invalidIdentifier)
    }

    @Test func onTheCommandLineTheRestIsTheIdentifier() throws {
        #expect(try EntityID(argument: "b/t/2026/May/a note.md").id == "2026/May/a note.md")
        #expect(try EntityID(argument: "b/t/100%").id == "100%")
        #expect(try EntityID(argument: "b/t/a%2Fb").id == "a/b")
        #expect(try EntityID(argument: "b/t/a%2Fb c").id == "a%2Fb c")
        #expect(throws: AlmagestError.self) { try EntityID(argument: "b/t") }
        #expect(throws: AlmagestError.self) { try EntityID(argument: "b/t/") }
    }

    @Test func atMost1024BytesAreAllowed() throws {
        try EntityID(bundle: "b", type: "t", id: String(repeating: "é", count: 511)).validate()
        let error = #expect(throws: AlmagestError.self) {
            try EntityID(bundle: "b", type: "t", id: String(repeating: "é", count: 511) + "x").validate()
        }
        #expect(error?.message == "Bundle, type and id have 1025 bytes together; at most 1024 are allowed.")
    }

    @Test func theOrderIsThatOfBytes() {
        let ids = ["a", "a\u{0}", "b", "é", "e\u{301}", "Z"].map { EntityID(bundle: "b", type: "t", id: $0) }
        #expect(ids.sorted().map(\.id.utf8.first) == [0x5A, 0x61, 0x61, 0x62, 0x65, 0xC3])
    }
}
