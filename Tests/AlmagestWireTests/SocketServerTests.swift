import AlmagestEntities
import CSystem
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AlmagestWire

@Suite("The socket", .timeLimit(.minutes(2)))
struct SocketServerTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func serve(
        _ location: SocketLocation, connections: Int = 256, _ handler: any PeerHandler = Answer.echo
    ) throws -> SocketServer {
        try SocketServer(at: location, connectionLimit: connections) { _ in handler }
    }

    private func options(_ location: SocketLocation) -> Client.Options {
        var options = Client.Options(socket: location)
        options.startsDaemon = false
        return options
    }

    @Test("A client calls the server; the socket is for the user alone")
    func roundTrip() async throws {
        let location = try scratch.location()
        let server = try serve(location)
        var status = stat()
        #expect(stat(location.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let client = try await Client.connect(options(location))
        let text = try await client.call("echo") { writer in
            writer.key("text")
            writer.string("oxygen")
        } decoding: { result throws(AlmagestError) in
            try result.required("text", at: "result").string(at: "result.text")
        }
        #expect(text == "oxygen")
        client.close()
        await server.stop()
        #expect(access(location.path, F_OK) != 0)
    }

    @Test("The handler knows who is on the other side")
    func credentials() async throws {
        let location = try scratch.location()
        let seen = Mutex<SocketServer.Client?>(nil)
        let server = try SocketServer(at: location) { client in
            seen.withLock { $0 = client }
            return Answer.echo
        }
        let client = try await Client.connect(options(location))
        _ = try await client.call("echo")
        #expect(seen.withLock { $0?.process } == getpid())
        #expect(seen.withLock { $0?.user } == geteuid())
        await server.stop()
    }

    @Test("Two hundred connections at once are each served")
    func manyConnections() async throws {
        let location = try scratch.location()
        let server = try serve(location)
        let clients = try (0..<200).map { _ in try RawClient(path: location.path) }
        for (number, client) in clients.enumerated() {
            await client.send("{\"id\":\(number),\"method\":\"echo\"}\n")
        }
        for (number, client) in clients.enumerated() {
            #expect(try await client.reply()["id"]?.integer == Int64(number))
        }
        #expect(server.connections == 200)
        for client in clients { await client.close() }
        while server.connections > 0 { await Task.yield() }
        await server.stop()
    }

    @Test("Half messages of all connections have a limit together; the longest are given up, small ones are not")
    func arrivingBudget() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allArrivingBytes = 8 << 20
        let server = try SocketServer(at: location, limits: limits) { _ in Answer.echo }
        let half = Array(#"{"id":1,"method":"echo","params":{"a":""#.utf8) + [UInt8](repeating: 0x61, count: 3 << 20)
        let clients = try (0..<12).map { _ in try RawClient(path: location.path) }
        for client in clients { await client.send(half) }
        let other = try RawClient(path: location.path)
        await other.send(
            #"{"id":7,"method":"echo","params":{"a":"\#(String(repeating: "b", count: 1 << 20))"}}"# + "\n")
        #expect(try await other.reply()["id"]?.integer == 7)
        #expect(server.budgets.arriving.total <= limits.allArrivingBytes)
        var given = 0
        for (number, client) in clients.enumerated() {
            await client.send("\"}}\n{\"id\":\(100 + number),\"method\":\"echo\"}\n")
            // Small replies may overtake large ones.
            let replies = [try await client.reply(), try await client.reply()]
            #expect(replies.contains { $0["id"]?.integer == Int64(100 + number) })
            let isGiven = replies.contains { errorName($0) == "busy" && $0["id"]?.isNull == true }
            #expect(isGiven != replies.contains { $0["id"]?.integer == 1 })
            if isGiven { given += 1 }
        }
        #expect((1..<12).contains(given))
        for client in clients { await client.close() }
        await other.close()
        while server.connections > 0 { await Task.yield() }
        #expect(server.budgets.arriving.total == 0)
        await server.stop()
    }

    @Test("What nobody reads has a limit together; who leaves most is cut off, who reads is not")
    func unsentBudget() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allOutgoingBytes = 8 << 20
        let cut = Gate()
        let handler = Answer(onClose: { cut.open() }) { request, _ in
            Array("\"\(String(repeating: "x", count: request.method == "large" ? 1 << 20 : 400_000))\"".utf8)
        }
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let other = try RawClient(path: location.path)
        let lazy = try (0..<4).map { _ in try RawClient(path: location.path) }
        for client in lazy {
            for id in 0..<20 { await client.send("{\"id\":\(id),\"method\":\"large\"}\n") }
        }
        await cut.wait()
        for id in 0..<20 {
            await other.send("{\"id\":\(id),\"method\":\"some\"}\n")
            #expect(try await other.reply()["id"]?.integer == Int64(id))
        }
        #expect(server.budgets.unsent.total <= limits.allOutgoingBytes)
        for client in lazy { await client.close() }
        await other.close()
        while server.connections > 0 { await Task.yield() }
        #expect(server.budgets.unsent.total == 0)
        await server.stop()
    }

    @Test("A connection too many is told so and closed; when one goes there is room again")
    func connectionLimit() async throws {
        let location = try scratch.location()
        let server = try serve(location, connections: 2)
        let first = try RawClient(path: location.path)
        let second = try RawClient(path: location.path)
        for client in [first, second] {
            await client.send("{\"id\":1,\"method\":\"echo\"}\n")
            _ = try await client.reply()
        }
        let third = try RawClient(path: location.path)
        #expect(errorName(try await third.reply()) == "busy")
        #expect(await third.line() == nil)
        await first.close()
        while server.connections == 2 { await Task.yield() }
        let fourth = try RawClient(path: location.path)
        await fourth.send("{\"id\":1,\"method\":\"echo\"}\n")
        #expect(errorName(try await fourth.reply()) == nil)
        await server.stop()
    }

    @Test("A socket that a dead daemon left is taken over")
    func staleSocket() async throws {
        let location = try scratch.location()
        let fd = almagest_listen(location.path, 1)
        #expect(fd >= 0)
        close(fd)
        #expect(access(location.path, F_OK) == 0)
        let server = try serve(location)
        let client = try await Client.connect(options(location))
        _ = try await client.call("echo")
        await server.stop()
    }

    @Test("A socket that answers is left alone")
    func liveSocket() async throws {
        let location = try scratch.location()
        let server = try serve(location)
        await expectError(.daemonAlreadyRunning) { try serve(location) }
        let client = try await Client.connect(options(location))
        _ = try await client.call("echo")
        await server.stop()

        // Also one without our lock beside it.
        let other = try scratch.location("other")
        let fd = almagest_listen(other.path, 1)
        await expectError(.daemonAlreadyRunning) { try serve(other) }
        close(fd)
    }

    @Test("A file that is no socket is not removed")
    func plainFile() async throws {
        let location = try scratch.location()
        #expect(FileManager.default.createFile(atPath: location.path, contents: Data("mine".utf8)))
        await expectError(.noPermission) { try serve(location) }
        #expect(FileManager.default.contents(atPath: location.path) == Data("mine".utf8))
    }

    @Test("Without a daemon and without leave to start one, connecting says so")
    func noDaemon() async throws {
        let location = try scratch.location()
        await expectError(.daemonNotRunning) { try await Client.connect(options(location)) }
        // A socket nobody listens at means the same.
        close(almagest_listen(location.path, 1))
        await expectError(.daemonNotRunning) { try await Client.connect(options(location)) }
    }

    @Test("Stopping lets requests in flight finish, and cuts those that take too long")
    func stopping() async throws {
        let location = try scratch.location()
        let started = Gate()
        let gate = Gate()
        let server = try serve(
            location,
            Answer { request, _ in
                started.open()
                if request.method == "endless" { try await Task.sleep(for: .seconds(1_000)) }
                await gate.wait()
                return Array("1".utf8)
            })
        let client = try await Client.connect(options(location))
        async let reply = client.call("slow")
        await started.wait()
        let stop = Task { await server.stop() }
        gate.open()
        #expect(try await reply.result.integer == 1)
        await stop.value

        let again = try serve(
            location,
            Answer { _, _ in
                try await Task.sleep(for: .seconds(1_000))
                return []
            })
        let second = try await Client.connect(options(location))
        let endless = Task { try await second.call("endless") }
        while again.peers.first?.requestsInFlight != 1 { await Task.yield() }
        await again.stop(drain: .milliseconds(20))
        await expectError(.connectionClosed) { try await endless.value }
    }

    @Test("The state of the daemon reaches the service manager, also through an abstract socket")
    func notifying() async throws {
        for name in ["\(scratch.path)/notify", "@almagest-test-\(getpid())"] {
            let fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            defer { close(fd) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            var bytes = Array(name.utf8)
            if bytes[0] == 0x40 { bytes[0] = 0 }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(fd, $0, length) }
            }
            #expect(status == 0)
            #expect(almagest_notify(name, "READY=1\nSTATUS=serving") == 0)
            var received = [UInt8](repeating: 0, count: 100)
            let count = read(fd, &received, received.count)
            #expect(String(decoding: received.prefix(max(0, count)), as: UTF8.self) == "READY=1\nSTATUS=serving")
        }
    }
}
