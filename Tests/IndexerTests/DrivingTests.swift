import AlmagestEntities
import Catalog
import Testing

@testable import Indexer

/// How changes reach the projections: in what order, in what portions, and what becomes of those that fail.
@Suite(.timeLimit(.minutes(2))) struct DrivingTests {
    @Test func theJournalComesInOrderInPortionsAndIsThenFlushed() async throws {
        let projection = RecordedProjection(chunk: 4)
        let fixture = try await Fixture(projection, started: false)
        let seq = try await fixture.donate(titles(1...10))
        try await fixture.indexer.start()
        #expect(await fixture.reaches(seq, in: projection))
        #expect(await projection.calls == [.apply([1, 2, 3, 4]), .apply([5, 6, 7, 8]), .apply([9, 10]), .flush])
        #expect(await projection.titles == Set(titles(1...10)))
        #expect(try fixture.state(of: projection).seq == seq)
        #expect(try !fixture.state(of: projection).isBehind)
        await fixture.close()
    }

    @Test func whatChangesAgainBeforeItsTurnComesOnce() async throws {
        let projection = RecordedProjection()
        let fixture = try await Fixture(projection)
        await projection.hold(.journal)
        try await fixture.donate(titles(1...20))
        await projection.untilHeld(.journal)
        for title in ["first", "second", "third"] {
            try await fixture.donate([title], id: "changing")
        }
        try await fixture.donate(["gone"])
        let seq = try await fixture.indexer.delete(
            DeleteScope(bundle: Fixture.app, type: "Note", identifiers: ["gone"]), batch: nil, interactive: false
        ).seq
        await projection.letGo(.journal)
        #expect(await fixture.reaches(seq, in: projection))
        #expect(await projection.calls.prefix(2) == [.apply(Array(1...20)), .apply([23, 25])])
        #expect(await projection.titles == Set(titles(1...20) + ["third"]))
        await fixture.close()
    }

    @Test func aSmallWriteGoesAheadOfABacklog() async throws {
        let projection = RecordedProjection()
        let fixture = try await Fixture(projection)
        await projection.hold(.journal)
        let bulk = try await fixture.donate(titles(1...40))
        await projection.untilHeld(.journal)
        let seq = try await fixture.donate(["urgent"], interactive: true)
        #expect(await fixture.reaches(seq, in: projection))
        #expect(await projection.titles == ["urgent"])
        let state = try fixture.state(of: projection)
        #expect(state.isBehind && state.seq == 0 && state.complete == 0)
        #expect(!fixture.indexer.hasApplied(bulk, in: [projection.name]))
        await projection.letGo(.journal)
        #expect(await fixture.reaches(bulk, in: projection))
        #expect(await projection.titles.count == 41)
        await fixture.close()
    }

    @Test func smallWritesThatComeWhileOneIsAppliedGoTogether() async throws {
        let projection = RecordedProjection()
        let fixture = try await Fixture(projection)
        await projection.hold(.urgent)
        try await fixture.donate(["a"], interactive: true)
        await projection.untilHeld(.urgent)
        try await fixture.donate(["b", "c"], interactive: true)
        try await fixture.donate(["d"], interactive: true)
        let seq = try await fixture.donate(["e"], interactive: true)
        await projection.letGo(.urgent)
        #expect(await fixture.reaches(seq, in: projection))
        #expect(
            await projection.calls.filter { if case .urgent = $0 { true } else { false } }
                == [.urgent([1]), .urgent([2, 3, 4, 5])])
        await fixture.close()
    }

    @Test func aWriteOfManyIsNotUrgent() async throws {
        let projection = RecordedProjection()
        let fixture = try await Fixture(projection)
        let many = titles(1...Indexer.interactiveSize + 1)
        let seq = try await fixture.donate(many, interactive: true)
        #expect(await fixture.reaches(seq, in: projection))
        #expect(await projection.calls == [.apply(Array(1...Seq(many.count))), .flush])
        await fixture.close()
    }

    @Test func whatFailsIsTriedAgainAndSaidMeanwhile() async throws {
        let projection = RecordedProjection()
        let other = RecordedProjection("other")
        let fixture = try await Fixture(projection, other)
        await projection.fail(
            .journal, AlmagestError(.diskFull, "The disk is full."), AlmagestError(.unavailable, "Not now."))
        await projection.hold(.journal)
        let seq = try await fixture.donate(titles(1...20))
        await projection.untilHeld(.journal)
        await projection.step(.journal)
        await projection.untilHeld(.journal)
        #expect(try fixture.state(of: projection).failure?.message == "The disk is full.")
        await projection.step(.journal)
        await projection.untilHeld(.journal)
        #expect(try fixture.state(of: projection).failure?.message == "Not now.")
        #expect(try fixture.state(of: projection).isBehind)
        // The others go on.
        #expect(await fixture.reaches(seq, in: other))
        await projection.letGo(.journal)
        #expect(await fixture.reaches(seq, in: projection))
        #expect(try fixture.state(of: projection).failure == nil)
        #expect(await projection.calls == [.apply(Array(1...20)), .flush])
        await fixture.close()
    }

    @Test func closingEndsWhatRestsBetweenTwoAttempts() async throws {
        let projection = RecordedProjection()
        let fixture = try await Fixture(projection, started: false)
        let driver = ProjectionDriver(projection, catalog: fixture.catalog)
        async let rest: Void = driver.rest(for: .seconds(3_600))
        await driver.close()
        await rest
        #expect(await projection.calls == [.flush, .close])
        await fixture.close()
    }

    @Test func anUrgentWriteThatFailsComesByTheJournal() async throws {
        let projection = RecordedProjection()
        let fixture = try await Fixture(projection)
        await projection.fail(.urgent, AlmagestError(.unavailable, "Not now."))
        let seq = try await fixture.donate(["a"], interactive: true)
        #expect(await fixture.reaches(seq, in: projection))
        #expect(await projection.calls == [.apply([1]), .flush])
        await fixture.close()
    }

    @Test func whatComesFasterThanItIsTakenUrgentlyComesByTheJournal() async throws {
        let projection = RecordedProjection(urgentRate: 1e-9)
        let fixture = try await Fixture(projection)
        for number in 1...UrgentAllowance.burst {
            let seq = try await fixture.donate(["\(number)"], interactive: true)
            #expect(await fixture.reaches(seq, in: projection))
        }
        let seq = try await fixture.donate(["one more"], interactive: true)
        #expect(await fixture.reaches(seq, in: projection))
        let calls = await projection.calls
        #expect(
            calls.filter { if case .urgent = $0 { true } else { false } }
                == (1...Seq(UrgentAllowance.burst)).map { .urgent([$0]) })
        #expect(calls.contains { if case .apply(let seqs) = $0 { seqs.last == seq } else { false } })
        await fixture.close()
    }

    @Test func anAllowanceIsMadeUpForInTime() {
        let now = ContinuousClock.now
        var allowance = UrgentAllowance(rate: 20, at: now)
        let asked: [(count: Int, milliseconds: Int)] = [
            (UrgentAllowance.burst, 0), (1, 0), (2, 75), (2, 100), (1, 100),
            // No more is saved up than may be taken at once.
            (UrgentAllowance.burst + 1, 60_000), (UrgentAllowance.burst, 60_000),
        ]
        let taken = asked.map { allowance.take($0.count, at: now + .milliseconds($0.milliseconds)) }
        #expect(taken == [true, false, false, true, false, false, true])
    }

    @Test func whoWaitsTooLongIsToldWhatIsLate() async throws {
        let (slow, fast) = (RecordedProjection("slow"), RecordedProjection("fast"))
        let fixture = try await Fixture(slow, fast)
        await slow.hold(.journal)
        let seq = try await fixture.donate(titles(1...20))
        #expect(await fixture.reaches(seq, in: fast))
        #expect(await fixture.indexer.wait(for: seq, in: ["slow", "fast"], until: .now) == ["slow"])
        #expect(await fixture.indexer.wait(for: seq, in: ["fast"], until: .now).isEmpty)
        await slow.untilHeld(.journal)
        let waiting = Task { await fixture.indexer.wait(for: seq, in: ["slow"], until: .now + .seconds(60)) }
        waiting.cancel()
        #expect(await waiting.value == ["slow"])
        await slow.letGo(.journal)
        #expect(await fixture.reaches(seq, in: slow))
        await fixture.close()
    }

    @Test func closingLetsNobodyWaitAndFlushes() async throws {
        let projection = RecordedProjection()
        let fixture = try await Fixture(projection)
        await projection.hold(.journal)
        let seq = try await fixture.donate(titles(1...20))
        await projection.untilHeld(.journal)
        let waiting = Task { await fixture.indexer.wait(for: seq + 1, in: ["recorded"], until: .now + .seconds(60)) }
        let closing = Task { await fixture.indexer.close() }
        await projection.letGo(.journal)
        await closing.value
        #expect(await waiting.value == ["recorded"])
        #expect(await projection.calls.suffix(2) == [.flush, .close])
        await fixture.catalog.close()
    }
}
