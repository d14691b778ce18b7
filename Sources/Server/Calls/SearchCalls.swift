import AlmagestEntities
import AlmagestWire
import Foundation
import Providers
import Search
import Settings

/// `search`, `find` and `suggest`: parameters in, replies out.
struct SearchCalls: Sendable {
    var engine: SearchEngine
    /// Asked by `resolve` about types of which nothing is indexed.
    let providers: Providers
    let limits: LimitSettings
    /// Of a query that says none.
    let budgetMilliseconds: Int

    private static let scopeParameters = ["bundles", "types", "domains", "where", "timeZone", "now"]

    func search(_ json: JSONValue?, room: ReplyRoom) async throws -> [UInt8] {
        let parameters = try Parameters(
            json,
            known: Self.scopeParameters + [
                "query", "queries", "mode", "sort", "limit", "offset", "cursor", "after", "facets", "fields",
                "understand", "explain", "budgetMilliseconds", "language",
            ])
        var ignored: [String] = []
        var request = SearchRequest(queries: try queries(parameters, ignored: &ignored))
        request.mode = try mode(parameters.string("mode"), at: "mode") ?? .hybrid
        request.scope = try scope(parameters)
        request.sort = try sort(parameters)
        request.limit = Int(try parameters.integer("limit", in: 0...Int64(limits.results)) ?? 20)
        request.offset = Int(try parameters.integer("offset", in: 0...1_000_000) ?? 0)
        request.cursor = try parameters.string("cursor")
        request.after = try parameters.integer("after", in: 0...Int64.max)
        request.facets = try parameters.strings("facets", maximum: limits.facets) ?? []
        request.fields = try parameters.strings("fields", maximum: limits.fields)
        request.replyBytes = limits.messageBytes
        request.room = { bytes async throws(AlmagestError) in try await room.take(bytes) }
        request.explain = try parameters.bool("explain") ?? false
        request.understand = try parameters.bool("understand") ?? true
        request.budget = .milliseconds(
            try parameters.integer("budgetMilliseconds", in: 1...600_000) ?? Int64(budgetMilliseconds))
        request.language = try PresentParameters.language(parameters)
        var reply = try await engine.search(request)
        reply.ignored += ignored
        return try await ReplyWriter.search(reply, fields: request.fields, in: space(room))
    }

    func find(_ json: JSONValue?, room: ReplyRoom) async throws -> [UInt8] {
        let parameters = try Parameters(
            json, known: Self.scopeParameters + ["sort", "limit", "cursor", "facets", "fields"])
        var request = FindRequest()
        request.scope = try scope(parameters)
        request.sort = try sort(parameters)
        request.limit = Int(try parameters.integer("limit", in: 0...Int64(limits.results)) ?? 20)
        request.cursor = try parameters.string("cursor")
        request.facets = try parameters.strings("facets", maximum: limits.facets) ?? []
        request.fields = try parameters.strings("fields", maximum: limits.fields)
        request.replyBytes = limits.messageBytes
        request.room = { bytes async throws(AlmagestError) in try await room.take(bytes) }
        let reply = try await engine.find(request)
        return try await ReplyWriter.find(reply, fields: request.fields, in: space(room))
    }

    func suggest(_ json: JSONValue?, room: ReplyRoom) async throws -> [UInt8] {
        let parameters = try Parameters(json, known: ["prefix", "bundles", "types", "limit"])
        let prefix = QueryText(
            try Parameters.string(parameters.required("prefix"), at: "prefix"), bytes: limits.queryBytes
        ).text
        let scope = Scope(
            bundles: try parameters.strings("bundles", maximum: limits.identifiers),
            types: try parameters.strings("types", maximum: limits.identifiers))
        let limit = Int(try parameters.integer("limit", in: 0...Int64(limits.results)) ?? 8)
        let found = try await engine.suggest(prefix, scope: scope, limit: limit)
        return try await ReplyWriter.suggestions(found.suggestions, partial: found.partial, in: space(room))
    }

    // MARK: Parts

    func space(_ room: ReplyRoom) -> ReplySpace { ReplySpace(limit: limits.messageBytes, room: room) }

    /// The queries, and what of their texts is not looked at.
    private func queries(
        _ parameters: Parameters, ignored: inout [String]
    ) throws(AlmagestError) -> [SearchRequest.Query] {
        func query(_ whole: String?) -> SearchRequest.Query {
            let text = QueryText(whole ?? "", bytes: limits.queryBytes)
            if let beyond = text.ignored { ignored.append(beyond) }
            return SearchRequest.Query(text: text.text)
        }
        let single = try parameters.string("query")
        guard let list = parameters.value("queries") else { return [query(single)] }
        guard single == nil else {
            throw AlmagestError(
                .invalidParameter, "Either “query” or “queries”, not both.", path: "queries")
        }
        guard list.kind == .array else { throw Parameters.mistyped("queries", "a list of queries") }
        guard list.count <= limits.queries else {
            throw AlmagestError(.tooLarge, "At most \(limits.queries) queries go in one call.", path: "queries")
        }
        var result: [SearchRequest.Query] = []
        for element in list.elements {
            let path = "queries[\(result.count)]"
            if let text = element.string {
                result.append(query(text))
                continue
            }
            do throws(AlmagestError) {
                let members = try Parameters(element, known: ["text", "mode", "weight"])
                var query = query(try members.string("text"))
                query.mode = try mode(members.string("mode"), at: "mode")
                if let weight = members.value("weight") {
                    guard let number = weight.number, number > 0, number.isFinite else {
                        throw AlmagestError(
                            .invalidParameter, "A weight is a number above 0.", path: "weight")
                    }
                    query.weight = number
                }
                result.append(query)
            } catch {
                throw error.within(path)
            }
        }
        return result
    }

    private func mode(_ text: String?, at path: String) throws(AlmagestError) -> SearchMode? {
        guard let text else { return nil }
        guard let mode = SearchMode(rawValue: text) else {
            throw AlmagestError(
                .invalidParameter, "“\(text)” is no mode.", path: path,
                hint: "Modes are: \(SearchMode.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return mode
    }

    func scope(_ parameters: Parameters) throws(AlmagestError) -> Scope {
        var scope = Scope()
        scope.bundles = try parameters.strings("bundles", maximum: limits.identifiers)
        scope.types = try parameters.strings("types", maximum: limits.identifiers)
        scope.domains = try parameters.strings("domains", maximum: limits.identifiers)
        if let zone = try PresentParameters.timeZone(parameters) { scope.timeZone = zone }
        scope.now = try PresentParameters.now(parameters)
        if let predicate = parameters.value("where") {
            scope.predicate = try Predicate(json: predicate, path: "where", maximumConditions: limits.conditions)
        }
        return scope
    }

    private func sort(_ parameters: Parameters) throws(AlmagestError) -> [SortKey] {
        guard let list = parameters.value("sort") else { return [] }
        guard list.kind == .array else { throw Parameters.mistyped("sort", "a list of sort keys") }
        guard list.count <= limits.sortKeys else {
            throw AlmagestError(.tooLarge, "At most \(limits.sortKeys) sort keys.", path: "sort")
        }
        var keys: [SortKey] = []
        for element in list.elements { keys.append(try SortKey(json: element, path: "sort[\(keys.count)]")) }
        return keys
    }
}
