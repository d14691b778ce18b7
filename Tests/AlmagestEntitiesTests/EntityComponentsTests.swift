import AlmagestEntities
import TestSupport
import Testing

@Suite("Parts of an encoded entity")
struct EntityComponentsTests {
    private static let some = (UInt8(0)...7).map(EntityComponents.init(rawValue:))

    private func cut(_ bytes: [UInt8], to components: EntityComponents) -> [UInt8]? {
        bytes.withUnsafeBytes { Entity.reduced($0, to: components) }
    }

    @Test("what is cut out of the bytes is what the entity without the rest would write")
    func same() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<3_000 {
            let entity = random.entity()
            let bytes = entity.encoded()
            for components in Self.some {
                let json = try #require(cut(bytes, to: components))
                #expect(json == entity.reduced(to: components).encoded(), "\(components) of \(entity)")
            }
        }
    }

    @Test("texts that look like members, and signs of JSON within texts, are texts")
    func texts() throws {
        let odd = #"","image":{"name":"x"},"properties":{"a":[}]\"#
        var entity = Entity(
            key: EntityID(bundle: "properties", type: "text", id: odd), display: Display(title: odd, subtitle: "\\"))
        entity.display.image = .name(odd)
        entity.display.synonyms = ["image", odd, "]}"]
        entity.keywords = ["passages", odd]
        entity.properties = [.init("display", .record([.init("image", .text(odd))])), .init(odd, .list([.text("[{")]))]
        entity.text = odd
        entity.passages = [.init(locator: odd, text: "}")]
        for components in Self.some {
            let json = try #require(cut(entity.encoded(), to: components))
            #expect(json == entity.reduced(to: components).encoded(), "\(components)")
        }
    }

    @Test("bytes that end early or are something else are never read beyond their end")
    func broken() {
        var random = SeededRandom(seed: 12)
        for _ in 0..<300 {
            var bytes = random.entity().encoded()
            for _ in 0..<20 {
                let part = Array(bytes.prefix(random.int(0..<bytes.count)))
                for components in Self.some { _ = cut(part, to: components) }
            }
            for _ in 0..<5 { bytes[random.int(0..<bytes.count)] = UInt8(truncatingIfNeeded: random.next()) }
            for components in Self.some { _ = cut(bytes, to: components) }
        }
        for text in ["", "{", "{}", "[]", "null", #"{"display"#, #"{"display":{"image"#, #"{"a":"\"#] {
            for components in Self.some.dropLast() { #expect(cut(Array(text.utf8), to: components) == nil) }
        }
    }
}
