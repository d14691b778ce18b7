import AlmagestWire
import Synchronization

/// How many are connected, for a `status` that is made before the server is.
final class ConnectionCounter: Sendable {
    private let held = Mutex<SocketServer?>(nil)

    var server: SocketServer? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }

    var count: Int { server?.connections ?? 0 }
}
