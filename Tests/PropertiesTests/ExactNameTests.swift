import AlmagestEntities
import Catalog
import Testing

@testable import Properties

/// Names are the same when their bytes are: texts that are composed differently name different things.
@Suite struct ExactNameTests {
    private static let composed = "Caf\u{E9}"
    private static let decomposed = "Cafe\u{301}"

    private static func entity(
        _ id: String, bundle: String = "org.example.App", type: String = "Thing",
        _ properties: [(String, PropertyValue)] = []
    ) -> Entity {
        var entity = Entity(key: EntityID(bundle: bundle, type: type, id: id), display: Display(title: "A thing"))
        entity.properties = properties.map { Entity.Property($0.0, $0.1) }
        return entity
    }

    @Test func referencesLeadToTheTypeAndTheAppOfThoseBytes() async throws {
        let fixture = try Fixture()
        func reference(_ bundle: String, _ type: String) -> PropertyValue {
            .entity(EntityID(bundle: bundle, type: type, id: "x"), name: nil)
        }
        let index = try await fixture.index([
            Self.entity("x", type: Self.composed, [("p", .integer(1))]),
            Self.entity("x", type: Self.decomposed, [("p", .integer(2))]),
            Self.entity("x", bundle: Self.composed, [("p", .integer(3))]),
            Self.entity("x", bundle: Self.decomposed, [("p", .integer(4))]),
            Self.entity("a", [("to", reference("org.example.App", Self.composed))]),
            Self.entity("b", [("to", reference("org.example.App", Self.decomposed))]),
            Self.entity("c", [("to", reference(Self.composed, "Thing"))]),
            Self.entity("d", [("to", reference(Self.decomposed, "Thing"))]),
        ])
        for (value, row) in [(1, 5), (2, 6), (3, 7), (4, 8)] as [(Int64, RowID)] {
            #expect(try await index.rows("to.p", .equal, .integer(value)) == [row])
        }
        let sorted = try await index.sorted(
            RowSet([5, 6, 7, 8]), by: [SortKey(property: "to.p", ascending: false)], limit: 10)
        #expect(sorted == [8, 7, 6, 5])
    }

    @Test func groupsAndTheirFacetsAreApart() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([
            Self.entity("1", type: Self.composed), Self.entity("2", type: Self.decomposed),
            Self.entity("3", type: Self.decomposed), Self.entity("4", bundle: Self.composed),
            Self.entity("5", bundle: Self.decomposed),
        ])
        let counts = try await index.facets(RowSet(1...5), properties: ["type", "bundle"], limit: 10)
        #expect(counts[0].map(\.count) == [2, 2, 1])
        #expect(counts[1].map(\.count) == [3, 1, 1])
    }

    @Test func pathsAreApart() async throws {
        let fixture = try Fixture()
        let index = try await fixture.index([
            Self.entity("1", [(Self.composed, .integer(1))]), Self.entity("2", [(Self.decomposed, .integer(2))]),
        ])
        #expect(try await index.rows(Self.composed, .exists, .bool(true)) == [1])
        #expect(try await index.rows(Self.decomposed, .exists, .bool(true)) == [2])
        let counts = try await index.facets(
            RowSet([1, 2]), properties: [Self.composed, Self.decomposed, Self.composed], limit: 10)
        #expect(counts.map { $0.map(\.value) } == [[.integer(1)], [.integer(2)], [.integer(1)]])
    }

    @Test func whatIsRememberedForOneAppIsNotAnothers() async throws {
        let fixture = try Fixture()
        let target = EntityID(bundle: Self.composed, type: "Thing", id: "x")
        let index = try await fixture.index([
            Self.entity("x", bundle: Self.composed, [("p", .integer(1))]),
            Self.entity("a", [("to", .entity(target, name: nil))]),
        ])
        let predicate = Predicate.comparison(.init(property: "to.p", op: .equal, value: .integer(1)))
        for (bundle, rows) in [(Self.composed, [2]), (Self.decomposed, []), (Self.composed, [2])] as [(String, [RowID])]
        {
            let found = try await index.rows(
                matching: predicate, context: .in("UTC"), within: nil, reach: Reach(bundle: bundle))
            #expect(found.rows == rows)
        }
        #expect(Reach(bundle: Self.composed) != Reach(bundle: Self.decomposed))
    }
}
