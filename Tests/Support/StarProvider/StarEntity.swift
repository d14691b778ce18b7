import AppIntents
import CoreSpotlight
import CoreTransferable
import GeoToolbox

/// A star with what observers ask for.
struct StarEntity: IndexedEntity, Transferable {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Star"
    static let defaultQuery = StarQuery()

    let id: Int
    @Property(title: "Name") var name: String
    @Property(title: "Constellation") var constellation: String
    @Property(title: "Magnitude") var magnitude: Double
    @Property(title: "Risen") var risen: Date

    @ComputedProperty(title: "Brightness")
    var brightness: String { magnitude < 1 ? "bright" : "faint" }

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", subtitle: "\(constellation)", image: { .init(systemName: "star") })
    }

    static var transferRepresentation: some TransferRepresentation {
        ValueRepresentation(exporting: \.place)
        ProxyRepresentation(exporting: \.name)
        DataRepresentation(exportedContentType: .json) { Data("{\"name\":\"\($0.name)\"}".utf8) }
    }

    var place: PlaceDescriptor {
        PlaceDescriptor(
            representations: [.coordinate(.init(latitude: 28.3, longitude: -16.5))], commonName: "\(name) from Teide")
    }

    init(id: Int, name: String, constellation: String, magnitude: Double) {
        self.id = id
        self.name = name
        self.constellation = constellation
        self.magnitude = magnitude
        risen = Date(timeIntervalSince1970: 1_786_500_000 + Double(id) * 3_600)
    }

    static let all = [
        StarEntity(id: 1, name: "Sirius", constellation: "Canis Major", magnitude: -1.46),
        StarEntity(id: 2, name: "Vega", constellation: "Lyra", magnitude: 0.03),
        StarEntity(id: 3, name: "Rigel", constellation: "Orion", magnitude: 0.13),
        StarEntity(id: 4, name: "Betelgeuse", constellation: "Orion", magnitude: 0.5),
        StarEntity(id: 5, name: "Mintaka", constellation: "Orion", magnitude: 2.23),
    ]
}

/// A star's magnitude by its name: "as bright as Vega".
struct MagnitudeOfStar: Resolver {
    func resolve(from input: String, context: IntentParameterContext<Double>) async throws -> Double? {
        StarEntity.all.first { $0.name == input }?.magnitude
    }
}

/// All questions that there are about stars.
struct StarQuery: EntityStringQuery, EnumerableEntityQuery, EntityPropertyQuery, IndexedEntityQuery {
    typealias ComparatorMappingType = @Sendable (StarEntity) -> Bool

    static let properties = QueryProperties {
        Property(\StarEntity.$name) {
            EqualToComparator { name -> ComparatorMappingType in { $0.name == name } }
            NotEqualToComparator { name -> ComparatorMappingType in { $0.name != name } }
            ContainsComparator { part -> ComparatorMappingType in { $0.name.contains(part) } }
            HasPrefixComparator { start -> ComparatorMappingType in { $0.name.hasPrefix(start) } }
            HasSuffixComparator { end -> ComparatorMappingType in { $0.name.hasSuffix(end) } }
        }
        Property(\StarEntity.$magnitude) {
            LessThanComparator { limit -> ComparatorMappingType in { $0.magnitude < limit } }
            LessThanOrEqualToComparator(withResolvers: { MagnitudeOfStar() }) { limit -> ComparatorMappingType in
                { $0.magnitude <= limit }
            }
            GreaterThanOrEqualToComparator { limit -> ComparatorMappingType in { $0.magnitude >= limit } }
            IsBetweenComparator { low, high -> ComparatorMappingType in { low...high ~= $0.magnitude } }
        }
        Property(\StarEntity.$risen) {
            GreaterThanComparator { date -> ComparatorMappingType in { $0.risen > date } }
        }
        Property(\StarEntity.$brightness) {
            EqualToComparator { word -> ComparatorMappingType in { $0.brightness == word } }
        }
    }
    static let sortingOptions = SortingOptions {
        SortableBy(\StarEntity.$name)
        SortableBy(\StarEntity.$magnitude)
    }

    func entities(for identifiers: [Int]) async throws -> [StarEntity] {
        try await Behaviour.current.show()
        return StarEntity.all.filter { identifiers.contains($0.id) }
    }

    func entities(matching string: String) async throws -> [StarEntity] {
        StarEntity.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
    }

    func allEntities() async throws -> [StarEntity] {
        guard Behaviour.current == .million else { return StarEntity.all }
        return (1...2_500).map {
            StarEntity(id: $0, name: "Star \($0)", constellation: "Milky Way", magnitude: 6)
        }
    }

    func entities(
        matching comparators: [ComparatorMappingType], mode: ComparatorMode, sortedBy: [EntityQuerySort<StarEntity>],
        limit: Int?
    ) async throws -> [StarEntity] {
        var found = StarEntity.all.filter { star in
            mode == .and ? comparators.allSatisfy { $0(star) } : comparators.contains { $0(star) }
        }
        if let sort = sortedBy.first {
            found.sort { sort.by == \StarEntity.$name ? $0.name < $1.name : $0.magnitude < $1.magnitude }
            if sort.order == .descending { found.reverse() }
        }
        return Array(found.prefix(limit ?? found.count))
    }

    func reindexEntities(for identifiers: [Int], indexDescription: CSSearchableIndexDescription) async throws {
        try await CSSearchableIndex(name: "stars").indexAppEntities(entities(for: identifiers))
    }

    func reindexAllEntities(indexDescription: CSSearchableIndexDescription) async throws {
        try await CSSearchableIndex(name: "stars").indexAppEntities(StarEntity.all)
    }
}
