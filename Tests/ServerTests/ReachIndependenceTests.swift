import AlmagestEntities
import AlmagestWire
import TestSupport
import Testing

/// What a connection that said a bundle is answered does not depend on what other apps have donated: not a byte, but
/// for `seq`, which counts every app's changes, the cursor, and times.
@Suite struct ReachIndependenceTests {
    private static let own = "org.example.Notes"
    private static let words = [
        "meteor", "shower", "show", "comet", "oxygen", "blanket", "star", "starling", "party", "watch", "garden",
        "gardener", "music", "diary", "winter", "window",
    ]

    private static func text(_ generator: inout SeededRandom, from words: [String], _ count: Int) -> String {
        (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }

    private static func notes(_ generator: inout SeededRandom) -> [String] {
        var notes: [String] = []
        for number in 0..<60 {
            let title: String = text(&generator, from: words, 3)
            let body: String = text(&generator, from: words, 12)
            let type: String = number % 4 == 0 ? "Task" : "Note"
            let more: String = #","text":\#(body.json),"properties":{"grade":\#(number % 7)}"#
            notes.append(entity("own\(number)", title, bundle: own, type: type, more))
        }
        return notes
    }

    /// The same words, slips of them and longer ones.
    private static func variants(of word: String) -> [String] {
        var variants: [String] = [word, word, word + "s", word + "aa"]
        variants.append(String(word.dropFirst()) + "x")
        variants.append(word.replacing("e", with: "a"))
        for number in 0..<4 { variants.append(word + "a\(number)b") }
        return variants
    }

    private static func others(_ generator: inout SeededRandom) -> [String] {
        let many: [String] = words.flatMap(variants)
        let german = " und der Garten ist im Winter nicht sehr groß, aber das Fenster auch nicht"
        var others: [String] = []
        for number in 0..<400 {
            var body: String = text(&generator, from: many, 60)
            if number % 3 == 0 { body += german }
            var more: String = #","priority":\#(number % 9),"text":\#(body.json)"#
            more += #","properties":{"grade":\#(number % 11),"due":{"date":"2026-12-0\#(number % 9 + 1)"}}"#
            let title: String = text(&generator, from: many, 3)
            let type: String = number % 2 == 0 ? "Task" : "Letter"
            others.append(
                entity("other\(number)", title, bundle: "org.example.Vault\(number % 3)", type: type, more))
        }
        return others
    }

    private static let requests: [(method: String, parameters: String)] = {
        var requests: [(String, String)] = []
        let now = #","now":"2026-11-30T12:00:00Z","timeZone":"UTC","budgetMilliseconds":60000"#
        func search(_ query: String, _ more: String = "") {
            requests.append(("search", #"{"query":\#(query.json),"explain":true,"limit":100\#(now)\#(more)}"#))
        }
        for query in [
            "meteor", "meteor shower", "star party watch", "gardener -music", "\"meteor shower\" comet", "st", "wi",
            "metoer", "meteor showr", "showr", "gardner party", "winda", "metoer showr oxigen", "comets",
            "tasks due soon",
            "notes about winter in vault1", "due on 4 December 2026", "zebra", "",
        ] {
            for mode in ["lexical", "hybrid", "semantic"] { search(query, #","mode":"\#(mode)""#) }
        }
        search("meteor shower", #","facets":["type","grade","bundle"]"#)
        search("meteor shower", #","sort":[{"property":"grade","order":"descending"}]"#)
        search("meteor garden", #","types":["Task"]"#)
        requests.append(
            (
                "search",
                #"{"queries":[{"text":"meteor showr","weight":2},{"text":"gard","mode":"lexical"},"winter star"],"explain":true\#(now)}"#
            ))
        for prefix in ["m", "met", "shower", "showr", "garden pa", "indo", "zebra", "winter s"] {
            requests.append(("suggest", #"{"prefix":\#(prefix.json),"limit":20}"#))
        }
        for request in ["the meteor shower", "my gardner party", "winter windw diary", "newest task about comets"] {
            requests.append(("resolve", #"{"request":\#(request.json),"now":"2026-11-30T12:00:00Z","timeZone":"UTC"}"#))
            requests.append(
                ("resolve", #"{"request":\#(request.json),"accepts":["Task"],"now":"2026-11-30T12:00:00Z"}"#))
        }
        requests.append(("find", #"{"facets":["grade","type"],"limit":5}"#))
        for kind in ["string", "audio"] {
            requests.append(
                (
                    "values",
                    #"{"input":{"kind":"\#(kind)","criteria":{"searchQuery":"meteor showr party"}},"limit":50}"#
                ))
        }
        return requests
    }()

    /// Members that count what everybody does, or time.
    private static let left: Set<String> = ["seq", "cursor", "tookMicroseconds", "stagesMicroseconds"]

    private static func answers(_ client: Client) async throws -> [String] {
        var answers: [String] = []
        for request in requests {
            let reply = try await client.ask(request.method, request.parameters)
            answers.append(
                reply.members.filter { !left.contains($0.key) }.map { "\($0.key): \($0.value.encodedText)" }
                    .joined(separator: "\n"))
        }
        return answers
    }

    private func compare(_ configuration: String, seed: UInt64) async throws {
        let daemon = try await RunningDaemon(configuration: configuration)
        defer { withExtendedLifetime(daemon) {} }
        var generator = SeededRandom(seed: seed)
        let user = try await daemon.connect()
        try await user.donate(Self.notes(&generator))
        try await daemon.settle()
        let app = try await daemon.connect()
        try await app.ask("hello", #"{"protocol":1,"bundle":"org.example.Notes"}"#)
        let before = try await Self.answers(app)
        try await user.donate(Self.others(&generator))
        try await daemon.settle()
        let after = try await Self.answers(app)
        for (request, (before, after)) in zip(Self.requests, zip(before, after)) {
            #expect(before == after, "\(request.method) \(request.parameters)")
        }
        // The others would have told.
        let everything = try await Self.answers(user)
        #expect(zip(after, everything).count { $0 != $1 } > Self.requests.count / 2)
    }

    @Test(arguments: [1, 2] as [UInt64]) func byWord(seed: UInt64) async throws {
        try await compare(RunningDaemon.withoutModel, seed: seed)
    }

    @Test(.enabled(if: RunningDaemon.hasModel)) func byWordAndMeaning() async throws {
        try await compare("{}", seed: 3)
    }
}
