import AlmagestEntities

/// How an app's faults are told: every one names the app.
extension ProviderHost {
    nonisolated func explained(
        _ error: AlmagestError, _ call: ProviderCall, _ timeout: Duration?, ending: String
    ) -> AlmagestError {
        switch error.name {
        case .timedOut:
            AlmagestError(
                .timedOut,
                "The provider of “\(bundle)” did not answer \(call.method)"
                    + (timeout.map { " within \($0.milliseconds) ms" } ?? "") + ".")
        case .connectionClosed: AlmagestError(.unavailable, "\(ending) before it answered \(call.method).")
        case .cancelled: error
        default:
            AlmagestError(
                error.name, "The provider of “\(bundle)” answered: \(error.message)", path: error.path,
                hint: error.hint)
        }
    }
}
