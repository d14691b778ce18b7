import AlmagestEntities
import Foundation
import TestSupport
import Testing

@testable import CoreSpotlight

/// The index narrows a query down, and nothing that the query matches may get lost on the way.
@Suite struct NarrowingTests {
    @Test func randomQueriesFindWhatLookingAtEverythingFinds() async throws {
        var random = SeededRandom(seed: 3)
        let daemon = try SpotlightDaemon()
        let items = (0..<120).map { number in Self.item("\(number)", &random) }
        try await daemon.index().indexSearchableItems(items)
        var entity = Entity(
            key: EntityID(bundle: "b", type: "NoteEntity", id: "e"), display: Display(title: "Paris plan"))
        entity.properties = [.init("title", .text("Other")), .init("rating", .text("many"))]
        try await daemon.index().send(entities: [entity])

        // As the index gives them back.
        var stored: [CSSearchableItem] = []
        for try await result in CSSearchQuery(
            queryString: #"uniqueIdentifier == "*""#, context: nil, link: daemon.link
        ).results { stored.append(result.item) }
        #expect(stored.count == 121)

        for _ in 0..<400 {
            let query = Self.query(&random, depth: 2)
            let matcher = QueryMatcher(try QueryParser.parse(query))
            let expected = stored.filter { matcher.matches($0) }.map(\.uniqueIdentifier).sorted()
            #expect(try await daemon.found(query) == expected, "\(query)")
        }
    }

    private static let words = [
        "Paris", "paris", "Frédéric", "frederic", "MyWindowClass", "NSWindow", "Straße", "東京", "a b", "*",
    ]

    private static func item(_ id: String, _ random: inout SeededRandom) -> CSSearchableItem {
        let set = CSSearchableItemAttributeSet(contentType: Bool.random(using: &random) ? .text : .png)
        func text() -> String {
            (0...Int.random(in: 0...2, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: " ")
        }
        if Bool.random(using: &random) { set.title = text() }
        if Bool.random(using: &random) { set.displayName = text() }
        if Bool.random(using: &random) { set.contentDescription = text() }
        if Bool.random(using: &random) { set.textContent = text() }
        if Bool.random(using: &random) { set.keywords = [text(), text()] }
        if Bool.random(using: &random) { set.rating = NSNumber(value: Int.random(in: 0...5, using: &random)) }
        if Bool.random(using: &random) { set.allDay = NSNumber(value: Bool.random(using: &random)) }
        if Bool.random(using: &random) {
            set.dueDate = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -3...3, using: &random)) * 0.5)
        }
        if Bool.random(using: &random) {
            set.authors = [
                CSPerson(displayName: text(), handles: ["x@example.org"], handleIdentifier: "emailAddresses")
            ]
        }
        let domain = ["mail", "mail.inbox", nil].randomElement(using: &random) ?? nil
        return CSSearchableItem(uniqueIdentifier: id, domainIdentifier: domain, attributeSet: set)
    }

    private static func query(_ random: inout SeededRandom, depth: Int) -> String {
        if depth > 0, Int.random(in: 0..<3, using: &random) == 0 {
            let op = Bool.random(using: &random) ? " && " : " || "
            return "(\(query(&random, depth: depth - 1))\(op)\(query(&random, depth: depth - 1)))"
        }
        let attribute =
            [
                "title", "displayName", "contentDescription", "textContent", "keywords", "rating", "allDay", "dueDate",
                "authors",
                "domainIdentifier", "contentType", "contentTypeTree", "uniqueIdentifier", "nothing_like_it", "*",
            ].randomElement(using: &random) ?? "title"
        let equal = Int.random(in: 0..<4, using: &random) == 0 ? "!=" : "=="
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let order = ["<", "<=", ">", ">=", equal].randomElement(using: &random) ?? "=="
            let value = ["0", "3", "0.5", "-1", "$time.iso(2001-01-01T00:00:00Z)", "$time.now"].randomElement(
                using: &random)
            return "\(attribute) \(order) \(value ?? "1")"
        case 1:
            return
                "InRange(\(attribute), \(Int.random(in: -1...2, using: &random)), \(Int.random(in: 1...4, using: &random)))"
        default:
            let word = (words.randomElement(using: &random) ?? "").replacingOccurrences(of: "*", with: "\\*")
            let before = Bool.random(using: &random) ? "*" : ""
            let after = Bool.random(using: &random) ? "*" : ""
            let modifiers = ["", "c", "cd", "w", "wc", "t", "tcd"].randomElement(using: &random) ?? ""
            let text = Int.random(in: 0..<8, using: &random) == 0 ? "*" : before + word + after
            return "\(attribute) \(equal) \"\(text)\"\(modifiers)"
        }
    }
}
