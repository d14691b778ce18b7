import AlmagestEntities
import AlmagestWire
import Synchronization

/// Gives started providers the calls of the daemon, which are made after the providers are.
final class DispatcherLink: Sendable {
    private let held = Mutex<(@Sendable (String) -> any PeerHandler)?>(nil)

    var make: (@Sendable (_ bundle: String) -> any PeerHandler)? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }

    func handler(for bundle: String) -> any PeerHandler { make?(bundle) ?? NoHandler() }
}
