import AppIntents
import Foundation
import Testing

/// What Foundation lacks on Linux: texts for people, as literals and with values in them.
@Suite struct TextTests {
    @Test func literalsAndInterpolationsAreTextsWithAKey() {
        let plain: LocalizedStringResource = "Open Playlist"
        #expect(plain.key == "Open Playlist")
        #expect(String(localized: plain) == "Open Playlist")
        let (count, share, name) = (3, 0.5, "Comet")
        let filled: LocalizedStringResource = "\(count) songs, \(share) of “\(name)”"
        #expect(filled.key == "%lld songs, %lf of “%@”")
        #expect(String(localized: filled) == "3 songs, 0.5 of “Comet”")
        #expect(LocalizedStringResource("a") != LocalizedStringResource("a", table: "Other"))
    }

    @Test func valuesAreWrittenInTheirFormats() {
        let nothing: String? = nil
        let plain: LocalizedStringResource = "in"
        let value: String.LocalizationValue = "\(2.345, specifier: "%.1f") \(plain: nothing) \(7, format: .number)"
        #expect(String(localized: value) == "2.3  7")
        let nested: LocalizedStringResource = "\(plain)side"
        #expect(String(localized: nested) == "inside")
    }
}

extension String.LocalizationValue.StringInterpolation {
    /// An optional, without the compiler's warning.
    fileprivate mutating func appendInterpolation(plain value: String?) { appendInterpolation(value) }
}
