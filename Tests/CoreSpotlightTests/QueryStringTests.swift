import Foundation
import TestSupport
import Testing

@testable import CoreSpotlight

@Suite struct QueryStringTests {
    private func matches(_ query: String, title: String) throws -> Bool {
        QueryMatcher(try QueryParser.parse(query)).matches(item("1", title))
    }

    @Test(arguments: [
        (#"title == "Paris"wc"#, ["Paris", "paris", "I love Paris", "paris-france.jpg"], ["Comparison"]),
        (#"title == "Window"w"#, ["MyWindowClass", "Broken Window"], ["NSWindow", "window", "Windows"]),
        (#"title == "Frédéric"cd"#, ["Frederic", "frédéric", "FREDERIC"], ["Fred"]),
        (#"title == "Frédéric""#, ["Frédéric"], ["Frederic", "frédéric"]),
        (#"title == "Paris""#, ["Paris"], ["paris", "I love Paris", "Paris "]),
        (#"title == "*aris""#, ["Paris", "aris"], ["Paris!"]),
        (#"title == "Par*"c"#, ["Paris", "PARK", "par"], ["I love Paris"]),
        (#"title == "P*r*s""#, ["Paris", "Prs", "P r and s"], ["Paris!", "Pas"]),
        (#"title == "*o*o*""#, ["foo", "o and o"], ["o"]),
        (#"title == "Par*"w"#, ["I love Paris", "Park"], ["Compare", "spar"]),
        (#"title == "to be"t"#, ["be to", "to be or not", "to be"], ["To be", "tobe"]),
        (#"title == "TO be*"tc"#, ["Being close to it"], ["being"]),
        (#"title ==[cd] "frederic""#, ["Frédéric"], ["Frederick"]),
        (#"title == 'it\'s \* "'"#, ["it's * \""], ["it's"]),
        (#"title = "Paris""#, ["Paris"], ["paris"]),
        (#"title != "Par*""#, ["London"], ["Paris"]),
        (#"title == "*""#, ["anything"], []),
        (#"title != "*""#, [], ["anything"]),
        (#"title == """#, [], ["x"]),
        (#"kMDItemTitle == "Paris" || title == "London""#, ["Paris", "London"], ["Rome"]),
        (#"title == "P*" && (title == "*s" || title == "*k")"#, ["Paris", "Park"], ["Pari", "Oaks"]),
        (#"title == "A" || title == "B" && title == "C""#, ["A"], ["B", "C"]),
        (#"* == "Paris"c"#, ["PARIS"], ["Rome"]),
    ])
    func textIsComparedAsTheQuerySays(_ query: String, _ passing: [String], _ failing: [String]) throws {
        for title in passing { #expect(try matches(query, title: title), "\(query) and \(title)") }
        for title in failing { #expect(try !matches(query, title: title), "\(query) and \(title)") }
    }

    @Test(arguments: [
        ("rating >= 4", true), ("rating > 4", false), ("rating == 4.0", true), ("rating != 4", false),
        ("rating == \"4\"", true), ("InRange(rating, 1, 4)", true), ("InRange(rating,4.5,9)", false),
        ("playCount > 0", false), ("playCount != 3", true), ("playCount != \"*\"", true), ("allDay == 1", true),
        ("allDay == true", true), ("allDay == 0", false), ("dueDate == 0", true), ("dueDate < $time.now", true),
        ("dueDate == $time.iso(2001-01-01T00:00:00Z)", true), ("dueDate >= $time.iso(\"2001-01-01T00:00:01Z\")", false),
        ("InRange(dueDate, -10, $time.today)", true), ("keywords == \"b\"", true), ("keywords == \"z\"", false),
        ("keywords != \"b\"", false), ("authors == \"Glow\"", true), ("authors == \"g@example.org\"", true),
        ("domainIdentifier == \"mail.*\"", true), ("uniqueIdentifier == \"1\"", true),
        ("com_example_mood == \"calm\"", true),
    ])
    func otherValuesAreComparedByTheirKind(_ query: String, _ passes: Bool) throws {
        let one = item("1", "One", domain: "mail.inbox") { set in
            set.rating = 4
            set.allDay = true
            set.dueDate = Date(timeIntervalSinceReferenceDate: 0)
            set.keywords = ["a", "b"]
            set.authors = [
                CSPerson(displayName: "Glow", handles: ["g@example.org"], handleIdentifier: "emailAddresses")
            ]
            if let mood = CSCustomAttributeKey(keyName: "com_example_mood") { set.setValue("calm", forCustomKey: mood) }
        }
        #expect(QueryMatcher(try QueryParser.parse(query)).matches(one) == passes, "\(query)")
    }

    @Test(arguments: [
        ("$time.now", 1_786_579_200.5), ("$time.now(-3600)", 1_786_575_600.5), ("$time.today", 1_786_572_000),
        ("$time.today(2)", 1_786_744_800), ("$time.yesterday", 1_786_485_600), ("$time.this_week", 1_786_312_800),
        ("$time.this_week(-1)", 1_785_708_000), ("$time.last_week", 1_785_708_000), ("$time.this_month", 1_785_535_200),
        ("$time.this_year", 1_767_222_000), ("$time.iso(2026-08-13)", 1_786_572_000),
    ])
    func datesAreRelativeToTheClock(_ date: String, _ seconds: Double) throws {
        // 2026-08-13 02:00:00.5 in Berlin, a Thursday; weeks begin on Monday.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        calendar.firstWeekday = 2
        let clock = QueryClock(now: Date(timeIntervalSince1970: 1_786_579_200.5), calendar: calendar)
        let read = try QueryParser.parse("dueDate >= \(date)", clock: clock)
        guard case .comparison(_, .order(.greaterOrEqual, .moment(let moment)), _) = read else {
            Issue.record("\(read)")
            return
        }
        #expect(moment == seconds)
    }

    @Test(arguments: [
        ("", 1, "attribute"), ("title", 6, "comparison"), ("title ==", 9, "the end"), ("title == x", 10, "quotes"),
        (#"title == "abc"#, 10, "no end"), (#"title == "a"q"#, 13, "no modifier"), (#"title > "a""#, 9, "not text"),
        (#"title == "a" &&"#, 16, "attribute"), (#"(title == "a""#, 14, "Expected )"), (#"title == "a") "#, 13, "&&"),
        ("InRange(rating, 1)", 18, "comma"), (#"InRange(rating, "a", 2)"#, 17, "numbers"),
        ("rating == 1a", 11, "quotes"),
        ("rating ==[c] 1", 14, "text"), ("rating ==[c 1", 13, "Expected ]"),
        ("dueDate > $time.never", 11, "no $time.never"),
        ("dueDate > $time.iso(2026-02-31)", 11, "February"), ("dueDate > $tomorrow", 11, "$time"),
        ("dueDate > $time.today(x)", 11, "units"), ("dueDate > $time.today(1", 23, "no end"), ("== 1", 1, "attribute"),
        ("flag > true", 8, "true or false"), ("title == \"a\" & title == \"b\"", 14, "&&"),
    ])
    func aFaultIsToldWithItsPosition(_ query: String, _ position: Int, _ words: String) throws {
        do throws(CSSearchQueryError) {
            let read = try QueryParser.parse(query)
            Issue.record("“\(query)” was read as \(read)")
        } catch {
            #expect(error.code == .invalidQuery)
            #expect(error.position == position, "\(query): \(error)")
            #expect(error.message.contains(words), "\(query): \(error)")
        }
    }

    @Test func whatIsTooLargeIsRefused() throws {
        for query in [
            String(repeating: "(", count: 100) + "title == \"a\"" + String(repeating: ")", count: 100),
            Array(repeating: "rating == 1", count: 501).joined(separator: "||"),
            "title == \"\(String(repeating: "a", count: 5000))\"", String(repeating: " ", count: 70_000),
        ] {
            do throws(CSSearchQueryError) {
                _ = try QueryParser.parse(query)
                Issue.record("It was taken: \(query.prefix(40))")
            } catch { #expect(error.code == .invalidQuery) }
        }
        _ = try QueryParser.parse(Array(repeating: "rating == 1", count: 500).joined(separator: "||"))
    }

    @Test func noStringBreaksTheParser() {
        var random = SeededRandom(seed: 11)
        let parts = [
            "title", "rating", "==", "!=", "<", ">=", "&&", "||", "(", ")", "\"Par*\"", "'x'", "cdwt", "[cd]",
            "InRange", ",",
            "1", "-2.5e3", "$time.now", "$time.today(-1)", "$time.iso(2026-01-01)", "\\", "\"", "*", " ", "é", "👩‍👩‍👧",
            "\u{0}",
            "e\u{301}", "$", "]", ".", "true",
        ]
        for _ in 0..<20_000 {
            let query = (0..<Int.random(in: 0..<14, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            do throws(CSSearchQueryError) {
                let read = try QueryParser.parse(query)
                _ = QueryNarrowing.predicate(for: read)
                _ = QueryMatcher(read).matches(item("1", "Paris"))
            } catch {
                let position = error.position ?? 0
                #expect(position >= 1 && position <= query.count + 1, "\(query)")
            }
        }
    }

    /// Against a plain reading of a pattern: every way to place the pieces is tried.
    @Test func wildcardsAgreeWithTryingEverything() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<20_000 {
            let pattern = String(
                (0..<Int.random(in: 0..<6, using: &random)).map { _ in "ab*".randomElement(using: &random) ?? "a" })
            let text = String(
                (0..<Int.random(in: 0..<8, using: &random)).map { _ in "ab".randomElement(using: &random) ?? "a" })
            guard let read = try? QueryParser.parse("title == \"\(pattern)\""),
                case .comparison(_, .text(let parsed), _) = read
            else { continue }
            #expect(
                TextMatcher(parsed).matches(text) == Self.glob(Array(pattern)[...], Array(text)[...]),
                "\(pattern) and \(text)")
        }
    }

    private static func glob(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return glob(pattern.dropFirst(), text) || (!text.isEmpty && glob(pattern, text.dropFirst()))
        }
        return text.first == first && glob(pattern.dropFirst(), text.dropFirst())
    }
}
