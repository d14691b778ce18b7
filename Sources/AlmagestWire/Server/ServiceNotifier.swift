import CSystem
import Glibc

/// Tells the service manager how the daemon is (`sd_notify`); does nothing where there is none.
public enum ServiceNotifier {
    /// It serves; `status` is a sentence for `systemctl status`.
    public static func ready(status: String? = nil) {
        send(status.map { "READY=1\nSTATUS=\(oneLine($0))" } ?? "READY=1")
    }

    /// It is about to end.
    public static func stopping() { send("STOPPING=1") }

    private static func send(_ message: String) {
        guard let path = getenv("NOTIFY_SOCKET") else { return }
        _ = almagest_notify(path, message)
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
