import AlmagestEntities
import Catalog
import Search

/// Replies as JSON, written straight from the values: a reply of 20 results is some ten kilobytes, and most
/// of a fast call's time would otherwise go into building it.
enum ReplyWriter {
    static func search(
        _ reply: SearchReply, fields: [String]?, in space: ReplySpace
    ) async throws(AlmagestError) -> [UInt8] {
        var json = JSONWriter()
        try await writeBeginning(reply, fields: fields, in: space, to: &json)
        write(reply.understood, to: &json)
        json.key("didYouMean")
        if let text = reply.didYouMean { json.string(text) } else { json.null() }
        json.key("corrected")
        json.bool(reply.isCorrected)
        write(reply.ignored, as: "ignored", to: &json)
        writeEnd(reply, to: &json)
        return json.bytes
    }

    static func find(
        _ reply: SearchReply, fields: [String]?, in space: ReplySpace
    ) async throws(AlmagestError) -> [UInt8] {
        var json = JSONWriter()
        try await writeBeginning(reply, fields: fields, in: space, to: &json)
        writeEnd(reply, to: &json)
        return json.bytes
    }

    static func suggestions(
        _ suggestions: [SuggestionReply], partial: [String], in space: ReplySpace
    ) async throws(AlmagestError) -> [UInt8] {
        var space = space
        var json = JSONWriter()
        json.beginObject()
        json.key("suggestions")
        json.beginArray()
        for suggestion in suggestions {
            json.beginObject()
            json.key("text")
            json.string(suggestion.text)
            write(suggestion.stored.entity.key, to: &json)
            json.key("display")
            suggestion.stored.entity.display.write(to: &json)
            json.endObject()
            try await space.check(json)
        }
        json.endArray()
        write(partial, as: "partial", to: &json)
        json.endObject()
        return json.bytes
    }

    /// `"entity": {"bundle", "type", "id"}`
    static func write(_ id: EntityID, to json: inout JSONWriter) {
        json.key("entity")
        json.beginObject()
        json.key("bundle")
        json.string(id.bundle)
        json.key("type")
        json.string(id.type)
        json.key("id")
        json.string(id.id)
        json.endObject()
    }

    static func write(_ texts: [String], as key: String, to json: inout JSONWriter) {
        json.key(key)
        json.beginArray()
        for text in texts { json.string(text) }
        json.endArray()
    }

    // MARK: Parts

    /// The results and what is said of all of them: what `search` and `find` begin with alike.
    private static func writeBeginning(
        _ reply: SearchReply, fields: [String]?, in space: ReplySpace, to json: inout JSONWriter
    ) async throws(AlmagestError) {
        var space = space
        json.beginObject()
        json.key("results")
        json.beginArray()
        for result in reply.results {
            write(result, fields: fields, to: &json)
            try await space.check(json)
        }
        json.endArray()
        json.key("total")
        json.integer(Int64(reply.total))
        json.key("totalIsLowerBound")
        json.bool(reply.totalIsLowerBound)
        json.key("cursor")
        if let cursor = reply.cursor { json.string(cursor) } else { json.null() }
        json.key("facets")
        json.beginObject()
        for facet in reply.facets {
            json.key(facet.property)
            json.beginArray()
            for value in facet.values {
                json.beginObject()
                json.key("value")
                value.value.write(to: &json)
                json.key("count")
                json.integer(Int64(value.count))
                json.endObject()
            }
            json.endArray()
        }
        json.endObject()
    }

    private static func writeEnd(_ reply: SearchReply, to json: inout JSONWriter) {
        write(reply.partial, as: "partial", to: &json)
        json.key("seq")
        json.integer(reply.seq)
        json.key("tookMicroseconds")
        json.integer(microseconds(reply.took))
        if let stages = reply.stages { write(stages.named, to: &json) }
        json.endObject()
    }

    /// `"stagesMicroseconds": {"words": 650, …}`
    static func write(_ stages: [(name: String, took: Duration)], to json: inout JSONWriter) {
        json.key("stagesMicroseconds")
        json.beginObject()
        for (name, took) in stages {
            json.key(name)
            json.integer(microseconds(took))
        }
        json.endObject()
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    private static func write(_ result: SearchReply.Result, fields: [String]?, to json: inout JSONWriter) {
        let entity = result.stored.entity
        json.beginObject()
        write(entity.key, to: &json)
        if let score = result.score {
            json.key("score")
            json.number((score * 10_000).rounded() / 10_000)
        }
        if let fields, fields.isEmpty {
            if let why = result.why { write(why, to: &json) }
            json.endObject()
            return
        }
        json.key("display")
        entity.display.write(to: &json)
        if let url = entity.url {
            json.key("url")
            json.string(url)
        }
        if !entity.ownership.isEmpty {
            json.key("ownership")
            entity.ownership.write(to: &json)
        }
        if let snippet = result.snippet {
            json.key("property")
            json.string(snippet.property)
            if let locator = snippet.locator {
                json.key("locator")
                json.string(locator)
            }
            json.key("snippet")
            json.string(snippet.text)
            json.key("highlights")
            json.beginArray()
            for highlight in snippet.highlights {
                json.beginArray()
                for number in highlight { json.integer(Int64(number)) }
                json.endArray()
            }
            json.endArray()
        }
        if let fields { write(entity, fields: fields, to: &json) }
        if let why = result.why { write(why, to: &json) }
        json.endObject()
    }

    /// The properties asked for; of a dotted path the property that it begins with is sent.
    private static func write(_ entity: Entity, fields: [String], to json: inout JSONWriter) {
        json.key("properties")
        json.beginObject()
        var written = Set<Substring>()
        for field in fields {
            guard let (name, value) = property(of: entity, at: field), written.insert(name).inserted else { continue }
            json.key(String(name))
            value.write(to: &json)
        }
        json.endObject()
    }

    /// The property that a path begins with: the longest name, since a name may have dots itself.
    private static func property(of entity: Entity, at path: String) -> (Substring, PropertyValue)? {
        var name = path[...]
        while true {
            if let value = entity[property: String(name)] { return (name, value) }
            guard let dot = name.lastIndex(of: ".") else { return nil }
            name = name[..<dot]
        }
    }

    private static func write(_ why: Explanation, to json: inout JSONWriter) {
        json.key("why")
        json.beginObject()
        if let score = why.lexicalScore, score > 0 {
            json.key("lexical")
            json.beginObject()
            if let rank = why.lexicalRank {
                json.key("rank")
                json.integer(Int64(rank))
            }
            json.key("score")
            json.number(score)
            write(why.terms, as: "terms", to: &json)
            json.endObject()
        }
        if let cosine = why.cosine {
            json.key("semantic")
            json.beginObject()
            if let rank = why.semanticRank {
                json.key("rank")
                json.integer(Int64(rank))
            }
            json.key("score")
            json.number(cosine)
            json.endObject()
        }
        json.key("boosts")
        json.beginObject()
        for (name, boost) in why.boosts.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            json.number(boost)
        }
        json.endObject()
        json.endObject()
    }
}
