import Foundation
import Synchronization

/// Reports how far it is.
public protocol ProgressReportingIntent: AppIntent {}

package enum RunningProgress {
    @TaskLocal package static var current: Progress?
}

extension ProgressReportingIntent {
    /// The progress of the run; outside a run an object that nobody sees.
    public var progress: Progress { RunningProgress.current ?? Progress(totalUnitCount: 1) }
}

/// Runs longer than thirty seconds.
public protocol LongRunningIntent: ProgressReportingIntent {}

public struct LongRunningTaskOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let requiresGPU = LongRunningTaskOptions(rawValue: 1)
}

extension LongRunningIntent {
    public func performBackgroundTask<Value: Sendable>(
        options: LongRunningTaskOptions = [], operation: @escaping () async throws -> Value
    ) async throws -> Value {
        try await operation()
    }
}

extension LongRunningIntent where Self: CancellableIntent {
    public func performBackgroundTask<Value: Sendable>(
        options: LongRunningTaskOptions = [], operation: @escaping () async throws -> Value,
        onCancel: @escaping @Sendable (IntentCancellationReason) -> Void
    ) async throws -> Value {
        try await withIntentCancellationHandler(operation: operation, onCancel: onCancel)
    }
}

/// Why a run was stopped.
public struct IntentCancellationReason: Hashable, Sendable {
    private let name: String
    public static let timeout = IntentCancellationReason(name: "timeout")
    public static let userCancelled = IntentCancellationReason(name: "userCancelled")
}

/// Can be stopped.
public protocol CancellableIntent: AppIntent {}

extension CancellableIntent {
    public func withIntentCancellationHandler<Value: Sendable>(
        operation: () async throws -> Value, onCancel: @escaping @Sendable (IntentCancellationReason) -> Void,
        isolation: isolated (any Actor)? = #isolation
    ) async rethrows -> Value {
        try await withTaskCancellationHandler(operation: operation, onCancel: { onCancel(.userCancelled) })
    }
}
