import AlmagestEntities
import CoreSpotlight

/// Which app this process is.
enum AppIdentity {
    /// - Throws: when neither the environment, the code nor a manifest says it.
    static func bundle() throws(AlmagestError) -> String { try DaemonLink.sharedBundle() }
}
