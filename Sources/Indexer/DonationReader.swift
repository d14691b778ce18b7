import AlmagestEntities
import AlmagestSchemas
import Catalog

/// Turns donated JSON into checked entities: everything that is wrong with a donation is said here.
struct DonationReader: Sendable {
    let limits: EntityLimits
    /// Bundle that the connection may write, or nil for the user's own connection.
    let allowedBundle: String?

    /// What came of reading a list of donations.
    struct Donations {
        var entries: [WriteRequest.Entry] = []
        /// Position in the request of each entry.
        var positions: [Int] = []
        var rejected: [Rejection] = []
        var warnings: [Rejection] = []

        mutating func reject(_ faults: EntityFaults, at position: Int) {
            rejected += faults.faults.map { Rejection(index: position, fault: $0) }
        }

        mutating func note(_ cuts: [EntityWarning], at position: Int) {
            warnings += cuts.map {
                Rejection(index: position, fault: AlmagestError(.tooLarge, $0.message, path: $0.path))
            }
        }
    }

    func read(_ list: JSONValue) throws(AlmagestError) -> Donations {
        guard list.kind == .array else {
            throw AlmagestError(.invalidParameter, "This is to be a list of entities.", path: "entities")
        }
        var donations = Donations()
        donations.entries.reserveCapacity(list.count)
        donations.positions.reserveCapacity(list.count)
        var position = 0
        for element in list.elements {
            read(element, at: position, into: &donations)
            position += 1
        }
        return donations
    }

    private func read(_ json: JSONValue, at position: Int, into donations: inout Donations) {
        if EntityPatch.isUpdate(json) {
            readUpdate(json, at: position, into: &donations)
            return
        }
        let entity: Entity
        switch Entity.decode(json: json, limits: limits) {
        case .success(let decoded):
            entity = decoded.entity
            donations.note(decoded.warnings, at: position)
        case .failure(let faults):
            donations.reject(faults, at: position)
            return
        }
        if let fault = forbidden(entity.key) {
            donations.rejected.append(Rejection(index: position, fault: fault))
            return
        }
        let (normalized, faults) = SchemaValidator.normalized(entity)
        var mistyped = false
        for fault in faults {
            let said = Rejection(
                index: position, fault: AlmagestError(.invalidEntity, fault.message, path: fault.path))
            if fault.severity == .error {
                mistyped = true
                donations.rejected.append(said)
            } else {
                donations.warnings.append(said)
            }
        }
        if mistyped { return }
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
        case .failure(let faults): donations.reject(faults, at: position)
        }
    }

    private func forbidden(_ key: EntityID) -> AlmagestError? {
        guard let allowedBundle, key.bundle != allowedBundle else { return nil }
        return AlmagestError(
            .forbiddenBundle, "This connection said “\(allowedBundle)” and writes only that.", path: "bundle")
    }
}

/// What is wrong with one entity of a request.
public struct Rejection: Sendable {
    /// Position in `entities`.
    public let index: Int
    /// Its path is relative to the entity.
    public let fault: AlmagestError
}
