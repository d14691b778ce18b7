import AlmagestEntities
import Testing

@testable import Catalog

@Suite("RowTable")
struct RowTableTests {
    private func sky(_ scratch: Scratch) async throws -> Catalog {
        let catalog = try await scratch.open()
        try await catalog.put(
            star("a", domain: "mail"), star("b", domain: "mail.inbox"), star("c", domain: "mailbox"),
            star("d", hidden: true), star("e", bundle: "org.example.Other", type: "Planet"))
        return catalog
    }

    private func rows(
        _ catalog: Catalog, bundles: [String]? = nil, types: [String]? = nil, domains: [String]? = nil,
        hidden: Bool = false, now: Double = 0
    ) -> [RowID]? {
        catalog.rows.rowSet(bundles: bundles, types: types, domains: domains, includeHidden: hidden, now: now)?.rows
    }

    @Test("filters by bundle, type, domain and visibility; nil where nothing is kept out")
    func filters() async throws {
        let scratch = try Scratch()
        let catalog = try await sky(scratch)
        #expect(rows(catalog, hidden: true) == nil)
        #expect(rows(catalog) == [1, 2, 3, 5])
        #expect(rows(catalog, bundles: ["org.example.Other", "none"]) == [5])
        #expect(rows(catalog, types: ["Star"], hidden: true) == [1, 2, 3, 4])
        #expect(rows(catalog, domains: ["mail"]) == [1, 2])
        #expect(rows(catalog, bundles: ["org.example.Other"], domains: ["mail"]) == [])
        #expect(rows(catalog, bundles: []) == [])
        #expect(rows(catalog, types: [""]) == [])
    }

    @Test("a commit is seen by the next filter, and a repeated one comes from the cache unchanged")
    func generations() async throws {
        let scratch = try Scratch()
        let catalog = try await sky(scratch)
        #expect(rows(catalog, types: ["Star"]) == [1, 2, 3])
        #expect(rows(catalog, types: ["Star"]) == [1, 2, 3])
        try await catalog.put(star("f", expires: 50))
        #expect(rows(catalog, types: ["Star"]) == [1, 2, 3, 6])
        #expect(rows(catalog, types: ["Star"], now: 50) == [1, 2, 3])
        #expect(rows(catalog, types: ["Star"], now: 49) == [1, 2, 3, 6])
        _ = try await catalog.delete(DeleteScope(bundle: "org.example.Stars", identifiers: ["a", "d"]))
        #expect(rows(catalog, types: ["Star"]) == [2, 3, 6])
        #expect(rows(catalog) == nil)
    }

    @Test("tells which rows changed after a seq, deleted ones too, before and after reopening")
    func changed() async throws {
        let scratch = try Scratch()
        var catalog = try await sky(scratch)
        try await catalog.put(star("b", "B"))
        _ = try await catalog.delete(DeleteScope(bundle: "org.example.Stars", identifiers: ["a"]))
        for _ in 0..<2 {
            #expect(catalog.rows.rowsChanged(after: 7).isEmpty)
            #expect(catalog.rows.rowsChanged(after: 6).rows == [1])
            #expect(catalog.rows.rowsChanged(after: 5).rows == [1, 2])
            #expect(catalog.rows.rowsChanged(after: 0).rows == [1, 2, 3, 4, 5])
            await catalog.close()
            catalog = try await scratch.open()
        }
    }

    @Test("has the columns of every row, before and after reopening")
    func columns() async throws {
        let scratch = try Scratch()
        var entity = star("z", domain: "deep.sky", hidden: true, expires: 1e12)
        entity.ownership = [.shared, .public]
        entity.priority = -12
        var catalog = try await sky(scratch)
        try await catalog.put(entity)
        for _ in 0..<2 {
            let names = catalog.rows.filtering { _, names, _ in names }
            let facts = catalog.rows.withColumns { columns in
                #expect(columns.count == 7 && columns.revision[0] == 0)
                #expect(columns.revision[6] == 6 && columns.priority[6] == -12 && columns.expires[6] == 1e12)
                #expect(columns.ownership[6] == entity.ownership.rawValue && columns.hidden[6] == 1)
                #expect(columns.expires[5] == .infinity && columns.hidden[5] == 0 && columns.domain[5] == 0)
                return (Int(columns.bundle[6]), Int(columns.type[5]), Int(columns.domain[6]))
            }
            #expect(names.bundles[facts.0] == "org.example.Stars" && names.types[facts.1] == "Planet")
            #expect(names.domains[facts.2] == "deep.sky")
            await catalog.close()
            catalog = try await scratch.open()
        }
    }

    @Test("a row that never was is not there")
    func outside() async throws {
        let scratch = try Scratch()
        let catalog = try await sky(scratch)
        for row in [0, 6, 1 << 20, RowID.max] {
            #expect(catalog.rows.revision(row) == 0)
            #expect(!catalog.rows.isLive(row, revision: 0, now: 0))
        }
    }

    @Test("domains are matched by whole labels")
    func domains() {
        #expect(isDomain("mail", within: "mail") && isDomain("mail.in", within: "mail"))
        #expect(!isDomain("mailbox", within: "mail") && !isDomain("mai", within: "mail") && !isDomain("", within: "a"))
    }
}
