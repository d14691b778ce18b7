import AlmagestEntities
import CJSON
import Foundation
import TestSupport
import Testing

/// Random damage to texts that were right. What is read must be read again equal; nothing may crash.
@Suite struct FuzzTests {
    /// Flips bits, cuts, doubles, and puts in bytes that mean something.
    static func damage(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        let meaningful =
            Array(#"{}[]",:\u0123456789-+.eEtfnTZPWDHMS/% "#.utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xF4, 0xFF]
        for _ in 0...random.below(4) {
            guard !bytes.isEmpty else { return bytes }
            let at = random.below(bytes.count)
            switch random.below(6) {
            case 0: bytes[at] ^= 1 << UInt8(random.below(8))
            case 1: bytes.removeSubrange(at...)
            case 2: bytes.insert(meaningful[random.below(meaningful.count)], at: at)
            case 3: bytes.remove(at: at)
            case 4: bytes[at] = meaningful[random.below(meaningful.count)]
            default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + random.below(20))], at: at)
            }
        }
        return bytes
    }

    static func checkerAccepts(_ bytes: [UInt8]) -> Bool {
        var error = cjson_error()
        return bytes.withUnsafeBufferPointer { cjson_check($0.baseAddress, $0.count, 64, &error) }
    }

    @Test func theParserAndTheCheckerAgreeOnDamagedTexts() throws {
        var random = SeededRandom(seed: 10)
        var accepted = 0
        for round in 0..<60_000 {
            let bytes =
                round % 10 == 0
                ? (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                : Self.damage(random.entity().encoded(), &random)
            do throws(AlmagestError) {
                let document = try JSONDocument(bytes)
                accepted += 1
                #expect(Self.checkerAccepts(bytes), "\(bytes)")
                // What was read can be written and read again.
                let text = document.root.encoded()
                #expect(try JSONDocument(text).root.encoded() == text)
            } catch {
                #expect(error.name != .internalError, "\(String(decoding: bytes, as: UTF8.self))")
                #expect(!Self.checkerAccepts(bytes))
                #expect(error.line != nil)
            }
        }
        #expect(accepted > 1_000)
    }

    @Test func theParserAgreesWithFoundation() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<30_000 {
            let bytes = Self.damage(random.entity().encoded(), &random)
            // Foundation drops a byte order mark at the beginning of any string.
            guard !Self.text(bytes).unicodeScalars.contains("\u{FEFF}") else { continue }
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            // Foundation takes more: keys twice, big integers, deep nesting.
            guard let document = try? JSONDocument(bytes) else { continue }
            let other = try #require(theirs, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(same(document.root, other), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    /// Equality with what JSONSerialization gives.
    private func same(_ mine: JSONValue, _ theirs: Any) -> Bool {
        switch mine.kind {
        case .null: theirs is NSNull
        case .bool: (theirs as? NSNumber)?.boolValue == mine.bool
        case .integer: (theirs as? NSNumber)?.int64Value == mine.integer
        case .number:
            // Foundation goes through decimal numbers, and loses the last bit of some.
            if let a = (theirs as? NSNumber)?.doubleValue, let b = mine.number {
                abs(a - b) <= 1e-14 * abs(b)
            } else {
                false
            }
        case .string: (theirs as? String) == mine.string
        case .array:
            if let list = theirs as? [Any] {
                list.count == mine.count && zip(mine.elements, list).allSatisfy { same($0, $1) }
            } else {
                false
            }
        case .object:
            if let object = theirs as? [String: Any] {
                mine.members.allSatisfy { member in object[member.key].map { same(member.value, $0) } ?? false }
            } else {
                false
            }
        }
    }

    @Test func damagedEntitiesAreReadOrRefused() throws {
        var random = SeededRandom(seed: 12)
        var taken = 0
        for _ in 0..<40_000 {
            let bytes = Self.damage(random.entity().encoded(), &random)
            guard let document = try? JSONDocument(bytes) else { continue }
            switch Entity.decode(json: document.root) {
            case .success(let decoded):
                taken += 1
                let again = try Entity(decoding: decoded.entity.encoded())
                #expect(again == decoded.entity)
            case .failure(let faults):
                #expect(!faults.faults.isEmpty)
                #expect(faults.faults.allSatisfy { !$0.message.isEmpty })
            }
        }
        #expect(taken > 1_000)
    }

    @Test func damagedDatesDurationsAndIdentifiersAreReadOrRefused() throws {
        var random = SeededRandom(seed: 13)
        for _ in 0..<60_000 {
            let date = Self.text(Self.damage(Array(random.date().text.utf8), &random))
            if let value = try? DateValue(parsing: date) {
                #expect(try DateValue(parsing: value.text) == value, "\(date)")
            }
            let duration = Self.text(Self.damage(Array(random.duration().text.utf8), &random))
            if let value = try? DurationValue(parsing: duration) {
                #expect(try DurationValue(parsing: value.text) == value, "\(duration)")
            }
            let id = Self.text(Self.damage(Array(random.identifier().text.utf8), &random))
            if let value = try? EntityID(text: id) { #expect(try EntityID(text: value.text) == value) }
            _ = try? EntityID(argument: id)
        }
    }

    @Test func damagedPredicatesAreReadOrRefused() throws {
        var random = SeededRandom(seed: 14)
        for _ in 0..<30_000 {
            let bytes = Self.damage(random.predicate().encoded(), &random)
            guard let document = try? JSONDocument(bytes) else { continue }
            if let predicate = try? Predicate(json: document.root) {
                #expect(try Predicate(json: JSONDocument(predicate.encoded()).root) == predicate)
            }
            _ = try? SortKey.list(json: document.root)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
