import AlmagestEntities
import AlmagestWire
import Foundation
import Glibc
import Synchronization
import Testing

/// The real daemon in a folder of its own, which is gone with it.
final class RunningDaemon: Sendable {
    /// Short: the path of a socket has at most 107 bytes.
    let folder: String
    let socket: SocketLocation
    private let process = Mutex<pid_t?>(nil)

    /// Most tests need no model, and are fast without one.
    static let withoutModel = "{semantic: {enabled: false}}"

    /// Starts one on an empty data directory.
    init(configuration: String = withoutModel) async throws {
        var template = Array("/tmp/alm-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Fault("mkdtemp: \(String(cString: strerror(errno)))") }
        folder = template.withUnsafeBufferPointer {
            String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        socket = try SocketLocation.resolve(flag: folder + "/s")
        try Data(configuration.utf8).write(to: URL(filePath: folder + "/config.json5"))
        try await start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    var data: String { folder + "/data" }
    var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }
    var pid: pid_t? { process.withLock { $0 } }

    /// Folder of the programs that are tested.
    static let programs: String = {
        if let given = ProcessInfo.processInfo.environment["ALMAGEST_BUILD"] { return given }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let candidates = [package + "/.build/testing/release", package + "/.build/debug"]
        return candidates.first { access($0 + "/almagestd", X_OK) == 0 } ?? candidates[1]
    }()

    /// Whether set-up has left a model that the daemon finds.
    static var hasModel: Bool {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        return FileManager.default.fileExists(atPath: package + "/.deps/model/all-MiniLM-L6-v2/model.json")
    }

    /// Everything that a program may look up, within the folder.
    static func environment(_ folder: String) -> [String] {
        ["PATH=/usr/bin:/bin", "HOME=\(folder)", "XDG_STATE_HOME=\(folder)/state", "LANG=C.UTF-8", "TZ=UTC"]
    }

    var arguments: [String] { ["--socket", socket.path, "--data", data, "--config", folder + "/config.json5"] }

    // MARK: Living and dying

    /// Starts it again, after it was killed or stopped; returns when it answers.
    func start() async throws {
        try startWithoutWaiting()
        _ = try await connect()
    }

    /// Starts it; it may not serve yet.
    func startWithoutWaiting() throws {
        let started = try Self.spawn(Self.programs + "/almagestd", arguments, folder: folder, output: folder + "/log")
        process.withLock { $0 = started }
    }

    /// SIGKILL: nothing is flushed, nothing closed.
    func kill() {
        guard let pid = process.withLock({ $0.take() }) else { return }
        Glibc.kill(pid, SIGKILL)
        _ = Self.wait(for: pid)
    }

    /// SIGTERM; returns the exit status once it has ended.
    func stop() async throws -> Int32 {
        let pid = try #require(process.withLock { $0.take() })
        Glibc.kill(pid, SIGTERM)
        return await Self.ended(pid)
    }

    /// Runs another daemon with these arguments to its end.
    func runAnother(_ arguments: [String]) async throws -> (status: Int32, said: String) {
        let output = folder + "/another"
        let pid = try Self.spawn(Self.programs + "/almagestd", arguments, folder: folder, output: output)
        let status = await Self.ended(pid)
        return (status, try String(contentsOfFile: output, encoding: .utf8))
    }

    /// A connection; waits for a daemon that is still starting.
    func connect() async throws -> Client {
        var options = Client.Options(socket: socket)
        options.startsDaemon = false
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            do {
                let client = try await Client.connect(options)
                _ = try await client.peer.call("hello", timeout: .seconds(60))
                return client
            } catch {
                if ContinuousClock.now > deadline { throw Fault("\(error)\n\(log)") }
                if let pid, waitpid(pid, nil, WNOHANG) == pid {
                    process.withLock { $0 = nil }
                    throw Fault("The daemon has ended:\n\(log)")
                }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    /// Whether it is still there and answers a new connection.
    func answers() async -> Bool {
        do {
            let status = try await connect().call("status", timeout: .seconds(30))
            return status.result["seq"]?.integer != nil
        } catch {
            return false
        }
    }

    /// Returns when every projection has all that the catalog has.
    func settle() async throws {
        let client = try await connect()
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let projections = try await client.call("status").result["projections"]
            let late = (projections.map { Array($0.members) } ?? []).filter {
                let state = $0.value["state"]?.string
                return state != "current" && state != "unavailable"
            }
            if late.isEmpty { return }
            if ContinuousClock.now > deadline {
                throw Fault("Still not current: \(late.map { "\($0.key) \($0.value.encodedText)" })\n\(log)")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Returns when `check` says so, within a minute.
    func until(_ what: String, _ check: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !check() {
            if ContinuousClock.now > deadline { throw Fault("\(what) never came:\n\(log)") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    // MARK: Processes

    static func spawn(_ program: String, _ arguments: [String], folder: String, output: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = environment(folder).map { strdup($0) } + [nil]
        defer { for word in words + environment { free(word) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, program, &actions, nil, &words, &environment)
        guard status == 0 else { throw Fault("\(program): \(String(cString: strerror(status)))") }
        return pid
    }

    /// Exit status, or 128 and the signal.
    static func wait(for pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    static func ended(_ pid: pid_t) async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: wait(for: pid)) }
        }
    }
}

/// What keeps a test from going on.
struct Fault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension Optional {
    fileprivate mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}

// MARK: - Calls as they are on the wire

extension Client {
    /// Calls with parameters written as JSON.
    @discardableResult
    func ask(_ method: String, _ parameters: String = "{}") async throws -> JSONValue {
        try await peer.call(method, params: Array(parameters.utf8), timeout: .seconds(60)).result
    }

    /// The error of a call that is to fail.
    func refusal(_ method: String, _ parameters: String) async throws -> AlmagestError {
        do {
            let result = try await peer.call(method, params: Array(parameters.utf8), timeout: .seconds(60)).result
            throw Fault("\(method) \(parameters.prefix(200)) gave \(result.encodedText.prefix(500))")
        } catch let error as AlmagestError {
            return error
        }
    }

    /// Donates; returns the `seq` of the reply. All are to be stored.
    @discardableResult
    func donate(_ entities: String...) async throws -> Int64 { try await donate(entities) }

    @discardableResult
    func donate(_ entities: [String], batch: String? = nil) async throws -> Int64 {
        let batch = batch.map { #","batch":\#($0.json)"# } ?? ""
        let reply = try await ask("index", #"{"entities":[\#(entities.joined(separator: ","))]\#(batch)}"#)
        if let rejected = reply["rejected"], rejected.count > 0 { throw Fault(rejected.encodedText) }
        return try #require(reply["seq"]?.integer)
    }

    /// Identifiers that a search by word finds, in order; waits for `after`.
    func found(_ query: String, after: Int64? = nil, _ more: String = "") async throws -> [String] {
        let after = after.map { #","after":\#($0)"# } ?? ""
        let reply = try await ask(
            "search",
            #"{"query":\#(query.json),"mode":"lexical","budgetMilliseconds":60000,"limit":1000\#(after)\#(more)}"#)
        return reply.ids("results")
    }

    func suggested(_ prefix: String) async throws -> [String] {
        try await ask("suggest", #"{"prefix":\#(prefix.json),"limit":100}"#).ids("suggestions")
    }
}

extension JSONValue {
    /// The `id` of the entities of a list, in order.
    func ids(_ list: String) -> [String] {
        (self[list].map { Array($0.elements) } ?? []).map { $0["entity"]?["id"]?.string ?? $0["id"]?.string ?? "?" }
    }

    var encodedText: String { String(decoding: encoded(), as: UTF8.self) }

    /// Counts of a facet by value.
    func facet(_ name: String) -> [String: Int64] {
        var result: [String: Int64] = [:]
        for value in self["facets"]?[name].map({ Array($0.elements) }) ?? [] {
            result[value["value"]?.string ?? value["value"]?.encodedText ?? "?"] = value["count"]?.integer
        }
        return result
    }
}

extension String {
    /// As a JSON text.
    var json: String {
        var writer = JSONWriter()
        writer.string(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// An entity as a line of JSON.
func entity(
    _ id: String, _ title: String, bundle: String = "org.example.Notes", type: String = "Note", _ more: String = ""
) -> String {
    #"{"bundle":\#(bundle.json),"type":\#(type.json),"id":\#(id.json),"display":{"title":\#(title.json)}\#(more)}"#
}
