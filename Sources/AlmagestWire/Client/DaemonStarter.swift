import AlmagestEntities
import CSystem
import Foundation
import Glibc

/// Starts `almagestd` in a session of its own and waits until its socket takes connections.
struct DaemonStarter {
    private let options: Client.Options
    private let environment = ProcessInfo.processInfo.environment

    init(_ options: Client.Options) { self.options = options }

    /// A connection to the daemon; to another's if that one was faster.
    func start() async throws(AlmagestError) -> Int32 {
        let program = try daemon()
        var arguments = [program, "--on-demand", "--socket", options.socket.path]
        if let data = options.data { arguments += ["--data", Folders.absolute(data)] }
        if let configuration = options.configuration { arguments += ["--config", Folders.absolute(configuration)] }

        // A log that cannot be written is no reason to do without a daemon.
        let log: Int32
        var logged: Int?
        do {
            log = try options.log.open()
            logged = Int(lseek(log, 0, SEEK_END))
        } catch {
            log = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
            guard log >= 0 else { throw error }
        }
        defer { close(log) }
        let alive = try spawn(program, arguments, log)
        defer { close(alive) }
        return try await waitForSocket(alive, logged, program)
    }

    private func spawn(_ program: String, _ arguments: [String], _ log: Int32) throws(AlmagestError) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var alive: Int32 = -1
        let status = almagest_spawn_detached(program, pointers, log, &alive)
        guard status == 0 else {
            throw AlmagestError(.daemonNotRunning, "\(program) cannot be started: \(Errno(-status)).")
        }
        return alive
    }

    private func waitForSocket(
        _ alive: Int32, _ logged: Int?, _ program: String
    ) async throws(AlmagestError) -> Int32 {
        let deadline = ContinuousClock.now + options.startTimeout
        var giveUp = deadline
        var hasEnded = false
        _ = almagest_set_nonblocking(alive)
        while true {
            if let fd = try Client.open(options.socket) { return fd }
            if !hasEnded {
                var byte: UInt8 = 0
                // Nothing is ever written to it: its end means that the daemon is gone.
                hasEnded = almagest_read(alive, &byte, 1) == 0
                // Perhaps it gave way to another that is still starting.
                if hasEnded { giveUp = min(deadline, .now + .seconds(1)) }
            }
            guard ContinuousClock.now < giveUp else { break }
            do { try await Task.sleep(for: .milliseconds(4)) } catch {
                throw AlmagestError(.cancelled, "Waiting for the daemon was cancelled.")
            }
        }
        let words = logged.map { options.log.tail(from: $0) } ?? ""
        throw AlmagestError(
            hasEnded ? .daemonNotRunning : .timedOut,
            (hasEnded ? "The daemon was started and ended at once." : "The daemon was started but does not listen.")
                + (words.isEmpty ? "" : " It said: \(words)"),
            hint: logged == nil
                ? "Run \(program) itself to see why; its log \(options.log.path) cannot be written."
                : "Its log is \(options.log.path).")
    }

    /// Beside this program, else in PATH.
    fileprivate func daemon() throws(AlmagestError) -> String {
        if let daemon = options.daemon { return daemon }
        var candidates: [String] = []
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            candidates.append(URL(fileURLWithPath: own).deletingLastPathComponent().path + "/almagestd")
        }
        for folder in (environment["PATH"] ?? "").split(separator: ":") where folder.hasPrefix("/") {
            candidates.append("\(folder)/almagestd")
        }
        guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw AlmagestError(
                .daemonNotRunning, "No daemon listens at \(options.socket.path), and there is no almagestd to start.",
                hint: "Put almagestd beside this program or in PATH.")
        }
        return found
    }
}

extension Client.Options {
    /// The `almagestd` that would be started: the one named, else beside this program, else in PATH.
    public func daemonProgram() throws(AlmagestError) -> String { try DaemonStarter(self).daemon() }
}
