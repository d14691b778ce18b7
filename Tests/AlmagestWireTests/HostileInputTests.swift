import AlmagestEntities
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AlmagestWire

/// What a stranger may send to a peer. After each, the connection still serves.
@Suite("Hostile input", .timeLimit(.minutes(2)))
struct HostileInputTests {
    @Test(
        "What is no request gets an error that says so",
        arguments: [
            ("nonsense", "parseError", "null"),
            ("{\"id\":1,\"method\":\"a\"", "parseError", "1"),
            ("{\"id\":1,\"method\":\"a\",\"method\":\"b\"}", "parseError", "null"),
            ("{\"id\":1,\"method\":\"a\",\"x\":0,\"x\":1}", "parseError", "1"),
            ("{\"id\":1,\"result\":\"\\ud800\"}", "parseError", "null"),
            ("{\"id\":1,\"result\":\"\\ud800", "parseError", "null"),
            ("{\"id\":1,\"method\":\"\\ud800\"}", "parseError", "1"),
            ("[{\"id\":1,\"method\":\"a\"}]", "invalidRequest", "null"),
            ("17", "invalidRequest", "null"),
            ("\"text\"", "invalidRequest", "null"),
            ("{}", "invalidRequest", "null"),
            ("{\"id\":5}", "invalidRequest", "5"),
            ("{\"id\":{},\"method\":\"a\"}", "invalidRequest", "null"),
            ("{\"id\":true,\"method\":\"a\"}", "invalidRequest", "null"),
            ("{\"id\":6,\"method\":3}", "invalidRequest", "6"),
            ("{\"id\":7,\"method\":\"a\",\"params\":[1]}", "invalidRequest", "7"),
            ("{\"id\":8,\"method\":\"a\",\"params\":\"x\"}", "invalidRequest", "8"),
            ("{\"id\":9,\"method\":\"a\",\"parms\":{}}", "invalidRequest", "9"),
            ("{\"jsonrpc\":\"1.0\",\"id\":10,\"method\":\"a\"}", "invalidRequest", "10"),
        ])
    func faulty(line: String, name: String, id: String) async throws {
        let client = try rawClient()
        await client.send(line + "\n")
        let reply = try await client.reply()
        #expect(errorName(reply) == name)
        #expect(reply["id"].map { String(decoding: $0.encoded(), as: UTF8.self) } == id)
        #expect(reply["error"]?["message"]?.string?.isEmpty == false)
        try await client.expectAlive()
    }

    @Test("A fault in the text is given with its line and column")
    func position() async throws {
        let client = try rawClient()
        await client.send("{\"id\":1,,}\n")
        let reply = try await client.reply()
        #expect(reply["error"]?["code"]?.integer == -32_700)
        #expect(reply["error"]?["data"]?["line"]?.integer == 1)
        #expect(reply["error"]?["message"]?.string?.contains("column") == true)
    }

    @Test(
        "An id comes back as it was written",
        arguments: [
            "0", "-1", "9007199254740993", "1.5", "1.50", "1e3", "\"a\"", "\"\"", "\"\\u00e5 / \\\"\"", "null",
            "-9223372036854775808",
        ])
    func ids(id: String) async throws {
        let client = try rawClient()
        await client.send("{\"method\":\"echo\",\"params\":{\"id\":2, \"x\":\"\\\"id\\\":3\"} , \"id\" : \(id) }\n")
        let line = try #require(await client.line())
        let wanted = id == "\"\\u00e5 / \\\"\"" ? "\"å / \\\"\"" : id
        #expect(line.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\(wanted),"), "\(line)")
    }

    @Test("A large message, decoded aside, keeps its place in the order")
    func largeKeepsOrder() async throws {
        let seen = Mutex<[String]>([])
        let client = try rawClient(
            of: Answer(lanes: ["a": .ordered, "b": .ordered]) { request, _ in
                await request.inOrder { seen.withLock { $0.append(request.method) } }
                return request.params?.encoded() ?? []
            })
        await client.send(
            "{\"id\":1,\"method\":\"a\",\"params\":{\"x\":\"\(String(repeating: "x", count: 4_000_000))\"}}\n")
        await client.send("{\"id\":2,\"method\":\"b\"}\n{\"id\":3,\"method\":\"a\"}\n")
        for _ in 0..<3 { _ = try await client.reply() }
        #expect(seen.withLock { $0 } == ["a", "b", "a"])
    }

    @Test("Random bytes never end the connection", arguments: 1...20)
    func randomBytes(seed: Int) async throws {
        var random = SeededRandom(seed: UInt64(seed))
        let client = try rawClient()
        var sent = 0
        for _ in 0..<50 {
            // No line break within and none that is white space alone, so that each gets one answer.
            var bytes = (0..<Int.random(in: 1...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            bytes.replace([0x0A], with: [0x00])
            bytes.insert(0x01, at: 0)
            await client.send(bytes + [0x0A])
            sent += 1
        }
        for _ in 0..<sent { #expect(errorName(try await client.reply()) == "parseError") }
        try await client.expectAlive()
    }

    @Test("A request with any byte changed gets some answer, or none as a notification", arguments: 1...5)
    func mutations(seed: Int) async throws {
        var random = SeededRandom(seed: UInt64(seed))
        let client = try rawClient()
        let request = Array("{\"jsonrpc\":\"2.0\",\"id\":12,\"method\":\"echo\",\"params\":{\"a\":[1,2.5,\"å\"]}}".utf8)
        for _ in 0..<2_000 {
            var changed = request
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            await client.send(changed + [0x0A])
        }
        await client.send("{\"id\":\"end\",\"method\":\"echo\"}\n")
        // Each may have become several lines or none; the last one is answered in any case.
        while let line = await client.line() {
            if line.contains("\"id\":\"end\"") { return }
        }
        Issue.record("the connection ended")
    }

    @Test("Replies to nobody are ignored")
    func strayReplies() async throws {
        let client = try rawClient()
        await client.send(
            "{\"id\":77,\"result\":1}\n{\"id\":\"x\",\"result\":1}\n{\"id\":null,\"error\":{\"code\":1}}\n")
        await client.send("{\"id\":1.5,\"error\":7}\n{\"id\":99999999999,\"error\":null,\"result\":null}\n")
        try await client.expectAlive()
    }

    @Test("A message that was half sent is not carried out")
    func halfSent() async throws {
        let calls = Mutex(0)
        let closed = Gate()
        let client = try rawClient(
            of: Answer(onClose: { closed.open() }) { _, _ in
                calls.withLock { $0 += 1 }
                return []
            })
        await client.send("{\"id\":1,\"method\":\"delete\",\"params\":{\"bundle\":\"a\"}}")
        await client.close()
        await closed.wait()
        #expect(calls.withLock { $0 } == 0)
    }

    @Test("Who has finished sending still gets the replies, then the end")
    func halfClosed() async throws {
        let client = try rawClient(
            of: Answer { _, _ in
                for _ in 0..<100 { await Task.yield() }
                return Array("1".utf8)
            })
        await client.send("{\"id\":1,\"method\":\"a\"}\n{\"id\":2,\"method\":\"a\"}\n")
        await client.finishSending()
        let ids = [try await client.reply()["id"]?.integer, try await client.reply()["id"]?.integer]
        #expect(Set(ids) == [1, 2])
        #expect(await client.line() == nil)
    }

    @Test("Who vanishes while a reply is on its way does no harm")
    func vanishing() async throws {
        let closed = Gate()
        let started = Gate()
        let gate = Gate()
        let client = try rawClient(
            of: Answer(onClose: { closed.open() }) { _, _ in
                started.open()
                await gate.wait()
                return Array("\"\(String(repeating: "x", count: 5_000_000))\"".utf8)
            })
        await client.send("{\"id\":1,\"method\":\"a\"}\n")
        await started.wait()
        await client.close()
        gate.open()
        await closed.wait()
    }
}
