import AlmagestEntities
import Foundation

/// Whose days, which present and which language a request is about: parameters that several calls take.
enum PresentParameters {
    static let names = ["timeZone", "now", "language"]

    static func timeZone(_ parameters: Parameters) throws(AlmagestError) -> TimeZone? {
        guard let name = try parameters.string("timeZone") else { return nil }
        guard let zone = TimeZone(identifier: name) else {
            throw AlmagestError(
                .invalidParameter, "“\(name)” is no time zone.", path: "timeZone",
                hint: "Give an IANA name such as Europe/Berlin.")
        }
        return zone
    }

    static func now(_ parameters: Parameters) throws(AlmagestError) -> Date? {
        guard let text = try parameters.string("now") else { return nil }
        do {
            return Date(timeIntervalSince1970: try DateValue(parsing: text).seconds)
        } catch {
            throw error.within("now")
        }
    }

    /// The primary subtag of the language that the caller says the text is in.
    static func language(_ parameters: Parameters) throws(AlmagestError) -> String? {
        guard let tag = try parameters.string("language") else { return nil }
        // BCP 47, with the underscore of locales allowed.
        let subtags = tag.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        let isTag =
            tag.utf8.count <= 100
            && subtags.allSatisfy { subtag in
                1...8 ~= subtag.count && subtag.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 }
            }
        guard isTag, let primary = subtags.first, primary.allSatisfy({ $0 > 57 }) else {
            throw AlmagestError(
                .invalidParameter, "“\(tag.prefix(60))” is no language tag.", path: "language",
                hint: "Write en, de-CH or zh-Hant.")
        }
        return String(decoding: primary, as: UTF8.self).lowercased()
    }
}
