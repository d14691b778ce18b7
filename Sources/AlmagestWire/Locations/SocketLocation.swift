import AlmagestEntities
import CSystem
import Foundation
import Glibc

/// Where the daemon's socket is.
public struct SocketLocation: Sendable, Hashable {
    /// Absolute, and short enough for a socket's address.
    public let path: String
    /// Whether the folder is ours alone, made and checked by us; else it is one that somebody named.
    public let isPrivate: Bool

    /// `--socket`, else `ALMAGEST_SOCKET`, else `$XDG_RUNTIME_DIR/almagest/almagest.sock`, else
    /// `/tmp/almagest-UID/almagest.sock`.
    ///
    /// - Throws: `tooLarge` if the path doesn't fit a socket's address (107 bytes).
    public static func resolve(
        flag: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(AlmagestError) -> SocketLocation {
        if let named = flag ?? environment["ALMAGEST_SOCKET"], !named.isEmpty {
            return try SocketLocation(path: Folders.absolute(named), isPrivate: false)
        }
        if let runtime = Folders.value("XDG_RUNTIME_DIR", environment) {
            return try SocketLocation(path: runtime + "/almagest/almagest.sock", isPrivate: true)
        }
        return try SocketLocation(path: "/tmp/almagest-\(geteuid())/almagest.sock", isPrivate: true)
    }

    init(path: String, isPrivate: Bool) throws(AlmagestError) {
        let limit = almagest_socket_path_limit()
        guard path.utf8.count <= limit, !path.utf8.contains(0) else {
            throw AlmagestError(
                .tooLarge, "The socket's path has \(path.utf8.count) bytes; the system takes at most \(limit): \(path)",
                hint: "Name a shorter one with --socket.")
        }
        self.path = path
        self.isPrivate = isPrivate
    }

    /// The folder that the socket is in.
    public var folder: String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Makes the folder (0700) if it is missing, and checks it.
    public func prepareFolder() throws(AlmagestError) {
        if isPrivate || access(folder, F_OK) != 0 {
            try PrivateFolder.make(folder)
        } else {
            try SharedFolder.check(folder)
        }
    }

    /// Checks the folder before a socket in it is trusted.
    public func checkFolder() throws(AlmagestError) {
        if isPrivate { try PrivateFolder.check(folder) } else { try SharedFolder.check(folder) }
    }
}
