import Foundation
import Glibc
import Testing

/// A folder for one test in which `almagest` runs, with a daemon of its own that is stopped when the folder goes.
final class CommandLineRun: Sendable {
    /// What one run left.
    struct Outcome: Sendable, Equatable {
        let status: Int32
        let output: String
        let complaints: String
        /// The complaints without their line breaks.
        var said: String { complaints.split { $0.isWhitespace }.joined(separator: " ") }
        var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    }

    /// Short: the path of a socket has at most 107 bytes.
    let folder: String

    init(configuration: String = "{semantic: {enabled: false}}") throws {
        var template = Array("/tmp/alm-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Fault("mkdtemp: \(String(cString: strerror(errno)))") }
        folder = template.withUnsafeBufferPointer {
            String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        try write("config.json5", configuration)
    }

    deinit {
        _ = try? runNow(["stop"], input: nil, shell: nil, environment: [:])
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// One in which three things are indexed, two of them about meteors.
    static func stocked() async throws -> CommandLineRun {
        let run = try CommandLineRun()
        try run.write(
            "notes.ndjson",
            [
                line("1", "Meteor shower", #","url":"https://example.org/1","properties":{"stars":5}"#),
                line("2", "Grocery list", #","properties":{"stars":2},"text":"milk and oxygen""#),
                line("3", "Meteor crater", type: "Task"),
            ].joined(separator: "\n") + "\n")
        let indexed = try await run.almagest("index", run.path("notes.ndjson"), "--wait")
        #expect(indexed.status == 0, "\(indexed.complaints)")
        return run
    }

    static let programs: String = {
        if let given = ProcessInfo.processInfo.environment["ALMAGEST_BUILD"] { return given }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let candidates = [package + "/.build/testing/release", package + "/.build/debug"]
        return candidates.first { access($0 + "/almagest", X_OK) == 0 } ?? candidates[1]
    }()

    func path(_ name: String) -> String { folder + "/" + name }

    func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path(name))) }

    /// Runs `almagest` with these arguments to its end.
    @discardableResult
    func almagest(
        _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await inBackground { try self.runNow(arguments, input: input, shell: nil, environment: environment) }
    }

    /// Runs a line of bash, in which `almagest` is found.
    func shell(_ line: String, environment: [String: String] = [:]) async throws -> Outcome {
        try await inBackground { try self.runNow([], input: nil, shell: line, environment: environment) }
    }

    /// Waiting for a process would hold up the other tests.
    func inBackground(_ body: @escaping @Sendable () throws -> Outcome) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    private func runNow(
        _ arguments: [String], input: String?, shell: String?, environment: [String: String]
    ) throws -> Outcome {
        let run = folder + "/run-" + UUID().uuidString
        try Data((input ?? "").utf8).write(to: URL(filePath: run + ".in"))
        defer { for suffix in [".in", ".out", ".err"] { unlink(run + suffix) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, run + ".in", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, run + ".out", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, run + ".err", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let pid = try spawn(arguments, shell: shell, environment: environment, actions: &actions)
        let status = Self.wait(for: pid)
        func text(_ suffix: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: run + suffix)), as: UTF8.self)
        }
        return Outcome(status: status, output: try text(".out"), complaints: try text(".err"))
    }

    /// Starts `almagest`, or bash with a line for it, where nothing can be looked up but what is in the folder.
    func spawn(
        _ arguments: [String], shell: String? = nil, environment: [String: String],
        actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        var variables = [
            "PATH": "\(Self.programs):/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": folder + "/state",
            "LANG": "C.UTF-8", "TZ": "UTC", "ALMAGEST_SOCKET": folder + "/s", "ALMAGEST_DATA": folder + "/data",
            "ALMAGEST_CONFIG": folder + "/config.json5", "TERM": "xterm",
        ]
        variables.merge(environment) { _, new in new }
        let program = shell == nil ? Self.programs + "/almagest" : "/bin/bash"
        let words = shell.map { ["bash", "-c", $0] } ?? ["almagest"] + arguments
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in pointers + settings { free(pointer) } }
        var pid: pid_t = 0
        let spawned = posix_spawn(&pid, program, &actions, nil, &pointers, &settings)
        guard spawned == 0 else { throw Fault("\(program): \(String(cString: strerror(spawned)))") }
        return pid
    }

    /// Exit status, or 128 and the signal.
    static func wait(for pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}

/// What keeps a test from going on.
struct Fault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// An entity as a line of NDJSON.
func line(
    _ id: String, _ title: String, bundle: String = "org.example.Notes", type: String = "Note", _ more: String = ""
) -> String {
    func quoted(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
                    + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }.joined()
    }
    return #"{"bundle":"\#(bundle)","type":"\#(type)","id":"\#(id)","display":{"title":"\#(quoted(title))"}\#(more)}"#
}
