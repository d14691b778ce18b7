import AlmagestEntities

/// The process itself.
public struct DaemonSettings: SettingsSection, Equatable {
    /// How much goes into the log. No level logs content.
    public enum LogLevel: String, Sendable, CaseIterable, Comparable {
        case error, warning, info, debug

        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .error: 0
            case .warning: 1
            case .info: 2
            case .debug: 3
            }
        }
    }

    /// Minutes without a connection after which a daemon that was started on demand ends.
    public var idleExitMinutes = 15
    public var logLevel = LogLevel.info
    /// Share of the processors that bulk work may take, above 0 to 1.
    public var processorShare = 1.0
    /// Seconds that requests in flight have to finish once the daemon is told to stop.
    public var drainSeconds = 10

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("idleExitMinutes", into: &idleExitMinutes, in: 1...1_000_000)
        try reader.read("logLevel", into: &logLevel)
        try reader.read("processorShare", into: &processorShare, in: 0.01...1)
        try reader.read("drainSeconds", into: &drainSeconds, in: 0...3_600)
    }
}
