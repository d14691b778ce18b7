import AlmagestEntities
import AlmagestSchemas
import Catalog

/// Turns donated JSON into checked entities: everything that is wrong with a donation is said here.
struct DonationReader: Sendable {
    let limits: EntityLimits
    /// Bundle that the connection may write, or nil for the user's own connection.
    let allowedBundle: String?
    /// What entities are held against, by their bundle.
    let schemas: AppSchemas

    /// What came of reading a list of donations.
    struct Donations {
        var entries: [WriteRequest.Entry] = []
        /// Position in the request of each entry.
        var positions: [Int] = []
        var rejected: [Rejection] = []
        var warnings: [Rejection] = []

        mutating func reject(_ faults: [AlmagestError], at position: Int) {
            rejected += faults.map { Rejection(index: position, fault: $0) }
        }

        mutating func note(_ cuts: [EntityWarning], at position: Int) {
            warnings += cuts.map {
                Rejection(index: position, fault: AlmagestError(.tooLarge, $0.message, path: $0.path))
            }
        }
    }

    /// `faults` are of elements that were found to be no JSON, by their position.
    func read(_ list: JSONValue, faults: [Int: AlmagestError] = [:]) throws(AlmagestError) -> Donations {
        guard list.kind == .array else {
            throw AlmagestError(.invalidParameter, "This is to be a list of entities.", path: "entities")
        }
        var donations = Donations()
        donations.entries.reserveCapacity(list.count)
        donations.positions.reserveCapacity(list.count)
        var position = 0
        for element in list.elements {
            if let fault = faults[position] {
                donations.rejected.append(Rejection(index: position, fault: fault))
            } else {
                read(element, at: position, into: &donations)
            }
            position += 1
        }
        return donations
    }

    private func read(_ json: JSONValue, at position: Int, into donations: inout Donations) {
        if EntityPatch.isUpdate(json) {
            readUpdate(json, at: position, into: &donations)
            return
        }
        // Of an entity that cannot be read, what can be is checked as well: all that is wrong is said at once.
        let entity: Entity?
        var faults: [AlmagestError] = []
        switch Entity.decode(json: json, limits: limits) {
        case .success(let decoded):
            entity = decoded.entity
            donations.note(decoded.warnings, at: position)
        case .failure(let found):
            entity = found.readable
            faults = found.faults
        }
        var normalized: Entity?
        if let entity {
            if let fault = forbidden(entity.key) { faults.append(fault) }
            let checked = schemas.normalized(entity)
            normalized = checked.0
            for fault in checked.1 where !faults.contains(where: { $0.isAbout(fault.path) }) {
                let said = AlmagestError(fault)
                if fault.severity == .error {
                    faults.append(said)
                } else {
                    donations.warnings.append(Rejection(index: position, fault: said))
                }
            }
        }
        guard let normalized, faults.isEmpty else {
            donations.reject(Array(faults.prefix(limits.reports)), at: position)
            return
        }
        donations.entries.append(.put(normalized))
        donations.positions.append(position)
    }

    private func readUpdate(_ json: JSONValue, at position: Int, into donations: inout Donations) {
        switch EntityPatch.decode(json: json, limits: limits) {
        case .success(let decoded):
            if let fault = forbidden(decoded.patch.key) {
                donations.rejected.append(Rejection(index: position, fault: fault))
                return
            }
            donations.note(decoded.warnings, at: position)
            donations.entries.append(.update(decoded.patch))
            donations.positions.append(position)
        case .failure(let found):
            var faults = found.faults
            if let entity = found.readable, let fault = forbidden(entity.key) { faults.append(fault) }
            donations.reject(faults, at: position)
        }
    }

    private func forbidden(_ key: EntityID) -> AlmagestError? {
        // One that could not be read has been reported.
        guard !key.bundle.isEmpty else { return nil }
        guard let allowedBundle, !Reach(bundle: allowedBundle).allows(key.bundle) else { return nil }
        return AlmagestError(
            .forbiddenBundle, "This connection said “\(allowedBundle)” and writes only that.", path: "bundle")
    }
}

extension AlmagestError {
    /// What a schema does not agree with, as it is told.
    init(_ fault: SchemaFault) { self.init(.invalidEntity, fault.message, path: fault.path, hint: fault.hint) }

    /// Whether it is about the value at `path`, about something within it or around it. A record's tag counts for nothing:
    /// a schema does not know it.
    fileprivate func isAbout(_ path: String) -> Bool {
        guard let own = self.path else { return false }
        let (a, b) = (own.replacing(".record", with: ""), path.replacing(".record", with: ""))
        let (short, long) = a.utf8.count < b.utf8.count ? (a, b) : (b, a)
        guard long.hasPrefix(short) else { return false }
        let next = long.dropFirst(short.count).first
        return next == nil || next == "." || next == "["
    }
}

/// What is wrong with one entity of a request.
public struct Rejection: Sendable {
    /// Position in `entities`.
    public let index: Int
    /// Its path is relative to the entity.
    public let fault: AlmagestError
}
