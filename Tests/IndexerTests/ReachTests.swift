import AlmagestEntities
import Catalog
import Testing

@testable import Indexer

/// What is said to be on its way to somebody who sees one app's content alone.
@Suite(.timeLimit(.minutes(2))) struct ReachTests {
    private static let notes = Reach(bundle: "org.example.Notes")
    private static let mail = Reach(bundle: "org.example.Mail")

    @Test func onlyWhatIsWithinReachIsMissing() async throws {
        let projection = RecordedProjection()
        let fixture = try await Fixture(projection)
        let own = try await fixture.donate(titles(1...20))
        #expect(await fixture.reaches(own, in: projection))
        await projection.hold(.journal)
        let others = try await fixture.donate(titles(1...30, "mail"), bundle: "org.example.Mail")
        await projection.untilHeld(.journal)
        func missing(_ reach: Reach, _ seq: Seq) -> [Seq] {
            let missing = fixture.indexer.missing(in: projection.name, through: seq, within: reach)
            return [Seq(missing.count), missing.newest]
        }
        #expect(fixture.indexer.behind(within: .all) == ["recorded"])
        #expect(fixture.indexer.behind(within: Self.mail) == ["recorded"])
        #expect(fixture.indexer.behind(within: Self.notes) == [])
        #expect(missing(.all, others) == [30, others])
        #expect(missing(Self.mail, others) == [30, others])
        #expect(missing(Self.notes, others) == [0, 0])
        // What has gone ahead is there.
        let urgent = try await fixture.donate(["own"], interactive: true)
        #expect(await fixture.reaches(urgent, in: projection))
        #expect(fixture.indexer.behind(within: Self.notes) == [])
        #expect(missing(Self.notes, urgent) == [0, 0])
        #expect(missing(.all, urgent) == [31, urgent])
        // A delete in bulk, and content of its own.
        let deleted = try await fixture.indexer.delete(
            DeleteScope(bundle: "org.example.Notes", type: "Note", identifiers: ["note1"]), batch: nil,
            interactive: false)
        #expect(fixture.indexer.behind(within: Self.notes) == ["recorded"])
        #expect(missing(Self.notes, deleted.seq) == [1, deleted.seq])
        let bulk = try await fixture.donate(titles(21...40))
        #expect(missing(Self.notes, bulk) == [21, bulk])
        #expect(missing(Self.notes, deleted.seq) == [1, deleted.seq])
        await projection.letGo(.journal)
        #expect(await fixture.reaches(bulk, in: projection))
        #expect(fixture.indexer.behind(within: .all) == [])
        #expect(missing(Self.notes, bulk) == [0, 0])
        await fixture.close()
    }
}
