import AlmagestEntities
import AlmagestWire
import Foundation
import Glibc
import Testing

/// A socket that somebody else made, as systemd does: sd_listen_fds(3).
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0))
struct SocketActivationTests {
    /// Listens, and starts the daemon with the socket whenever somebody connects and none runs. It ends by itself when
    /// nobody has ended it.
    private static let manager = """
        import os, select, signal, socket, sys
        signal.alarm(300)
        mode, path, program, *arguments = sys.argv[1:]
        sockets = [socket.socket(socket.AF_UNIX) for _ in range(2 if mode == "two" else 1)]
        if mode != "unbound":
            for number, listener in enumerate(sockets):
                listener.bind(path + (str(number) if number else ""))
                listener.listen(64)
        def become_daemon():
            signal.alarm(0)
            # Above the numbers that are passed, then to their places.
            high = [os.dup(s.fileno()) for s in sockets]
            while min(high) < 10: high = [os.dup(fd) for fd in high]
            for number, fd in enumerate(high): os.dup2(fd, 3 + number)
            os.environ["LISTEN_PID"] = "1" if mode == "other" else str(os.getpid())
            os.environ["LISTEN_FDS"] = str(len(high))
            os.execv(program, [program] + arguments)
        if mode != "serve": become_daemon()
        while True:
            select.select(sockets, [], [])
            child = os.fork()
            if child == 0: become_daemon()
            os.waitpid(child, 0)
        """

    private func manage(_ mode: String, _ daemon: RunningDaemon, path: String) throws -> pid_t {
        try RunningDaemon.spawn(
            "/usr/bin/python3",
            ["-c", Self.manager, mode, path, RunningDaemon.programs + "/almagestd"] + daemon.arguments,
            folder: daemon.folder, output: daemon.folder + "/managed")
    }

    private func pid(_ client: Client) async throws -> pid_t {
        pid_t(truncatingIfNeeded: try #require(try await client.ask("status")["pid"]?.integer))
    }

    @Test func aPassedSocketIsServedAndStaysWhenTheDaemonEnds() async throws {
        let daemon = try await RunningDaemon()
        #expect(try await daemon.stop() == 0)
        let manager = try manage("serve", daemon, path: daemon.socket.path)
        defer {
            Glibc.kill(manager, SIGKILL)
            _ = RunningDaemon.wait(for: manager)
        }
        var served: pid_t = 0
        // Each connection finds no daemon there, and is answered by one that is started for it.
        for (round, end) in [SIGTERM, SIGKILL, SIGTERM].enumerated() {
            let client = try await daemon.connect()
            let now = try await pid(client)
            #expect(now != served && now != manager)
            served = now
            // What an earlier one stored is there.
            #expect(try await client.ask("status")["entities"]?.integer == Int64(round))
            try await client.donate(entity("\(round)", "Meteor"))
            Glibc.kill(now, end)
            await client.peer.waitUntilClosed()
            #expect(access(daemon.socket.path, F_OK) == 0, "the socket is the manager's")
        }
        let client = try await daemon.connect()
        #expect(try await client.ask("status")["entities"]?.integer == 3)
        Glibc.kill(try await pid(client), SIGTERM)
        await client.peer.waitUntilClosed()
    }

    @Test(arguments: [("two", "systemd passed 2 descriptors"), ("unbound", "one listening Unix stream socket")])
    func whatIsNoSingleListeningSocketIsRefused(mode: String, said: String) async throws {
        let daemon = try await RunningDaemon()
        #expect(try await daemon.stop() == 0)
        let refused = try manage(mode, daemon, path: daemon.folder + "/passed")
        #expect(await RunningDaemon.ended(refused) == 1)
        let log = try String(contentsOfFile: daemon.folder + "/managed", encoding: .utf8)
        #expect(log.contains(said) && log.contains("almagest.socket"), "\(log)")
        #expect(log.hasPrefix("<3>almagestd: "), "\(log)")
    }

    @Test func whatWasPassedToAnotherProcessIsNotTaken() async throws {
        let daemon = try await RunningDaemon()
        #expect(try await daemon.stop() == 0)
        let served = try manage("other", daemon, path: daemon.folder + "/passed")
        let client = try await daemon.connect()
        #expect(try await pid(client) == served)
        Glibc.kill(served, SIGTERM)
        #expect(await RunningDaemon.ended(served) == 0)
        #expect(access(daemon.socket.path, F_OK) != 0, "its own socket it removes")
        #expect(access(daemon.folder + "/passed", F_OK) == 0)
    }
}
