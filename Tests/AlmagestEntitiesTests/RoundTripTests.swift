import AlmagestEntities
import TestSupport
import Testing

@Suite struct RoundTripTests {
    @Test func randomEntitiesReadBackEqualAndWriteTheSameBytes() throws {
        var random = SeededRandom(seed: 4)
        for _ in 0..<5_000 {
            let entity = random.entity()
            let bytes = entity.encoded()
            let again = try Entity(decoding: bytes)
            #expect(again == entity)
            #expect(again.encoded() == bytes)
            #expect(!bytes.contains(UInt8(ascii: "\n")))
        }
    }

    @Test func randomPredicatesReadBackEqual() throws {
        var random = SeededRandom(seed: 5)
        for _ in 0..<2_000 {
            let predicate = random.predicate()
            let document = try JSONDocument(predicate.encoded())
            #expect(try Predicate(json: document.root) == predicate)
        }
    }

    @Test func randomIdentifiersReadBackEqual() throws {
        var random = SeededRandom(seed: 6)
        for _ in 0..<5_000 {
            let id = random.identifier()
            #expect(try EntityID(text: id.text) == id)
            #expect(try EntityID(argument: id.text) == id)
        }
    }

    @Test func textsThatDifferOnlyInCompositionWriteDifferentBytes() {
        let composed = EntityID(bundle: "b", type: "t", id: "\u{E9}")
        let decomposed = EntityID(bundle: "b", type: "t", id: "e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(composed.text != decomposed.text)
        #expect((composed < decomposed) != (decomposed < composed))
    }
}
