import AlmagestEntities
import Synchronization
import TestSupport
import Testing

@testable import AlmagestWire

/// What all connections together have in work has a limit; whoever is small or alone is served whatever the others do.
@Suite("Back-pressure", .timeLimit(.minutes(2)))
struct BackPressureTests {
    private let holder = Holder()

    /// A site where little is in work at a time.
    private func site(_ more: (inout WireLimits) -> Void = { _ in }) throws -> WireSite {
        try WireSite(holder.handler) { limits in
            limits.allWorkingBytes = 1 << 20
            more(&limits)
        }
    }

    @Test("Large messages of all connections wait for each other, small ones for nobody", arguments: [0, 10, 200])
    func working(kibibytes: Int) async throws {
        let site = try site()
        let clients = try site.clients(6)
        for (id, client) in clients.enumerated() { await client.send(message(id, 2 << 20)) }
        await holder.beginnings()
        await site.inLine(5)
        let small = try site.client()
        for id in 0..<100 {
            await small.send(message(id, kibibytes << 10, "small"))
            #expect(try await small.reply()["id"]?.integer == Int64(id))
        }
        #expect(holder.begun.count == 1)
        holder.letAllGo()
        for (id, client) in clients.enumerated() {
            let reply = try await client.reply()
            #expect(reply["id"]?.integer == Int64(id))
            #expect(reply["result"] != nil)
        }
        #expect(holder.most == 1)
        for client in clients + [small] { await client.close() }
        while site.server.connections > 0 { await Task.yield() }
        #expect(site.budgets.working.total == 0)
        await site.server.stop()
    }

    @Test("What is large lets smaller ones pass until they have taken as much as it would")
    func smallerFirst() async throws {
        let site = try site()
        var clients = [try site.client(), try site.client()]
        await clients[0].send(message(0, 2 << 20))
        await holder.beginnings()
        await clients[1].send(message(1, 3 << 20))
        await site.inLine(1)
        // Each comes while the one before it is in work, and each counts 768 KiB.
        var before = 0
        for id in 2...5 {
            let client = try site.client()
            clients.append(client)
            await client.send(message(id, 1 << 20))
            await site.inLine(2)
            holder.letGo(before)
            await holder.beginnings()
            before = id
        }
        #expect(holder.begun == [0, 2, 3, 4, 1])
        holder.letAllGo()
        for (id, client) in clients.enumerated() { #expect(try await client.reply()["id"]?.integer == Int64(id)) }
        #expect(holder.begun == [0, 2, 3, 4, 1, 5])
        await site.server.stop()
    }

    @Test("What is in work beyond the limit can be cancelled over its own connection")
    func cancelledInWork() async throws {
        let site = try site()
        let client = try site.client()
        await client.send(message(1, 2 << 20))
        await holder.beginnings()
        await client.send("{\"id\":2,\"method\":\"cancel\",\"params\":{\"id\":1}}\n")
        let replies = [try await client.reply(), try await client.reply()]
        #expect(replies.contains { $0["id"]?.integer == 1 && errorName($0) == "cancelled" })
        await site.server.stop()
    }

    @Test("One that goes away while it waits leaves its turn to the next")
    func goneWhileWaiting() async throws {
        let site = try site()
        let clients = try site.clients(5)
        for (id, client) in clients.enumerated() {
            await client.send(message(id, 2 << 20))
            if id == 0 { await holder.beginnings() } else { await site.inLine(id) }
        }
        for client in clients[1..<4] { await client.close() }
        holder.letAllGo()
        for id in [0, 4] { #expect(try await clients[id].reply()["id"]?.integer == Int64(id)) }
        await site.server.stop()
    }

    @Test("Where too many wait the longest are given up under their own id, and their connections live")
    func givenUpWhileWaiting() async throws {
        let site = try site { $0.allArrivingBytes = 16 << 20 }
        let clients = try site.clients(12)
        for (id, client) in clients.enumerated() { await client.send(message(id, 3 << 20)) }
        await holder.beginnings()
        let small = try site.client()
        await small.send("{\"id\":1,\"method\":\"small\"}\n")
        #expect(try await small.reply()["id"]?.integer == 1)
        holder.letAllGo()
        var given = 0
        for (id, client) in clients.enumerated() {
            let reply = try await client.reply()
            if reply["id"]?.isNull == true {
                // It was given up before its end.
                #expect(errorName(reply) == "busy")
                given += 1
            } else {
                #expect(reply["id"]?.integer == Int64(id))
                if errorName(reply) == "busy" { given += 1 } else { #expect(reply["result"] != nil) }
            }
            await client.send("{\"id\":\"alive\",\"method\":\"small\"}\n")
            #expect(try await client.reply()["id"]?.string == "alive")
        }
        #expect((1..<12).contains(given))
        await site.server.stop()
    }

    @Test("A message that no longer needs its turn goes on by itself, and does not keep the turn of others")
    func turnNotNeeded() async throws {
        let site = try site()
        let (a, b, c) = (try site.client(), try site.client(), try site.client())
        await a.send(message(1, 200 << 10))
        await holder.beginnings()
        await b.send(message(2, 2 << 20))
        await holder.beginnings()
        await a.send(message(3, 200 << 10))
        await site.inLine(1)
        await c.send(message(4, 2 << 20))
        await site.inLine(2)
        holder.letGo(1)
        #expect(try await a.reply()["id"]?.integer == 1)
        await holder.beginnings()
        #expect(holder.begun == [1, 2, 3])
        holder.letAllGo()
        #expect(try await b.reply()["id"]?.integer == 2)
        #expect(try await a.reply()["id"]?.integer == 3)
        #expect(try await c.reply()["id"]?.integer == 4)
        await site.server.stop()
    }

    @Test("An answer that work waits for is read, even behind a message that waits for that work")
    func answerBehind() async throws {
        let provider = Mutex<Peer?>(nil)
        let handler = Answer { [holder] request, peer in
            if request.method == "hello" { provider.withLock { $0 = peer } }
            guard request.id == .number("2") else { return Array("{}".utf8) }
            try await holder.hold(request)
            let found = try #require(provider.withLock { $0 })
            return try await found.call("fetch").result.encoded()
        }
        let site = try WireSite(handler) { $0.allWorkingBytes = 1 << 20 }
        let (app, client) = (try site.client(), try site.client())
        await app.send("{\"id\":1,\"method\":\"hello\"}\n")
        #expect(try await app.reply()["id"]?.integer == 1)
        await client.send(message(2, 2 << 20))
        await holder.beginnings()
        await app.send(message(3, 2 << 20))
        await site.inLine(1)
        holder.letAllGo()
        let call = try await app.reply()
        #expect(call["method"]?.string == "fetch")
        await app.send("{\"id\":\(call["id"]?.integer ?? 0),\"result\":\"there\"}\n")
        #expect(try await client.reply()["result"]?.string == "there")
        #expect(try await app.reply()["id"]?.integer == 3)
        provider.withLock { $0 = nil }
        await site.server.stop()
    }
}
