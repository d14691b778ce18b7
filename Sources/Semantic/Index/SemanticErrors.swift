import AlmagestEntities
import Glibc
import SQLite

extension SemanticIndex {
    /// Uses the store of embeddings; its errors become what a caller is told.
    func storing<R: Sendable>(_ work: () async throws -> R) async throws -> R {
        do {
            return try await work()
        } catch let error as SQLiteError {
            throw AlmagestError(error)
        }
    }
}

extension AlmagestError {
    /// The vectors' files could not be written or read.
    init(_ error: VectorStoreError) {
        switch error {
        case .system(_, _, let code): self.init(Self.name(ofSystemError: code), "The vectors: \(error.description)")
        case .damaged: self.init(.storeDamaged, "The vectors: \(error.description)")
        case .dimensions: self.init(.internalError, "The vectors: \(error.description)")
        }
    }

    /// The embeddings' database refused.
    init(_ error: SQLiteError) {
        let name: Name =
            switch error.kind {
            case .full: .diskFull
            case .readOnly: .readOnly
            case .permission, .cantOpen: .noPermission
            case .corrupt, .notADatabase: .storeDamaged
            default: .internalError
            }
        self.init(name, "The embeddings: \(error.message)")
    }

    private static func name(ofSystemError code: Int32) -> Name {
        switch code {
        case ENOSPC, EDQUOT: .diskFull
        case EROFS: .readOnly
        case EACCES, EPERM: .noPermission
        default: .internalError
        }
    }
}
