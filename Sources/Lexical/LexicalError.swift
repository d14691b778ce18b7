import AlmagestEntities
import CXapian

extension AlmagestError {
    /// What the engine said, for whoever called.
    init(_ error: axp_error) {
        let message = withUnsafeBytes(of: error.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let name: Name =
            switch UInt32(error.code) {
            case AXP_DAMAGED.rawValue: .storeDamaged
            case AXP_DISK_FULL.rawValue: .diskFull
            case AXP_READ_ONLY.rawValue: .readOnly
            case AXP_NO_PERMISSION.rawValue: .noPermission
            case AXP_LOCKED.rawValue: .daemonAlreadyRunning
            case AXP_TIMED_OUT.rawValue: .timedOut
            default: .internalError
            }
        let hint: String? =
            switch name {
            case .storeDamaged: "it is rebuilt from the catalog"
            case .diskFull: "make room on the disk"
            case .daemonAlreadyRunning: "another process has this data directory open"
            default: nil
            }
        self.init(name, "lexical index: \(message)", hint: hint)
    }
}
