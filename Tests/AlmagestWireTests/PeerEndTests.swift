import AlmagestEntities
import TestSupport
import Testing

@testable import AlmagestWire

@Suite("Ends of calls and connections", .timeLimit(.minutes(2)))
struct PeerEndTests {
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
        #expect(left == nil && right == nil)
    }
}
