import AlmagestEntities
import Foundation
import Glibc

/// Where the daemon keeps its data.
public struct DataLocation: Sendable, Hashable {
    /// Absolute.
    public let path: String

    /// `--data`, else `ALMAGEST_DATA`, else `$XDG_DATA_HOME/almagest`, else `~/.local/share/almagest`.
    public static func resolve(
        flag: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> DataLocation {
        if let named = flag ?? environment["ALMAGEST_DATA"], !named.isEmpty {
            return DataLocation(path: Folders.absolute(named))
        }
        let data = Folders.value("XDG_DATA_HOME", environment) ?? Folders.home(environment) + "/.local/share"
        return DataLocation(path: data + "/almagest")
    }

    public var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    /// Makes the folder (0700) if it is missing, and refuses one of somebody else or one that others may enter.
    public func prepare() throws(AlmagestError) { try PrivateFolder.make(path) }
}

/// Where the configuration is.
public struct ConfigurationLocation: Sendable, Hashable {
    /// Absolute.
    public let path: String
    /// Whether somebody named it, so that it must be there.
    public let isRequired: Bool

    /// `--config`, else `ALMAGEST_CONFIG`, else `$XDG_CONFIG_HOME/almagest/almagest.json5`, else
    /// `~/.config/almagest/almagest.json5`.
    public static func resolve(
        flag: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ConfigurationLocation {
        if let named = flag ?? environment["ALMAGEST_CONFIG"], !named.isEmpty {
            return ConfigurationLocation(path: Folders.absolute(named), isRequired: true)
        }
        let folder = Folders.value("XDG_CONFIG_HOME", environment) ?? Folders.home(environment) + "/.config"
        return ConfigurationLocation(path: folder + "/almagest/almagest.json5", isRequired: false)
    }

    public var url: URL { URL(fileURLWithPath: path) }
}

/// Where a daemon that was started on demand writes its log.
public struct LogLocation: Sendable, Hashable {
    /// Absolute.
    public let path: String

    /// `$XDG_STATE_HOME/almagest/almagestd.log`, else `~/.local/state/almagest/almagestd.log`.
    public static func resolve(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> LogLocation {
        let state = Folders.value("XDG_STATE_HOME", environment) ?? Folders.home(environment) + "/.local/state"
        return LogLocation(path: state + "/almagest/almagestd.log")
    }

    /// Opens it for adding to its end. A log over `limit` bytes first becomes `….1`.
    func open(limit: Int = 10 << 20) throws(AlmagestError) -> Int32 {
        if let slash = path.lastIndex(of: "/") { try PrivateFolder.make(String(path[..<slash])) }
        var status = Glibc.stat()
        if stat(path, &status) == 0, status.st_size > limit { rename(path, path + ".1") }
        let fd = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard fd >= 0 else {
            throw AlmagestError(.noPermission, "The log \(path) cannot be opened: \(Errno(errno)).")
        }
        return fd
    }

    /// Its last lines, for whoever asks why a daemon did not come up.
    func tail(from offset: Int, limit: Int = 600) -> String {
        guard let handle = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? handle.close() }
        try? handle.seek(toOffset: UInt64(max(0, offset)))
        let data = (try? handle.read(upToCount: 64 << 10)) ?? Data()
        // Without the priorities that are for the journal.
        return String(decoding: data, as: UTF8.self).replacing(/(?m:^)<[0-7]>/, with: "")
            .trimmingCharacters(in: .whitespacesAndNewlines).suffix(limit).description
    }
}
