import AlmagestEntities
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AlmagestWire

@Suite("Calls between peers", .timeLimit(.minutes(2)))
struct PeerCallTests {
    @Test("A call reaches the other side and its result comes back")
    func roundTrip() async throws {
        let (left, right) = try connectedPeers(right: Answer.echo)
        defer { left.close() }
        let response = try await left.call("echo", params: Array(#"{"text":"å\n重"}"#.utf8))
        #expect(response.result["text"]?.string == "å\n重")
        // The reply is sent a moment before the request is done with.
        while right.requestsInFlight > 0 { await Task.yield() }
    }

    @Test("Parameters written over several lines travel as one")
    func lineBreaks() async throws {
        let (left, _) = try connectedPeers(right: Answer.echo)
        defer { left.close() }
        let response = try await left.call("echo", params: Array("{\n  \"a\": [1,\r\n 2]\n}\n".utf8))
        #expect(response.result["a"]?.count == 2)
    }

    @Test("An error travels with name, path, line and hint")
    func errors() async throws {
        let thrown = AlmagestError(
            .invalidEntity, "The date does not exist.", path: "entities[3].properties.startDate", line: 4,
            hint: "Mend it.")
        let (left, _) = try connectedPeers(right: Answer { _, _ in throw thrown })
        defer { left.close() }
        await #expect(throws: thrown) { try await left.call("index") }
    }

    @Test("Every error name survives the way there and back", arguments: AlmagestError.Name.allCases)
    func everyName(name: AlmagestError.Name) throws {
        let error = AlmagestError(name, "text")
        var writer = JSONWriter()
        error.write(to: &writer)
        #expect(AlmagestError(reply: try JSONDocument(writer.bytes).root) == error)
    }

    @Test("Codes are told apart, but for those that JSON-RPC has one code for")
    func codes() {
        let own = AlmagestError.Name.allCases.map(\.code).filter { $0 != -32_602 }
        #expect(Set(own).count == own.count)
    }

    @Test("An error that names no call leaves none waiting")
    func unaddressed() async throws {
        let (a, b) = try socketPair()
        let left = Peer(reading: a, writing: a)
        defer { left.close() }
        let raw = RawClient(fd: b)
        try await withThrowingTaskGroup(of: AlmagestError?.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    do throws(AlmagestError) {
                        _ = try await left.call("echo")
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            for _ in 0..<3 { _ = try #require(await raw.line()) }
            await raw.send(#"{"id":null,"error":{"code":-32024,"message":"No.","data":{"name":"busy"}}}"# + "\n")
            for try await error in group {
                #expect(error?.name == .busy)
                #expect(error?.hint?.contains("all of them ended") == true)
            }
        }
    }

    @Test("Replies come as they are ready, not in the order of the requests")
    func outOfOrder() async throws {
        let gate = Gate()
        let (left, _) = try connectedPeers(
            right: Answer { request, _ in
                if request.method == "slow" { await gate.wait() }
                return Array("\"\(request.method)\"".utf8)
            })
        defer { left.close() }
        async let slow = left.call("slow")
        let fast = try await left.call("fast")
        #expect(fast.result.string == "fast")
        gate.open()
        #expect(try await slow.result.string == "slow")
    }

    @Test("Ten thousand calls at once, from both sides, each get their own reply")
    func symmetric() async throws {
        var limits = WireLimits()
        limits.requestsInFlight = 8
        let (left, right) = try connectedPeers(limits: limits, left: Answer.echo, right: Answer.echo)
        defer { left.close() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (peer, base) in [(left, 0), (right, 100_000)] {
                for number in base..<base + 5_000 {
                    group.addTask {
                        let response = try await peer.call("echo", params: Array("{\"n\":\(number)}".utf8))
                        #expect(response.result["n"]?.integer == Int64(number))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("What is sent before the loop watches the connection arrives all the same")
    func sentAtOnce() async throws {
        for _ in 0..<10 {
            let (left, _) = try connectedPeers(right: Answer.echo)
            let text = Array("{\"t\":\"\(String(repeating: "x", count: 300_000))\"}".utf8)
            #expect(try await left.call("echo", params: text).result["t"]?.string?.utf8.count == 300_000)
            left.close()
        }
    }

    @Test("A handler can call back the side that called it")
    func callBack() async throws {
        let (left, _) = try connectedPeers(
            left: Answer.echo,
            right: Answer { request, peer in
                try await peer.call("echo", params: request.params?.encoded() ?? []).result.encoded()
            })
        defer { left.close() }
        #expect(try await left.call("ask", params: Array(#"{"a":1}"#.utf8)).result["a"]?.integer == 1)
    }

    @Test("A full line of requests does not keep replies from being read")
    func callBackWhenFull() async throws {
        var limits = WireLimits()
        limits.requestsInFlight = 2
        let (left, _) = try connectedPeers(
            limits: limits, left: Answer.echo,
            right: Answer { _, peer in try await peer.call("echo").result.encoded() })
        defer { left.close() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { _ = try await left.call("ask") } }
            try await group.waitForAll()
        }
    }

    @Test("A notification is handled and not answered")
    func notification() async throws {
        let gate = Gate()
        let (left, _) = try connectedPeers(
            right: Answer { request, _ in
                #expect(request.id == nil)
                gate.open()
                return []
            })
        defer { left.close() }
        left.notify("changed", params: Array(#"{"seq":1}"#.utf8))
        await gate.wait()
    }

    @Test("Peers talk over two pipes as well, and notice their end")
    func pipes() async throws {
        let (a, b) = (try pipe(), try pipe())
        let left = Peer(reading: a.0, writing: b.1, handler: Answer.echo)
        let right = Peer(reading: b.0, writing: a.1, handler: Answer.echo)
        let large = Array("{\"t\":\"\(String(repeating: "x", count: 3_000_000))\"}".utf8)
        async let one = left.call("echo", params: large)
        async let two = right.call("echo", params: large)
        #expect(try await one.result["t"]?.string?.count == 3_000_000)
        #expect(try await two.result["t"]?.string?.count == 3_000_000)
        right.close()
        await left.waitUntilClosed()
        await expectError(.connectionClosed) { try await left.call("echo") }
    }

    private func pipe() throws -> (Int32, Int32) {
        var pair: [Int32] = [-1, -1]
        guard Glibc.pipe(&pair) == 0 else { throw Errno(errno) }
        return (pair[0], pair[1])
    }
}
