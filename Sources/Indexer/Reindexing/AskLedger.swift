import AlmagestEntities
import Files
import Foundation
import Glibc

/// Which apps are still to be asked for their content, kept beside the catalog and apart from it, so that it outlives
/// one that is damaged.
struct AskLedger: Equatable {
    /// Which catalog the rest is about.
    var store: String
    /// The catalog before this one was lost: every app is asked once.
    var asksEveryone = false
    /// Those that have told everything since.
    var told: Set<ExactName> = []
    /// Types to ask for, by bundle.
    var types: [ExactName: Set<ExactName>] = [:]
    /// The schemas that manifests gave types the last time, by bundle and type, as `ProviderManifest.kind` says them.
    var schemas: [ExactName: [ExactName: String]] = [:]

    /// So many apps are asked for everything; nobody has more, and names that somebody makes up end here.
    private static let mostApps = 10_000
    /// A ledger that is longer is none.
    private static let mostBytes = 64 << 20

    init(store: String) { self.store = store }

    /// The ledger for a catalog. One that was kept for another catalog, or cannot be read, asks every app; what is no
    /// file is moved out of the way.
    init(path: String, store: String) {
        self.init(store: store)
        let wasNoFile = SetAside.allButFile(at: path) != nil
        var status = stat()
        // Where there never was one nothing was lost.
        guard wasNoFile || stat(path, &status) == 0 else { return }
        asksEveryone = true
        guard !wasNoFile, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostBytes,
            let data = FileManager.default.contents(atPath: path),
            let kept = try? JSONDecoder().decode(Kept.self, from: data)
        else { return }
        schemas = kept.ledger.schemas
        if kept.store == store { self = kept.ledger }
    }

    /// What is to be asked of a bundle: nil for nothing, an empty set for everything.
    func wanted(of bundle: String) -> Set<ExactName>? {
        let name = ExactName(bundle)
        if asksEveryone, told.count < Self.mostApps, !told.contains(name) { return [] }
        return types[name]
    }

    /// An app has told what was wanted of it.
    mutating func met(_ wanted: Set<ExactName>, by bundle: String) {
        let name = ExactName(bundle)
        if wanted.isEmpty { told.insert(name) } else { types[name]?.subtract(wanted) }
        if types[name]?.isEmpty ?? false { types[name] = nil }
    }

    /// Takes note of what a manifest says; types whose schema is another than before are to be asked for, and those
    /// that it names no longer are forgotten.
    mutating func note(_ declared: [ExactName: String], of bundle: String) {
        let name = ExactName(bundle)
        let before = schemas[name] ?? [:]
        let changed = declared.filter { type, schema in before[type].map { $0 != schema } ?? false }
        let forgotten = before.keys.filter { declared[$0] == nil }
        let wanted = (types[name] ?? []).union(changed.keys).subtracting(forgotten)
        types[name] = wanted.isEmpty ? nil : wanted
        schemas[name] = declared
    }

    /// Of a type something is lost; false when that is known.
    mutating func lost(_ type: String, of bundle: String) -> Bool {
        types[ExactName(bundle), default: []].insert(ExactName(type)).inserted
    }

    // MARK: On disk

    /// Puts it on disk, whole or not at all.
    func write(to path: String) throws {
        let data = try JSONEncoder().encode(Kept(self))
        let fresh = path + ".new"
        SetAside.whatIsNoFile(at: fresh)
        _ = unlink(fresh)
        guard FileManager.default.createFile(atPath: fresh, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: fresh)
        else { throw CocoaError(.fileWriteNoPermission) }
        try file.write(contentsOf: data)
        try file.synchronize()
        try file.close()
        guard rename(fresh, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// As lists, since keys of an object that differ in their bytes alone would be one.
    private struct Kept: Codable {
        struct App: Codable {
            var bundle: String
            var types: [String]
        }
        struct Schema: Codable {
            var bundle: String
            var type: String
            var schema: String
        }

        var store: String
        var asksEveryone: Bool
        var told: [String]
        var types: [App]
        var schemas: [Schema]

        init(_ ledger: AskLedger) {
            store = ledger.store
            asksEveryone = ledger.asksEveryone
            told = ledger.told.map(\.text).sorted()
            types = ledger.types.map { App(bundle: $0.text, types: $1.map(\.text).sorted()) }
                .sorted { $0.bundle < $1.bundle }
            schemas = ledger.schemas.flatMap { bundle, types in
                types.map { Schema(bundle: bundle.text, type: $0.text, schema: $1) }
            }.sorted { ($0.bundle, $0.type) < ($1.bundle, $1.type) }
        }

        var ledger: AskLedger {
            var ledger = AskLedger(store: store)
            ledger.asksEveryone = asksEveryone
            ledger.told = Set(told.map(ExactName.init))
            for app in types { ledger.types[ExactName(app.bundle)] = Set(app.types.map(ExactName.init)) }
            for entry in schemas {
                ledger.schemas[ExactName(entry.bundle), default: [:]][ExactName(entry.type)] = entry.schema
            }
            return ledger
        }
    }
}
