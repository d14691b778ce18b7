import AlmagestEntities
import Foundation
import Settings
import Testing

@testable import Catalog

@Suite("Context")
struct ContextTests {
    private static let day: Double = 86_400
    private static let now: Double = 1_796_000_000

    private func interaction(
        _ ids: String..., at date: Double = now, intent: String = "Observe", bundle: String = "org.example.Stars"
    ) -> Interaction {
        Interaction(
            bundle: bundle, intentType: intent, date: date, body: Array("{\"entities\":\(ids)}".utf8),
            entities: ids.map { key($0, bundle: bundle) })
    }

    @Test("interactions are counted, and the same after the store is opened again")
    func reopening() async throws {
        let scratch = try Scratch()
        let dates = (0..<9).map { Self.now - Double($0 * $0) * Self.day / 3 }
        let before = try await scratch.withCatalog { catalog in
            try await catalog.put(star("vega"), star("rigel"))
            // Not in the order of their dates.
            for date in dates.shuffled() { #expect(try await catalog.donate(interaction("vega", at: date)) != nil) }
            _ = try await catalog.donate(interaction("rigel", "rigel", "spica"))
            return catalog.context.use(of: key("vega"))
        }
        #expect(before.count == 9 && before.last == Self.now)
        try await scratch.withCatalog { catalog in
            #expect(catalog.context.use(of: key("vega")) == before)
            #expect(catalog.context.use(of: RowID(1)) == before)
            #expect(catalog.context.uses(of: [1, 2, 3]).keys.sorted() == [1, 2])
            #expect(catalog.context.use(of: key("rigel")).count == 1)
            #expect(catalog.contextCounts.interactions == 10)
            let faults = try await catalog.integrityFaults(quick: false)
            #expect(faults.isEmpty)
        }
    }

    @Test("an interaction that is sent again, with its date and its content, is there once")
    func sentAgain() async throws {
        let scratch = try Scratch()
        try await scratch.withCatalog { catalog in
            try await catalog.put(star("vega"))
            let first = try #require(try await catalog.donate(interaction("vega")))
            #expect(try await catalog.donate(interaction("vega")) == first)
            let others = [
                interaction("vega", at: Self.now + 1), interaction("vega", intent: "Draw"), interaction("rigel"),
                interaction("vega", bundle: "org.example.Other"),
            ]
            for other in others { #expect(try await catalog.donate(other) != first) }
            #expect(catalog.contextCounts.interactions == 5)
            #expect(catalog.context.use(of: key("vega")).count == 3)
            #expect(try await catalog.deleteInteractions(InteractionScope(donations: [first])) == [first])
            #expect(try await catalog.donate(interaction("vega")) != first)
        }
    }

    @Test("a use weighs half after two weeks, and uses add up")
    func weight() {
        #expect(Use([]).weight(now: Self.now) == 0)
        #expect(abs(Use([Self.now]).weight(now: Self.now) - 1) < 1e-9)
        #expect(abs(Use([Self.now]).weight(now: Self.now + 14 * Self.day) - 0.5) < 1e-9)
        #expect(abs(Use([Self.now - 28 * Self.day, Self.now]).weight(now: Self.now) - 1.25) < 1e-9)
    }

    @Test("what is deleted has no use and is not relevant; donated again it is as it was")
    func deletion() async throws {
        let scratch = try Scratch()
        try await scratch.withCatalog { catalog in
            try await catalog.put(star("vega"), star("rigel"))
            _ = try await catalog.donate(interaction("vega"))
            let named = try await catalog.stateRelevant(
                [key("rigel"), key("vega"), key("never")], bundle: "org.example.Stars", kind: "audio", detail: "",
                date: Self.now)
            #expect(named == 3)
            #expect(catalog.context.relevant(now: Self.now).map(\.entity.id) == ["rigel", "vega"])
            _ = try await catalog.delete(
                DeleteScope(bundle: "org.example.Stars", type: "Star", identifiers: ["vega"]))
            #expect(catalog.context.relevant(now: Self.now).map(\.entity.id) == ["rigel"])
            #expect(catalog.context.uses(of: [1]).isEmpty)
            try await catalog.put(star("vega"))
            #expect(catalog.context.relevant(kind: "audio", now: Self.now).map(\.row) == [2, 3])
            #expect(catalog.context.use(of: RowID(3)).count == 1)
        }
        try await scratch.withCatalog { catalog in
            #expect(catalog.context.relevant(now: Self.now).map(\.entity.id) == ["rigel", "vega"])
        }
    }

    @Test("an expired entity is not relevant, even before it is removed")
    func expired() async throws {
        let scratch = try Scratch()
        try await scratch.withCatalog { catalog in
            try await catalog.put(star("vega", expires: Self.now + 10))
            _ = try await catalog.annotate(
                [key("vega")], bundle: "org.example.Stars", on: .alarm, date: Self.now)
            #expect(catalog.context.annotations(on: .alarm, now: Self.now) == [key("vega")])
            #expect(catalog.context.annotations(on: .notification, now: Self.now) == [])
            #expect(catalog.context.annotations(on: .alarm, now: Self.now + 11) == [])
        }
    }

    @Test("a statement replaces the one before it, is taken back in part or whole, and lapses after four weeks")
    func statements() async throws {
        let scratch = try Scratch()
        try await scratch.withCatalog { catalog in
            try await catalog.put(star("vega"), star("rigel"), star("spica"))
            func state(_ ids: [String], _ kind: String, _ detail: String = "", at date: Double = Self.now) async throws
            {
                _ = try await catalog.stateRelevant(
                    ids.map { key($0) }, bundle: "org.example.Stars", kind: kind, detail: detail, date: date)
            }
            func relevant(_ kind: String? = nil, now: Double = Self.now) -> [String] {
                catalog.context.relevant(kind: kind, now: now).map(\.entity.id)
            }
            try await state(["vega", "rigel"], "audio")
            try await state(["spica"], "audio", at: Self.now + 1)
            #expect(relevant() == ["spica"])
            try await state(["vega", "spica"], "workout", #"{"activity":"run"}"#, at: Self.now + 2)
            try await state(["rigel"], "workout", #"{"activity":"swim"}"#, at: Self.now + 3)
            #expect(relevant("workout") == ["rigel", "vega", "spica"])
            #expect(relevant("audio") == ["spica"])
            let bundle = "org.example.Stars"
            #expect(try await catalog.retractRelevant([key("spica")], bundle: bundle, context: nil) == 2)
            #expect(relevant() == ["rigel", "vega"])
            let run = ("workout", #"{"activity":"run"}"#)
            #expect(try await catalog.retractRelevant(nil, bundle: bundle, context: run) == 1)
            #expect(try await catalog.retractRelevant(nil, bundle: "org.example.Other", context: nil) == 0)
            #expect(relevant() == ["rigel"])
            #expect(relevant(now: Self.now + 28 * Self.day + 2) == ["rigel"])
            #expect(relevant(now: Self.now + 28 * Self.day + 4) == [])
            #expect(catalog.contextCounts.statements == 1)
            try await catalog.expireContext(now: Self.now + 29 * Self.day)
            #expect(catalog.contextCounts.statements == 0)
            try await state(["vega"], "audio")
            try await state([], "audio")
            #expect(catalog.contextCounts.statements == 0)
        }
    }

    @Test("old interactions go, the oldest first when there are too many")
    func bounds() async throws {
        let scratch = try Scratch()
        var settings = CatalogSettings()
        settings.context.interactionsPerBundle = 5
        settings.context.interactions = 7
        let catalog = try await scratch.open(settings)
        try await catalog.put(star("vega"))
        for number in 0..<8 {
            _ = try await catalog.donate(interaction("vega", at: Self.now + Double(number)))
        }
        #expect(catalog.context.use(of: key("vega")) == Use((3..<8).map { Self.now + Double($0) }))
        for number in 0..<4 {
            _ = try await catalog.donate(
                interaction("x", at: Self.now + 99 + Double(number), bundle: "org.example.Other"))
        }
        #expect(catalog.contextCounts.interactions == 7)
        #expect(catalog.context.use(of: key("vega")).count == 3)
        try await catalog.expireContext(now: Self.now + 180 * Self.day + 50)
        #expect(catalog.contextCounts.interactions == 4)
        #expect(catalog.context.use(of: key("vega")) == .none)
        await catalog.close()
    }

    @Test("interactions are deleted by number, entity and intent, and only those of the bundle")
    func deletingInteractions() async throws {
        let scratch = try Scratch()
        try await scratch.withCatalog { catalog in
            try await catalog.put(star("vega"))
            let first = try #require(try await catalog.donate(interaction("vega")))
            _ = try await catalog.donate(interaction("vega", intent: "Name"))
            let third = try #require(try await catalog.donate(interaction("rigel", intent: "Name")))
            let foreign = InteractionScope(bundle: "org.example.Other", donations: [first])
            #expect(try await catalog.deleteInteractions(foreign) == [])
            #expect(
                try await catalog.deleteInteractions(InteractionScope(donations: [first, DonationID(99)])) == [first])
            #expect(catalog.context.use(of: key("vega")).count == 1)
            let both = InteractionScope(entities: [key("rigel")], intentType: "Name")
            #expect(try await catalog.deleteInteractions(both) == [third])
            #expect(try await catalog.deleteInteractions(InteractionScope(intentType: "Name")).count == 1)
            #expect(catalog.contextCounts.interactions == 0)
            #expect(catalog.context.uses(of: [1]).isEmpty)
        }
    }

    @Test("an app that donates without pause is thinned, another is not")
    func thinning() async throws {
        let scratch = try Scratch()
        var settings = CatalogSettings()
        settings.context.donationsPerMinute = 3
        let catalog = try await scratch.open(settings)
        var taken = 0
        for _ in 0..<50 where try await catalog.donate(interaction("vega")) != nil { taken += 1 }
        #expect((3...6).contains(taken))
        #expect(catalog.contextCounts.thinned.map(\.bundle) == ["org.example.Stars"])
        #expect(catalog.contextCounts.thinned.map(\.count) == [50 - taken])
        #expect(try await catalog.donate(interaction("x", bundle: "org.example.Other")) != nil)
        await catalog.close()
    }

    @Test("an app may not speak of contexts without number")
    func tooManySubjects() async throws {
        let scratch = try Scratch()
        try await scratch.withCatalog { catalog in
            var refused = 0
            for number in 0..<70 {
                let error = await errorName {
                    _ = try await catalog.stateRelevant(
                        [key("vega")], bundle: "org.example.Stars", kind: "k\(number)", detail: "", date: Self.now)
                }
                if error == .tooLarge { refused += 1 }
            }
            #expect(refused == 6 && catalog.contextCounts.statements == 64)
        }
    }

    @Test("what is on screen goes with who said it, and after its time")
    func screens() async throws {
        let scratch = try Scratch()
        try await scratch.withCatalog { catalog in
            func statement(_ bundle: String, at date: Double = Self.now) -> ScreenStatement {
                ScreenStatement(bundle: bundle, activityTitle: "A", updated: date)
            }
            catalog.context.show(statement("a", at: Self.now - 8_000), by: 1)
            catalog.context.show(statement("b"), by: 2)
            catalog.context.show(statement("c"), by: 1)
            #expect(catalog.context.screens().map(\.bundle) == ["c", "b", "a"])
            try await catalog.expireContext(now: Self.now)
            #expect(catalog.context.screens().map(\.bundle) == ["c", "b"])
            catalog.context.forgetScreens(of: 1)
            #expect(catalog.context.screens().map(\.bundle) == ["b"])
            catalog.context.show(ScreenStatement(bundle: "b", updated: Self.now), by: 2)
            #expect(catalog.context.screens().isEmpty)
        }
    }
}
