import Foundation
import Settings

/// The daemon's log: a line on standard error, with the priority in front that systemd's journal reads
/// (sd-daemon(3)). What people index and search is never in it.
public struct Log: Sendable {
    private let level: DaemonSettings.LogLevel
    private let isTerminal = isatty(2) == 1

    public init(level: DaemonSettings.LogLevel) { self.level = level }

    public func error(_ message: String) { write(message, .error) }
    public func warning(_ message: String) { write(message, .warning) }
    public func info(_ message: String) { write(message, .info) }
    public func debug(_ message: @autoclosure () -> String) {
        if level >= .debug { write(message(), .debug) }
    }

    /// An error before there is a log with a level.
    public static func complain(_ message: String) {
        write(message, .error, prefix: isatty(2) == 1 ? "" : nil)
    }

    private func write(_ message: String, _ severity: DaemonSettings.LogLevel) {
        guard severity <= level else { return }
        Self.write(message, severity, prefix: isTerminal ? "\(severity.rawValue): " : nil)
    }

    /// Without a prefix of its own the line gets that of the journal.
    private static func write(_ message: String, _ severity: DaemonSettings.LogLevel, prefix: String?) {
        let line = message.replacing("\n", with: " ")
        FileHandle.standardError.write(Data("\(prefix ?? "<\(severity.priority)>")\(line)\n".utf8))
    }
}

extension DaemonSettings.LogLevel {
    /// Priority of syslog(3).
    fileprivate var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .info: 6
        case .debug: 7
        }
    }
}
