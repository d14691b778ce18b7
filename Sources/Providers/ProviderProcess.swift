import AlmagestEntities
import AlmagestWire
import CSystem
import Foundation
import Glibc
import Synchronization

/// A provider's executable while it runs: JSON-RPC over its standard input and output, its errors in the log.
///
/// It has a process group of its own, which ends with it, and with the daemon, however that ends.
final class ProviderProcess: Sendable {
    /// How it ended.
    struct Ending: Sendable, CustomStringConvertible {
        /// Exit status, or 128 and the signal.
        let status: Int32

        var description: String {
            status > 128 ? "ended by signal \(status - 128)" : "ended with exit status \(status)"
        }
    }

    private struct State: ~Copyable {
        var ending: Ending?
        var waiters: [CheckedContinuation<Ending, Never>] = []
    }

    let pid: pid_t
    /// Ends the group when the daemon is gone; 0 when there is none.
    private let guardian: pid_t
    let peer: Peer
    private let state = Mutex(State())

    /// Starts the program of a command.
    ///
    /// - Parameters:
    ///   - bundle: the app that it is to be, which it finds in `ALMAGEST_BUNDLE`.
    ///   - memory: limit of its private memory in bytes; 0 for none.
    ///   - complain: takes its standard error, a line at a time; called on a thread of the process.
    /// - Throws: `unavailable` with what the system said.
    init(
        command: [String], bundle: String, memory: Int, limits: WireLimits, handler: any PeerHandler,
        complain: @escaping @Sendable (String) -> Void
    ) throws(AlmagestError) {
        let program = try Self.program(of: command)
        var ends: [Int32] = []
        func pipe() throws(AlmagestError) -> (read: Int32, write: Int32) {
            var (read, write): (Int32, Int32) = (-1, -1)
            let status = almagest_pipe(&read, &write)
            guard status == 0 else {
                for end in ends { close(end) }
                throw Self.failure(program, -status)
            }
            ends += [read, write]
            return (read, write)
        }
        let (input, output, errors) = (try pipe(), try pipe(), try pipe())
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + command.dropFirst()).map { strdup($0) } + [nil]
        // The daemon may have been started by another app, and has that one's name then.
        var environment = ProcessInfo.processInfo.environment
        environment["ALMAGEST_BUNDLE"] = bundle
        var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        var ended: Int32 = -1
        var guardian: pid_t = 0
        let status = almagest_spawn_child(
            program, &words, &settings, input.read, output.write, errors.write, UInt64(clamping: memory),
            Self.lifeline, &ended, &guardian)
        for text in words + settings { free(text) }
        for end in [input.read, output.write, errors.write] { close(end) }
        guard status > 0 else {
            for end in [input.write, output.read, errors.read] { close(end) }
            throw Self.failure(program, -status)
        }
        pid = status
        self.guardian = guardian
        peer = Peer(reading: output.read, writing: input.write, limits: limits, handler: handler)
        _ = almagest_set_nonblocking(errors.read)
        let watch = Thread { [self, ended] in
            almagest_thread_name("provider-\(status)")
            self.watch(ended: ended, errors: errors.read, complain)
        }
        watch.stackSize = 256 << 10
        watch.start()
    }

    /// The read end of a pipe that nobody writes to: it ends with this process. -1 when there is none.
    private static let lifeline: Int32 = {
        var (read, write): (Int32, Int32) = (-1, -1)
        return almagest_pipe(&read, &write) == 0 ? read : -1
    }()

    private static func failure(_ program: String, _ code: Int32) -> AlmagestError {
        AlmagestError(.unavailable, "\(program) cannot be started: \(String(cString: strerror(code))).")
    }

    /// The file to run: a path as it is, a bare name as PATH has it.
    private static func program(of command: [String]) throws(AlmagestError) -> String {
        guard let name = command.first, !name.isEmpty else {
            throw AlmagestError(.unavailable, "The manifest has no command.")
        }
        if name.contains("/") { return name }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        for folder in path.split(separator: ":") where folder.hasPrefix("/") {
            if access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        }
        throw AlmagestError(.unavailable, "There is no program “\(name)” in PATH.")
    }

    // MARK: Its end

    var ending: Ending? { state.withLock { $0.ending } }

    /// Returns when it has ended.
    func waitForEnd() async -> Ending {
        await withCheckedContinuation { continuation in
            let ending = state.withLock { state in
                if state.ending == nil { state.waiters.append(continuation) }
                return state.ending
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }

    /// Ends the whole group at once.
    func kill() { signal(SIGKILL) }

    private func signal(_ number: Int32) {
        // Held, so that the number cannot have gone to another process meanwhile.
        state.withLock { state in
            if state.ending == nil { _ = Glibc.kill(-pid, number) }
        }
    }

    /// Asks it to end, then makes it: `provider.shutdown` and the end of its input, SIGTERM, SIGKILL.
    func stop(grace: Duration) async {
        peer.notify("provider.shutdown")
        peer.closeWhenFlushed()
        if await ends(within: grace) { return }
        signal(SIGTERM)
        if await ends(within: grace) { return }
        signal(SIGKILL)
        _ = await waitForEnd()
    }

    func ends(within time: Duration) async -> Bool {
        let deadline = ContinuousClock.now + time
        var pause = Duration.milliseconds(2)
        while ContinuousClock.now < deadline {
            if ending != nil { return true }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(50))
        }
        return ending != nil
    }

    // MARK: On its thread

    private func watch(ended: Int32, errors: Int32, _ complain: (String) -> Void) {
        var lines = ErrorLines()
        var open = errors
        while true {
            let events = almagest_wait_child(ended, open, -1)
            if open >= 0, events != 0, !lines.read(open, complain) {
                close(open)
                open = -1
            }
            if events & 1 != 0 { break }
        }
        let ending = state.withLock { state in
            // Taken under the lock, after which nobody sends a signal to the number any more.
            let ending = Ending(status: almagest_reap(pid, guardian))
            state.ending = ending
            return ending
        }
        close(ended)
        if open >= 0 {
            _ = lines.read(open, complain)
            close(open)
        }
        lines.finish(complain)
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: ending) }
        // What it had written is still read; then the pipe ends by itself, since its group is gone.
        Task { [peer] in
            try? await Task.sleep(for: .seconds(1))
            peer.close()
        }
    }
}

/// Cuts standard error into lines of bounded length.
private struct ErrorLines {
    private static let maximumBytes = 2_048
    private var line: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 16 << 10)

    /// Reads what is there; false at the end.
    mutating func read(_ fd: Int32, _ complain: (String) -> Void) -> Bool {
        while true {
            let count = chunk.withUnsafeMutableBytes { buffer -> Int in
                guard let base = buffer.baseAddress else { return 0 }
                return almagest_read(fd, base, buffer.count)
            }
            if count == -Int(EAGAIN) { return true }
            guard count > 0 else { return false }
            for byte in chunk[..<count] {
                if byte == UInt8(ascii: "\n") {
                    finish(complain)
                } else if line.count < Self.maximumBytes {
                    line.append(byte)
                }
            }
            // One that never stops talking is read on at the next turn, so that its end is noticed.
            if count < chunk.count { return true }
        }
    }

    mutating func finish(_ complain: (String) -> Void) {
        guard !line.isEmpty else { return }
        complain(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
    }
}
