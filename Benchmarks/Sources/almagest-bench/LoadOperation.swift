import Foundation
import Synchronization

/// Sends requests through the socket, each client one at a time, and measures from the first byte sent to the last
/// received. The clients share the list: every request is sent once.
struct LoadOperation {
    struct Report: Encodable {
        var clients: Int
        var requests: Int
        var seconds: Double
        var requestsPerSecond: Double
        var errors: Int
        /// Replies that say that a part of search did not answer.
        var partial: Int
        /// Replies without a result.
        var empty: Int
        var bytesPerReply: Double
        var times: Times
    }

    private struct Sample {
        var milliseconds: Double
        var bytes: Int
        var isError: Bool
        var isPartial: Bool
        var isEmpty: Bool
    }

    private let socket: String
    private let requests: [[UInt8]]
    private let warm: Int
    private let clients: Int

    init(_ arguments: Arguments) throws {
        socket = try arguments.file("socket").path
        requests = try readLines(arguments.file("requests")).map { Array($0.utf8) + [UInt8(ascii: "\n")] }
        warm = min(requests.count, try arguments.number("warm", default: 0))
        clients = max(1, try arguments.number("clients", default: 1))
    }

    func run() throws -> Report {
        let connections = try (0..<clients).map { _ in try LineConnection(path: socket) }
        for (index, request) in requests.prefix(warm).enumerated() {
            try connections[index % clients].exchange(request) { _ in }
        }
        let results = SharedResults(next: warm)
        let done = DispatchGroup()
        let clock = ContinuousClock()
        let started = clock.now
        // Each connection belongs to one thread while the threads run.
        for connection in connections.map(Unchecked.init) {
            done.enter()
            Thread {
                defer { done.leave() }
                var own: [Sample] = []
                do throws(BenchmarkError) {
                    while let index = results.take(below: requests.count) {
                        own.append(try sample(index, through: connection.value))
                    }
                } catch {
                    results.failure.withLock { $0 = error }
                }
                results.samples.withLock { $0 += own }
            }.start()
        }
        done.wait()
        let seconds = (clock.now - started).seconds
        if let error = results.failure.withLock({ $0 }) { throw error }
        let all = results.samples.withLock { $0 }
        return Report(
            clients: clients, requests: all.count, seconds: seconds, requestsPerSecond: Double(all.count) / seconds,
            errors: all.count(where: \.isError), partial: all.count(where: \.isPartial),
            empty: all.count(where: \.isEmpty),
            bytesPerReply: Double(all.reduce(0) { $0 + $1.bytes }) / Double(max(1, all.count)),
            times: Times(milliseconds: all.map(\.milliseconds)))
    }

    private func sample(_ index: Int, through connection: LineConnection) throws(BenchmarkError) -> Sample {
        let clock = ContinuousClock()
        let started = clock.now
        return try connection.exchange(requests[index]) { reply in
            let took = clock.now - started
            return Sample(
                milliseconds: took.milliseconds, bytes: reply.count, isError: reply.isError,
                isPartial: reply.isPartial, isEmpty: reply.isEmpty)
        }
    }

    /// What the threads of the clients share.
    private final class SharedResults: Sendable {
        let samples = Mutex<[Sample]>([])
        let failure = Mutex<BenchmarkError?>(nil)
        private let next: Atomic<Int>

        init(next: Int) { self.next = Atomic(next) }

        func take(below count: Int) -> Int? {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            return index < count ? index : nil
        }
    }
}

/// Carries what one thread alone uses from now on.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
}
