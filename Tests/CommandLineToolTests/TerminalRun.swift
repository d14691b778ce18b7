import Foundation
import Glibc

/// A pseudo terminal (pty(7)); gone with it.
private final class PseudoTerminal {
    let master: Int32
    let slave: Int32

    init(columns: Int) throws {
        // ioctl_tty(2); Glibc's module hides posix_openpt(3).
        let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, index): (Int32, UInt32) = (0, 0)
        guard master >= 0, ioctl(master, unlock, &isLocked) == 0, ioctl(master, number, &index) == 0 else {
            throw Fault("There is no pseudo terminal: \(String(cString: strerror(errno)))")
        }
        slave = open("/dev/pts/\(index)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else {
            close(master)
            throw Fault("The pseudo terminal does not open: \(String(cString: strerror(errno)))")
        }
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    deinit { close(master) }

    /// Everything that is written to it until nobody has it open any more; nil when that takes until `deadline`.
    func read(until deadline: Date) -> [UInt8]? {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            let left = deadline.timeIntervalSinceNow
            guard left > 0, poll(&waiting, 1, Int32(left * 1_000) + 1) > 0 else { return nil }
            // The last one who closes it makes reading fail.
            let count = Glibc.read(master, &buffer, buffer.count)
            if count <= 0 { return all }
            all += buffer[..<count]
        }
    }
}

extension CommandLineRun {
    /// The end of what is typed, as a terminal has it at the beginning of a line.
    static let endOfInput = "\u{4}"

    /// Runs `almagest` on a terminal of its own, into which `typed` has been typed; gives all that the terminal got.
    func onTerminal(
        _ arguments: String..., typed: String = "", columns: Int = 80, environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await inBackground {
            let terminal = try PseudoTerminal(columns: columns)
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for descriptor: Int32 in 0...2 { posix_spawn_file_actions_adddup2(&actions, terminal.slave, descriptor) }
            let pid = try self.spawn(arguments, environment: environment, actions: &actions)
            close(terminal.slave)
            let bytes = Array(typed.utf8)
            guard Glibc.write(terminal.master, bytes, bytes.count) == bytes.count else {
                throw Fault("Nothing can be typed.")
            }
            guard let shown = terminal.read(until: .now + 60) else {
                kill(pid, SIGKILL)
                _ = Self.wait(for: pid)
                throw Fault("almagest \(arguments) does not end.")
            }
            let text = String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n")
            return Outcome(status: Self.wait(for: pid), output: text, complaints: "")
        }
    }
}
