import AlmagestEntities
import Testing

@testable import AlmagestWire

/// Requests that wait, for somebody or in the line of their own connection, take nothing that others work with. Where
/// they are too many, whoever has most of them gives one up.
@Suite("Waiting requests", .timeLimit(.minutes(2)))
struct WaitingRequestTests {
    private let holder = Holder()

    @Test("Large requests that wait for somebody hold up no work")
    func waitForSomebody() async throws {
        let site = try WireSite(holder.handler) { $0.allWorkingBytes = 1 << 20 }
        let clients = try site.clients(5)
        for (id, client) in clients.enumerated() {
            await client.send(message(id, 2 << 20, "ask"))
            await holder.beginnings()
        }
        let other = try site.client()
        await other.send(message(7, 2 << 20, "small"))
        #expect(try await other.reply()["id"]?.integer == 7)
        holder.letAllGo()
        for (id, client) in clients.enumerated() { #expect(try await client.reply()["id"]?.integer == Int64(id)) }
        await site.settled()
        await site.server.stop()
    }

    @Test("Large requests that wait in the line of their own connection hold up no work")
    func waitInLine() async throws {
        let site = try WireSite(holder.handler) { limits in
            limits.allWorkingBytes = 1 << 20
            limits.requestsInFlight = 1
        }
        let (client, other) = (try site.client(), try site.client())
        await client.send("{\"id\":1,\"method\":\"ask\"}\n")
        await holder.beginnings()
        await client.send(message(2, 2 << 20, "small"))
        while site.budgets.waiting.total == 0 { await Task.yield() }
        await other.send(message(7, 2 << 20, "small"))
        #expect(try await other.reply()["id"]?.integer == 7)
        holder.letAllGo()
        for id in 1...2 { #expect(try await client.reply()["id"]?.integer == Int64(id)) }
        await site.settled()
        await site.server.stop()
    }

    @Test("Beyond the limit the largest of the connection that has most is told busy, and nobody else")
    func largestGivenUp() async throws {
        let site = try WireSite(holder.handler) { $0.allWaitingBytes = 4 << 20 }
        let clients = try site.clients(4)
        for (id, client) in clients.enumerated() {
            await client.send(message(id, id == 1 ? 3 << 20 : 1 << 20, "ask"))
            await holder.beginnings()
        }
        let reply = try await clients[1].reply()
        #expect(reply["id"]?.integer == 1)
        #expect(errorName(reply) == "busy")
        await clients[1].send("{\"id\":5,\"method\":\"small\"}\n")
        #expect(try await clients[1].reply()["id"]?.integer == 5)
        holder.letAllGo()
        for id in [0, 2, 3] {
            let reply = try await clients[id].reply()
            #expect(reply["id"]?.integer == Int64(id))
            #expect(reply["result"] != nil)
        }
        await site.settled()
        await site.server.stop()
    }

    @Test("One that is given up in line leaves its connection as it was")
    func givenUpInLine() async throws {
        let site = try WireSite(holder.handler) { limits in
            limits.allWaitingBytes = 1 << 20
            limits.requestsInFlight = 1
        }
        let client = try site.client()
        await client.send("{\"id\":1,\"method\":\"ask\"}\n")
        await holder.beginnings()
        await client.send(message(2, 3 << 20, "small") + message(3, 0, "small"))
        let reply = try await client.reply()
        #expect(reply["id"]?.integer == 2)
        #expect(errorName(reply) == "busy")
        holder.letAllGo()
        #expect(try await client.reply()["id"]?.integer == 1)
        #expect(try await client.reply()["id"]?.integer == 3)
        await site.settled()
        await site.server.stop()
    }

    @Test("A request counts the memory that it takes where that is more than its bytes")
    func memory() async throws {
        let site = try WireSite(holder.handler) { $0.allWaitingBytes = 64 << 20 }
        let client = try site.client()
        let list = String(repeating: "1,", count: 500_000) + "1"
        await client.send("{\"id\":1,\"method\":\"ask\",\"params\":{\"x\":[\(list)]}}\n")
        await holder.beginnings()
        #expect(site.budgets.waiting.total > 7_000_000)
        holder.letAllGo()
        #expect(try await client.reply()["id"]?.integer == 1)
        await site.settled()
        await site.server.stop()
    }
}
