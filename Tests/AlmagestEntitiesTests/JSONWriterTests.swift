import AlmagestEntities
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    @Test func commasComeByThemselves() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.integer(1)
        writer.beginArray()
        writer.endArray()
        writer.beginObject()
        writer.endObject()
        writer.string("x")
        writer.bool(true)
        writer.null()
        writer.number(0.5)
        writer.endArray()
        let name = "b\"\u{1}"
        writer.key(name)
        writer.raw(Array("{\"r\":0}".utf8))
        writer.key("c")
        writer.integer(Int64.min)
        writer.endObject()
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"a":[1,[],{},"x",true,null,0.5],"b\"\u0001":{"r":0},"c":-9223372036854775808}"#)
    }

    @Test func everyScalarIsReadBackAsItWas() throws {
        let text = String(String.UnicodeScalarView((0..<0x3000 as Range<UInt32>).compactMap(Unicode.Scalar.init)))
        var writer = JSONWriter()
        writer.string(text)
        #expect(try JSONDocument(writer.bytes).root.string == text)
        #expect(!writer.bytes.contains { $0 < 0x20 })
    }

    @Test func numbersAreReadBackBitForBit() throws {
        var random = SeededRandom(seed: 7)
        for value in [0, -0.0, 1, 1e15, 1e16, 1e21, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1]
            + (0..<20_000).map({ _ in random.number() })
        {
            var writer = JSONWriter()
            writer.number(value)
            let again = try JSONDocument(writer.bytes).root
            #expect(again.kind == .number)
            #expect(again.number?.bitPattern == value.bitPattern)
        }
    }

    @Test func whatIsNoNumberBecomesNull() {
        var writer = JSONWriter()
        writer.beginArray()
        for value in [Double.nan, .infinity, -.infinity] { writer.number(value) }
        writer.endArray()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "[null,null,null]")
    }

    @Test func aValueOfADocumentIsCopied() throws {
        let text = #"{"a":[1,2.5,"x\n",true,false,null,{}],"b":{"c":[]}}"#
        #expect(String(decoding: try JSONDocument(text).root.encoded(), as: UTF8.self) == text)
    }
}
