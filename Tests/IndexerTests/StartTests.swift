import AlmagestEntities
import Catalog
import Testing

@testable import Indexer

/// Where a projection begins, and begins anew.
@Suite(.timeLimit(.minutes(2))) struct StartTests {
    @Test func aProjectionGoesOnWhereItStopped() async throws {
        let projection = RecordedProjection(applied: 3)
        let fixture = try await Fixture(projection, started: false)
        let seq = try await fixture.donate(titles(1...5))
        try await fixture.indexer.start()
        #expect(await fixture.reaches(seq, in: projection))
        #expect(await projection.calls == [.apply([4, 5]), .flush])
        await fixture.close()
    }

    @Test(arguments: [false, true])
    func oneThatIsOfAnotherCatalogBeginsAnew(isSaid: Bool) async throws {
        let projection = RecordedProjection(applied: isSaid ? 3 : 99)
        let fixture = try await Fixture(projection, started: false)
        let seq = try await fixture.donate(titles(1...5))
        try await fixture.indexer.start(rebuild: isSaid)
        #expect(await fixture.reaches(seq, in: projection))
        #expect(await projection.calls == [.reset, .apply([1, 2, 3, 4, 5]), .flush])
        await fixture.close()
    }

    @Test func oneThatLostWhatItHadIsFilledAgain() async throws {
        let projection = RecordedProjection(chunk: 8)
        let fixture = try await Fixture(projection)
        let seq = try await fixture.donate(titles(1...20))
        #expect(await fixture.reaches(seq, in: projection))
        await projection.hold(.journal)
        await projection.lose()
        await fixture.indexer.lookAtFiles()
        await projection.untilHeld(.journal)
        let state = try fixture.state(of: projection)
        #expect(state.isBehind && state.isRebuilding && state.seq == 0 && state.failure == nil)
        #expect(fixture.indexer.behind(within: .all) == ["recorded"])
        await projection.letGo(.journal)
        #expect(await fixture.reaches(seq, in: projection))
        #expect(await projection.titles == Set(titles(1...20)))
        #expect(try !fixture.state(of: projection).isBehind)
        await fixture.close()
    }

    @Test func oneThatNoticesAmidAChangeIsFilledAgainAtOnce() async throws {
        let projection = RecordedProjection()
        let fixture = try await Fixture(projection)
        let first = try await fixture.donate(titles(1...20))
        #expect(await fixture.reaches(first, in: projection))
        await projection.lose()
        let seq = try await fixture.donate(titles(21...40))
        #expect(await fixture.reaches(seq, in: projection))
        #expect(await projection.titles == Set(titles(1...40)))
        #expect(try fixture.state(of: projection).failure == nil)
        await fixture.close()
    }
}
