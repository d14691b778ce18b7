import AlmagestEntities
import AlmagestSchemas
import Foundation
import TestSupport
import Testing

@Suite struct SchemaCatalogTests {

    @Test func schemasAreFoundByName() throws {
        let catalog = SchemaCatalog.shared
        let event = try #require(catalog.entity("calendar.event"))
        #expect(event.facts.identifier == "EventEntity")
        #expect(event.facts.since == "27.0")
        #expect(event.facts.evidence == .documentation)
        #expect(event.member("startDate")?.type == .date)
        #expect(event.member("startDate")?.isRequired == true)
        #expect(event.member("note")?.isOptional == true)
        #expect(event.member("attendees")?.type == .list(.entity("calendar.attendee")))
        #expect(event.member("attendees")?.isRequired == false)
        #expect(catalog.intent("calendar.createEvent")?.result == .entity("calendar.event"))
        #expect(catalog.intent("system.search")?.facts.isDeprecated == true)
        #expect(
            catalog.intent("audio.playAudio")?.parameters?.first { $0.name == "playbackAttributes" }?.defaultValue
                == "[]")
        #expect(catalog.enumeration("calendar.eventStatus")?.cases == ["confirmed", "tentative", "cancelled"])
        #expect(catalog.union("calendar.EventLocation")?.cases?.map(\.name) == ["placeDescriptor", "string"])
        #expect(catalog.entity("calendar.nothing") == nil)
        #expect(catalog.domain("mail")?.entities.count == 5)
    }

    @Test func everyNameIsGivenOnceAndEveryTypeIsKnown() {
        let catalog = SchemaCatalog.shared
        #expect(
            catalog.domains.map(\.name) == [
                "assistant", "audio", "books", "browser", "calendar", "camera", "clock", "files", "journal", "mail",
                "maps", "messages", "notes", "phone", "photos", "presentation", "reader", "reminders", "spreadsheet",
                "system", "visualIntelligence", "whiteboard", "wordProcessor",
            ])
        #expect(catalog.domains.reduce(0) { $0 + $1.entities.count } == 74)
        #expect(catalog.domains.reduce(0) { $0 + $1.intents.count } == 182)
        #expect(catalog.domains.reduce(0) { $0 + $1.enums.count } == 50)
        func check(_ type: SchemaType, _ place: String) {
            switch type {
            case .entity(let name): #expect(catalog.entity(name) != nil, "\(place): \(name)")
            case .enumeration(let name): #expect(catalog.enumeration(name) != nil, "\(place): \(name)")
            case .union(let name): #expect(catalog.union(name) != nil, "\(place): \(name)")
            case .list(let element), .set(let element): check(element, place)
            default: break
            }
        }
        for domain in catalog.domains {
            let names =
                domain.entities.map(\.name) + domain.intents.map(\.name) + domain.enums.map(\.name)
                + domain.unions.map(\.name)
            #expect(names.allSatisfy { $0.hasPrefix(domain.name + ".") })
            let members =
                domain.entities.map { ($0.name, $0.members) } + domain.intents.map { ($0.name, $0.parameters) }
                + domain.unions.map { ($0.name, $0.cases) }
            for (name, members) in members {
                #expect(Set((members ?? []).map(\.name)).count == (members ?? []).count)
                for member in members ?? [] { check(member.type, name) }
            }
        }
    }

    /// Holds what is compiled in against the files it was made from.
    @Test func theCatalogSaysWhatTheFilesSay() throws {
        let folder = ProjectFiles.root.appendingPathComponent("config/schemas")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        #expect(files.count == SchemaCatalog.shared.domains.count)
        for file in files {
            let root = try JSONDocument(Array(Data(contentsOf: file))).root
            let name = try #require(root["domain"]?.string)
            let domain = try #require(SchemaCatalog.shared.domain(name))
            #expect(root["tier"]?.string == domain.tier.rawValue)
            compare(root["entities"], domain.entities.map { ($0.facts, $0.members?.map(\.name)) }, "members", name)
            compare(root["intents"], domain.intents.map { ($0.facts, $0.parameters?.map(\.name)) }, "parameters", name)
            compare(root["enums"], domain.enums.map { ($0.facts, $0.cases) }, "cases", name)
            compare(root["unions"], domain.unions.map { ($0.facts, $0.cases?.map(\.name)) }, "cases", name)
        }
    }

    private func compare(_ json: JSONValue?, _ schemas: [(SchemaFacts, [String]?)], _ key: String, _ domain: String) {
        let items = json.map { Array($0.members) } ?? []
        #expect(items.map { "\(domain).\($0.key)" } == schemas.map(\.0.name))
        for (item, schema) in zip(items, schemas) {
            #expect(item.value["identifier"]?.string ?? "" == schema.0.identifier)
            #expect(item.value["since"]?.string ?? "" == schema.0.since)
            #expect(item.value["evidence"]?.string == schema.0.evidence.rawValue)
            #expect(item.value["deprecated"]?.bool ?? false == schema.0.isDeprecated)
            #expect(item.value["note"]?.string == schema.0.note)
            let names = item.value[key].map {
                $0.kind == .array ? $0.elements.compactMap(\.string) : $0.members.map(\.key)
            }
            #expect(names == schema.1, "\(schema.0.name)")
        }
    }

    @Test(.enabled(if: Generator.isRunnable)) func theGeneratedSwiftIsWhatTheGeneratorWrites() throws {
        #expect(try Generator("generate-schemas").differences() == nil)
    }
}
