import AlmagestEntities
import AlmagestWire
import Foundation

extension Command {
    private static let scopeOptions = [
        Option(name: "type", kind: .value("T"), repeats: true, help: "Only entities of this type"),
        Option(name: "bundle", kind: .value("B"), repeats: true, help: "Only entities of this app"),
        Option(
            name: "where", kind: .value("CONDITION"),
            help: "Only entities whose properties are so, e.g. 'startDate >= 2026-06-01'"),
        Option(name: "sort", kind: .value("P"), repeats: true, help: "Order by this property; -P is descending"),
        Option(name: "limit", kind: .value("N"), help: "At most this many results"),
        Option(name: "facet", kind: .value("P"), repeats: true, help: "Count the values of this property"),
        Option(name: "time-zone", kind: .value("ZONE"), help: "Zone in which days begin and end, e.g. Europe/Berlin"),
    ]

    static let search = Command(
        name: "search", operands: "TEXT…", minimumOperands: 1, maximumOperands: nil,
        summary: "Find entities by word and by meaning",
        details: [
            "Words are found in any order and form; \"quoted words\" stand together, -word must not be there, and the "
                + "last word may be unfinished. What matches a word comes with what is near in meaning.",
            "Each result has a number that `almagest open` takes.",
        ],
        options: scopeOptions + [
            Option(
                name: "mode", kind: .choice(["hybrid", "lexical", "semantic"]),
                help: "By word and meaning, by word alone, by meaning alone"),
            Option(name: "explain", kind: .flag, help: "Say where each result's place comes from"),
            Option(name: "in-app", kind: .value("B"), help: "Have this app show its own search for it instead"),
            .json,
        ],
        examples: [
            ("almagest search when is my crew lunch", "the event, by its words"),
            ("almagest search 'something sweet for the picnic'", "a note about a cake, by its meaning"),
            ("almagest search lunch --type EventEntity --where 'startDate >= 2026-06-01'", "with a condition"),
        ],
        run: { invocation in
            if let bundle = invocation.value("in-app") { return try await searchInApp(bundle, invocation) }
            var json = JSONWriter()
            json.beginObject()
            json.key("query")
            json.string(invocation.operands.joined(separator: " "))
            try writeScope(invocation, to: &json)
            if let mode = invocation.value("mode") {
                json.key("mode")
                json.string(mode)
            }
            if invocation.has("explain") {
                json.key("explain")
                json.bool(true)
            }
            json.key("budgetMilliseconds")
            // A person at a prompt would rather wait for the model to load than miss half of the results.
            json.integer(5_000)
            json.endObject()
            return try await show("search", json.bytes, invocation)
        })

    static let find = Command(
        name: "find", operands: "", minimumOperands: 0, maximumOperands: 0,
        summary: "Find entities by their properties alone",
        details: ["All entities that meet the condition, sorted and counted exactly."],
        options: scopeOptions + [
            Option(name: "cursor", kind: .value("CURSOR"), help: "Go on where an earlier reply ended"), .json,
        ],
        examples: [
            (
                "almagest find --type EventEntity --where 'startDate between 2026-08-01 and 2026-08-31' --sort startDate",
                "August's events in order"
            )
        ],
        run: { invocation in
            var json = JSONWriter()
            json.beginObject()
            try writeScope(invocation, to: &json)
            if let cursor = invocation.value("cursor") {
                json.key("cursor")
                json.string(cursor)
            }
            json.endObject()
            return try await show("find", json.bytes, invocation)
        })

    static let suggest = Command(
        name: "suggest", operands: "PREFIX…", minimumOperands: 1, maximumOperands: nil,
        summary: "Complete what is being typed",
        details: ["Titles and other names; every word may be unfinished, and a typo is forgiven."],
        options: [
            Option(name: "type", kind: .value("T"), repeats: true, help: "Only entities of this type"),
            Option(name: "bundle", kind: .value("B"), repeats: true, help: "Only entities of this app"),
            Option(name: "limit", kind: .value("N"), help: "At most this many"), .json,
        ],
        examples: [("almagest suggest met sho", "Meteor Shower Watch Party")],
        run: { invocation in
            var json = JSONWriter()
            json.beginObject()
            json.key("prefix")
            json.string(invocation.operands.joined(separator: " "))
            try writeLimits(invocation, to: &json)
            json.endObject()
            let client = try await invocation.connect()
            let asked = ContinuousClock.now
            let reply = try await client.call("suggest", json.bytes)
            let took = (ContinuousClock.now - asked) / .milliseconds(1)
            let suggestions = reply["suggestions"].list
            if invocation.has("json") {
                Terminal.write(reply.text + "\n")
            } else {
                ResultPrinter().print(suggestions)
                Terminal.write("\(suggestions.count) shown, \(String(format: "%.1f", took)) ms\n")
            }
            return suggestions.isEmpty ? .failed : .done
        })

    // MARK: Parts

    private static func searchInApp(_ bundle: String, _ invocation: Invocation) async throws -> ExitStatus {
        var json = JSONWriter()
        json.beginObject()
        json.key("bundle")
        json.string(bundle)
        json.key("text")
        json.string(invocation.operands.joined(separator: " "))
        json.endObject()
        let client = try await invocation.connect()
        let reply = try await client.call("searchInApp", json.bytes)
        if invocation.has("json") { Terminal.write(reply.text + "\n") }
        return .done
    }

    private static func writeKinds(_ invocation: Invocation, to json: inout JSONWriter) {
        for (option, key) in [("type", "types"), ("bundle", "bundles")] where invocation.has(option) {
            json.key(key)
            json.beginArray()
            for value in invocation.all(option) { json.string(value) }
            json.endArray()
        }
    }

    private static func writeLimits(_ invocation: Invocation, to json: inout JSONWriter) throws {
        writeKinds(invocation, to: &json)
        if let limit = try invocation.number("limit") {
            json.key("limit")
            json.integer(limit)
        }
    }

    private static func writeScope(_ invocation: Invocation, to json: inout JSONWriter) throws {
        try writeLimits(invocation, to: &json)
        if let text = invocation.value("where") {
            json.key("where")
            try WhereGrammar.parse(text).write(to: &json)
        }
        if invocation.has("sort") {
            json.key("sort")
            json.beginArray()
            for property in invocation.all("sort") {
                json.beginObject()
                json.key("property")
                json.string(property.hasPrefix("-") ? String(property.dropFirst()) : property)
                json.key("order")
                json.string(property.hasPrefix("-") ? "descending" : "ascending")
                json.endObject()
            }
            json.endArray()
        }
        if invocation.has("facet") {
            json.key("facets")
            json.beginArray()
            for property in invocation.all("facet") { json.string(property) }
            json.endArray()
        }
        json.key("timeZone")
        json.string(invocation.value("time-zone") ?? TimeZone.current.identifier)
    }

    private static func show(_ method: String, _ parameters: [UInt8], _ invocation: Invocation) async throws
        -> ExitStatus
    {
        let client = try await invocation.connect()
        let reply = try await client.call(method, parameters)
        let results = reply["results"].list
        if invocation.has("json") {
            Terminal.write(reply.text + "\n")
            return results.isEmpty ? .failed : .done
        }
        if let better = reply["didYouMean"]?.string {
            let isShown = reply["corrected"]?.bool == true
            let line = (isShown ? "Nothing has those words. Shown: " : "Did you mean: ") + DisplayWidth.harmless(better)
            Terminal.write(DisplayWidth.cut(line, to: Terminal.standardOutput.lineColumns) + "\n")
        }
        ResultPrinter().print(results, explain: invocation.has("explain"))
        showFacets(reply)
        let total = reply["total"]?.integer ?? 0
        let more = reply["totalIsLowerBound"]?.bool == true ? "at least " : ""
        let milliseconds = Double(reply["tookMicroseconds"]?.integer ?? 0) / 1000
        let terminal = Terminal.standardOutput
        Terminal.write(
            terminal.styled(
                String(
                    format: "%d of %@%@, %.1f ms", results.count, more, ProgressBar.grouped(Int(total)), milliseconds),
                .dim)
                + "\n")
        let stages = reply["stagesMicroseconds"].table.map { name, took in
            String(format: "%@ %.1f ms", name, Double(took.integer ?? 0) / 1000)
        }
        if !stages.isEmpty {
            for line in TextLayout.wrapped(stages.joined(separator: ", "), columns: terminal.lineColumns) {
                Terminal.write(terminal.styled(line, .dim) + "\n")
            }
        }
        let partial = reply["partial"].map { $0.elements.compactMap(\.string) } ?? []
        if !partial.isEmpty {
            Terminal.complain(
                lines: "almagest: incomplete, still behind or not there: \(partial.joined(separator: ", "))")
        }
        if !results.isEmpty { try await tellIdleSorts(invocation, client) }
        return results.isEmpty ? .failed : .done
    }

    /// Says which properties that were to order the results nothing of that app and type has.
    private static func tellIdleSorts(_ invocation: Invocation, _ client: Client) async throws {
        for name in invocation.all("sort") {
            let property = name.hasPrefix("-") ? String(name.dropFirst()) : name
            var json = JSONWriter()
            json.beginObject()
            writeKinds(invocation, to: &json)
            json.key("limit")
            json.integer(0)
            json.key("where")
            AlmagestEntities.Predicate.comparison(.init(property: property, op: .exists, value: .bool(true))).write(
                to: &json)
            json.endObject()
            guard try await client.call("find", json.bytes)["total"]?.integer == 0 else { continue }
            Terminal.complain(
                lines: "almagest: nothing here has \(DisplayWidth.harmless(property)), so it puts nothing in order")
        }
    }

    /// A value of any type, short.
    private static func facetValue(_ value: JSONValue?) -> String {
        guard let value else { return "" }
        if let text = value.string ?? value["date"]?.string ?? value["name"]?.string ?? value["entity"]?.string {
            return DisplayWidth.harmless(text)
        }
        if let number = value.integer { return String(number) }
        if let number = value.number { return String(number) }
        return value.bool.map(String.init) ?? "…"
    }

    private static func showFacets(_ reply: CallReply) {
        for (property, values) in reply["facets"].table {
            let counts = values.elements.prefix(12).map {
                "\(facetValue($0["value"])) \($0["count"]?.integer ?? 0)"
            }
            let line = DisplayWidth.harmless("\(property): \(counts.joined(separator: ", "))")
            Terminal.write(DisplayWidth.cut(line, to: Terminal.standardOutput.lineColumns) + "\n")
        }
    }
}
