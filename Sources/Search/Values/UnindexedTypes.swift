import AlmagestEntities
import Catalog
import Providers

/// Asks apps that answer no `values` about types of theirs of which nothing is indexed, by what they do answer: `matching`
/// for words, `find` for properties. `searchInApp` shows something to the person and is never asked for an answer.
struct UnindexedTypes: Sendable {
    /// What is looked for.
    enum Question: Sendable {
        case words(String)
        /// All of these properties.
        case properties([Entity.Property])

        var call: ProviderCall {
            switch self {
            case .words: .matching
            case .properties: .find
            }
        }
    }

    /// An app to ask, and its types that are wanted and not indexed.
    struct Asked: Sendable {
        let bundle: String
        let types: [String]
    }

    let engine: SearchEngine
    let providers: Providers

    /// The apps that can be asked that, without those in `except`.
    func apps(
        for question: Question, of manifests: [ProviderManifest], except: Set<ExactName> = [],
        wanted: (EntityID, _ schema: String?) -> Bool
    ) async -> [Asked] {
        let counts = engine.catalog.counts()
        let indexed = Set(counts.filter { $0.entities > 0 }.map { EntityID(bundle: $0.bundle, type: $0.type, id: "") })
        var result: [Asked] = []
        for manifest in manifests
        where engine.reach.allows(manifest.bundle) && !except.contains(ExactName(manifest.bundle)) {
            let types = manifest.types.filter {
                let kind = EntityID(bundle: manifest.bundle, type: $0.type, id: "")
                return !indexed.contains(kind) && wanted(kind, $0.schema)
            }.map(\.type)
            guard !types.isEmpty, await providers.answers(question.call, of: manifest.bundle) else { continue }
            result.append(Asked(bundle: manifest.bundle, types: types))
        }
        return result
    }

    /// What an app has of these types, in its order, of each at most `limit`; an answer of another type is left out.
    func entities(_ question: Question, of asked: Asked, limit: Int) async throws(AlmagestError) -> [Entity] {
        var found: [Entity] = []
        // One deadline, however many types there are.
        let deadline = ContinuousClock.now + .milliseconds(providers.settings.valuesMilliseconds)
        for type in asked.types where found.count < providers.settings.results {
            let answer = try await providers.call(
                question.call, of: asked.bundle, Self.parameters(question, type, limit),
                timeout: max(.milliseconds(1), deadline - .now))
            let given = try ProvidedEntities(providers: providers)
                .read(answer["entities"], of: asked.bundle, path: "entities")
            found += given.filter { $0.key.type.hasSameBytes(as: type) }.prefix(limit)
        }
        return found
    }

    private static func parameters(_ question: Question, _ type: String, _ limit: Int) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("type")
        json.string(type)
        switch question {
        case .words(let text):
            json.key("string")
            json.string(text)
        case .properties(let properties):
            json.key("where")
            json.beginObject()
            json.key("all")
            json.beginArray()
            for property in properties {
                json.beginObject()
                json.key("property")
                json.string(property.name)
                json.key("op")
                json.string("==")
                json.key("value")
                property.value.write(to: &json)
                json.endObject()
            }
            json.endArray()
            json.endObject()
            json.key("limit")
            json.integer(limit)
        }
        json.endObject()
        return json.bytes
    }
}

extension ValueInput {
    /// What an app that does not know structured inputs can be asked instead; nil for what has no words or properties.
    var question: UnindexedTypes.Question? {
        switch (criteria, subject) {
        case (.searchQuery(let text), _): return Self.words(text)
        case (.unspecified, _), (.url, _): return nil
        case (nil, .person(let person)): return Self.words(person.name ?? person.handle)
        case (nil, .place(let place)): return Self.words(place.name)
        case (nil, .labels(let labels)): return Self.words(labels.first)
        case (nil, .described(_, let properties)): return properties.isEmpty ? nil : .properties(properties)
        case (nil, .audio), (nil, .string), (nil, .dateInterval), (nil, .entities): return nil
        }
    }

    private static func words(_ text: String?) -> UnindexedTypes.Question? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        return .words(text)
    }
}
