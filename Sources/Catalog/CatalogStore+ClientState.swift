import AlmagestEntities
import SQLite

extension CatalogStore {
    /// Bytes of a client state.
    static let maximumClientStateBytes = 250

    func clientState(bundle: String, index: String) throws -> [UInt8]? {
        guard let code = names.bundles.find(bundle) else { return nil }
        return try db.blob(
            "SELECT client_state FROM named_index WHERE bundle = ? AND name = ?", [.integer(code), .text(index)])
    }

    func setClientState(_ state: [UInt8], bundle: String, index: String) throws {
        guard state.count <= Self.maximumClientStateBytes else {
            throw AlmagestError(
                .tooLarge,
                "The client state has \(state.count) bytes; at most \(Self.maximumClientStateBytes) are allowed.",
                path: "clientState")
        }
        let bundle = try names.bundle(bundle, db)
        let code = try names.index(index, bundle: bundle, db)
        try db.execute("UPDATE named_index SET client_state = ? WHERE code = ?", [.blob(state), .integer(code)])
    }

    /// An app whose content is gone must not believe from its state that it is still there.
    func forgetClientState(bundle: Int64, index: String?) throws {
        if let index {
            try db.execute(
                "UPDATE named_index SET client_state = NULL WHERE bundle = ? AND name = ? AND client_state IS NOT NULL",
                [.integer(bundle), .text(index)])
        } else {
            try db.execute(
                "UPDATE named_index SET client_state = NULL WHERE bundle = ? AND client_state IS NOT NULL",
                [.integer(bundle)])
        }
    }
}
