import AlmagestEntities
import Foundation
import Glibc
import Testing

@testable import AlmagestWire

@Suite("Starting the daemon on demand", .timeLimit(.minutes(2)))
struct DaemonStarterTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// Options for a daemon that is a shell script.
    private func options(_ script: String) throws -> Client.Options {
        let path = scratch.path + "/almagestd"
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(chmod(path, 0o700) == 0)
        var options = Client.Options(socket: try scratch.location())
        options.daemon = path
        options.log = LogLocation(path: scratch.path + "/state/almagestd.log")
        return options
    }

    private func failure(_ options: Client.Options) async -> AlmagestError? {
        do {
            _ = try await Client.connect(options)
            return nil
        } catch { return error }
    }

    @Test("It gets socket, data and configuration, a session of its own, and the log for its output")
    func started() async throws {
        // The daemon's part is played by this process as soon as the script has run.
        var options = try options(
            """
            echo "$@" > \(scratch.path)/arguments
            cut -d' ' -f1,6 /proc/self/stat > \(scratch.path)/session
            echo "said by the daemon"
            readlink /proc/self/fd/0 > \(scratch.path)/done.new
            mv \(scratch.path)/done.new \(scratch.path)/done
            exec sleep 2
            """)
        options.data = "/some/data"
        options.configuration = "/some/config"
        let location = options.socket
        let done = scratch.path + "/done"
        let daemon = Task {
            while access(done, F_OK) != 0 { await Task.yield() }
            return try SocketServer(at: location) { _ in Answer.echo }
        }
        let client = try await Client.connect(options)
        _ = try await client.call("echo")
        func read(_ name: String) throws -> String {
            try String(contentsOfFile: "\(scratch.path)/\(name)", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        #expect(
            try read("arguments") == "--on-demand --socket \(location.path) --data /some/data --config /some/config")
        #expect(try read("done") == "/dev/null")
        #expect(try read("state/almagestd.log") == "said by the daemon")
        let session = try #require(read("session").split(separator: " ").last.flatMap { Int32($0) })
        #expect(session != getsid(0))
        client.close()
        await (try daemon.value).stop()
    }

    @Test("One that ends at once is an error with its last words")
    func endsAtOnce() async throws {
        let error = await failure(try options("echo 'the store is damaged' >&2; exit 1"))
        #expect(error?.name == .daemonNotRunning)
        #expect(error?.message.contains("the store is damaged") == true)
        #expect(error?.hint?.contains("almagestd.log") == true)
    }

    @Test("One that never listens is given up")
    func neverListens() async throws {
        var options = try options("exec sleep 10")
        options.startTimeout = .milliseconds(100)
        // On a machine that is busy the program may not even have begun.
        let name = await failure(options)?.name
        #expect(name == .timedOut || name == .daemonNotRunning)
    }

    @Test("A program that is not there, or no program, is an error that says why")
    func notThere() async throws {
        var options = try options("")
        options.daemon = scratch.path + "/missing"
        let error = await failure(options)
        #expect(error?.name == .daemonNotRunning)
        #expect(error?.message.contains("No such file") == true)
        options.daemon = scratch.path
        #expect(await failure(options)?.message.contains("Permission denied") == true)
    }
}
