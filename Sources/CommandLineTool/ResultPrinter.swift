import AlmagestEntities
import Foundation

/// Prints results for people: a number, the title as a link, what kind of thing it is, and why it was found.
struct ResultPrinter {
    private let terminal = Terminal.standardOutput
    private var columns: Int { terminal.lineColumns }

    /// Prints the results of `search`, `find` or `suggest` and keeps their numbers for `open`.
    func print(_ results: [JSONValue], explain: Bool = false) {
        var identifiers: [String] = []
        for (index, result) in results.enumerated() {
            let id = EntityID(
                bundle: result["entity"]?["bundle"]?.string ?? "", type: result["entity"]?["type"]?.string ?? "",
                id: result["entity"]?["id"]?.string ?? "")
            identifiers.append(id.text)
            Terminal.write(lines(result, id: id, number: index + 1, explain: explain).joined(separator: "\n") + "\n")
        }
        ResultNumbers.keep(identifiers)
    }

    private func lines(_ result: JSONValue, id: EntityID, number: Int, explain: Bool) -> [String] {
        let indent = "    "
        let label = String(repeating: " ", count: max(0, 3 - String(number).count)) + "\(number) "
        let title = DisplayWidth.harmless(result["display"]?["title"]?.string ?? id.id)
        let shown = DisplayWidth.cut(title, to: columns - label.count)
        var lines = [
            terminal.styled(label, .dim)
                + terminal.link(terminal.styled(shown, .bold), to: result["url"]?.string)
        ]
        if let subtitle = result["display"]?["subtitle"]?.string, !subtitle.isEmpty,
            result["property"]?.string != "subtitle" || result["snippet"] == nil
        {
            lines.append(indent + DisplayWidth.cut(DisplayWidth.harmless(subtitle), to: columns - 4))
        }
        // The title stands there already.
        if let snippet = result["snippet"]?.string, !snippet.isEmpty, result["property"]?.string != "title" {
            lines.append(indent + marked(result, snippet))
        }
        // What was completed may be another name, or a person's.
        if let text = result["text"]?.string, text != result["display"]?["title"]?.string {
            lines.append(indent + DisplayWidth.cut(DisplayWidth.harmless(text), to: columns - 4))
        }
        var last = DisplayWidth.harmless(id.text)
        if let score = result["score"]?.number { last += String(format: "  %.2f", score) }
        if let confidence = result["confidence"]?.number { last += String(format: "  %.0f %%", confidence * 100) }
        let differs = result["differs"].table.map { "\($0.0) \(DisplayWidth.harmless(Self.plain($0.1)))" }
        if !differs.isEmpty {
            lines.append(indent + DisplayWidth.cut(differs.joined(separator: ", "), to: columns - 4))
        }
        lines.append(indent + terminal.styled(DisplayWidth.cut(last, to: columns - 4), .dim))
        if explain, let why = result["why"] { lines += explanation(why).map { indent + $0 } }
        return lines
    }

    /// A property's value in a line: what it says of a person, a date or a link.
    private static func plain(_ value: JSONValue) -> String {
        if let text = value.string { return text }
        if let whole = value.integer { return String(whole) }
        if let number = value.number { return String(number) }
        for key in ["date", "name", "handle", "person", "place", "url", "entity", "value"] {
            if let inner = value[key] { return plain(inner) }
        }
        return value.elements.map(plain).joined(separator: " ")
    }

    /// The snippet with its matches marked, cut to the line.
    private func marked(_ result: JSONValue, _ snippet: String) -> String {
        let scalars = Array(DisplayWidth.harmless(snippet).unicodeScalars)
        var inside = [Bool](repeating: false, count: scalars.count)
        for highlight in result["highlights"].list {
            let pair = highlight.elements.compactMap(\.integer)
            guard pair.count == 2, pair[0] >= 0, pair[1] >= 0 else { continue }
            for index in Int(pair[0])..<Int(min(Int64(scalars.count), pair[0] + pair[1])) where index < scalars.count {
                inside[index] = true
            }
        }
        var line = ""
        var run = ""
        var runIsMatch = false
        var used = 0
        func close() {
            line += runIsMatch ? terminal.styled(run, .match) : run
            run = ""
        }
        var index = 0
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        for character in String(view) {
            let width = DisplayWidth.of(character)
            if used + width > columns - 5 {
                close()
                return line + "…"
            }
            let isMatch = index < inside.count && inside[index]
            if isMatch != runIsMatch {
                close()
                runIsMatch = isMatch
            }
            run.append(character)
            used += width
            index += character.unicodeScalars.count
        }
        close()
        return line
    }

    private func explanation(_ why: JSONValue) -> [String] {
        var lines: [String] = []
        if let lexical = why["lexical"] {
            let terms = lexical["terms"].map { $0.elements.compactMap(\.string) } ?? []
            lines.append(
                String(
                    format: "words   rank %d, BM25 %.2f: ", lexical["rank"]?.integer ?? 0, lexical["score"]?.number ?? 0
                )
                    + DisplayWidth.harmless(terms.joined(separator: " ")))
        }
        if let semantic = why["semantic"] {
            lines.append(
                String(
                    format: "meaning rank %d, cosine %.3f", semantic["rank"]?.integer ?? 0,
                    semantic["score"]?.number ?? 0))
        }
        for (name, boost) in why["boosts"].table {
            lines.append(String(format: "%@ %+.3f", name, boost.number ?? 0))
        }
        return lines.map { DisplayWidth.cut($0, to: columns - 4) }
    }
}
