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

    @Test("A call that takes too long ends, and the other side is told")
    func timeout() async throws {
        let cancelled = Gate()
        let (left, _) = try connectedPeers(
            right: Answer { _, _ in
                await withTaskCancellationHandler {
                    await cancelled.wait()
                } onCancel: {
                    cancelled.open()
                }
                return []
            })
        defer { left.close() }
        await expectError(.timedOut) { try await left.call("slow", timeout: .milliseconds(20)) }
        await cancelled.wait()
    }

    @Test("A task that is cancelled ends its call, and the other side's task")
    func cancellation() async throws {
        let started = Gate()
        let cancelled = Gate()
        let (left, _) = try connectedPeers(
            right: Answer { _, _ in
                started.open()
                await withTaskCancellationHandler {
                    await cancelled.wait()
                } onCancel: {
                    cancelled.open()
                }
                return []
            })
        defer { left.close() }
        let task = Task { try await left.call("provider.find") }
        await started.wait()
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        await cancelled.wait()
    }

    @Test("A task that was cancelled before calls nothing")
    func cancelledBefore() async throws {
        let (left, _) = try connectedPeers(right: Answer.echo)
        defer { left.close() }
        let gate = Gate()
        let task = Task {
            await gate.wait()
            return try await left.call("echo")
        }
        task.cancel()
        gate.open()
        await expectError(.cancelled) { try await task.value }
    }

    @Test("Calls end when the connection does, and so do those made afterwards")
    func closing() async throws {
        let started = Gate()
        let closed = Gate()
        let (left, right) = try connectedPeers(
            right: Answer(onClose: { closed.open() }) { _, _ in
                started.open()
                try await Task.sleep(for: .seconds(1_000))
                return []
            })
        let call = Task { try await left.call("slow") }
        await started.wait()
        right.close()
        await expectError(.connectionClosed) { try await call.value }
        await closed.wait()
        await left.waitUntilClosed()
        await expectError(.connectionClosed) { try await left.call("again") }
        #expect(!left.notify("again"))
    }

    @Test("Draining lets what has begun finish and refuses what comes after")
    func draining() async throws {
        let started = Gate()
        let gate = Gate()
        let (left, right) = try connectedPeers(
            right: Answer { _, _ in
                started.open()
                await gate.wait()
                return Array("1".utf8)
            })
        async let first = left.call("first")
        await started.wait()
        let draining = Task { await right.drain() }
        // The drain has begun once a call is refused.
        var refusal: AlmagestError.Name?
        while refusal == nil {
            do { _ = try await left.call("late", timeout: .milliseconds(50)) } catch { refusal = error.name }
            if refusal == .timedOut { refusal = nil }
        }
        #expect(refusal == .unavailable)
        gate.open()
        #expect(try await first.result.integer == 1)
        await draining.value
        await left.waitUntilClosed()
    }

    @Test("Peers that are closed leave memory")
    func release() async throws {
        weak var left: Peer?
        weak var right: Peer?
        do {
            let (a, b) = try connectedPeers(right: Answer.echo)
            (left, right) = (a, b)
            _ = try await a.call("echo")
            a.close()
            await a.waitUntilClosed()
            await b.waitUntilClosed()
        }
        while left != nil || right != nil { await Task.yield() }
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

/// Expects an error of that name.
func expectError<R>(
    _ name: AlmagestError.Name, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> R
) async {
    do {
        _ = try await body()
        Issue.record("no error", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? AlmagestError)?.name == name, sourceLocation: sourceLocation)
    }
}
