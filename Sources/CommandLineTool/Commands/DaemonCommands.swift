import AlmagestEntities
import AlmagestWire
import CSystem
import Foundation

extension Command {
    static let serve = Command(
        name: "serve", operands: "", minimumOperands: 0, maximumOperands: 0,
        summary: "Run the daemon in the foreground",
        details: [
            "The same as almagestd with these options. Other commands start a daemon by themselves; one started so "
                + "ends after 15 idle minutes."
        ],
        options: [
            Option(
                name: "log-level", kind: .choice(["error", "warning", "info", "debug"]),
                help: "How much is logged; no level logs content")
        ], examples: [("almagest serve", "until Control-C")], startsDaemon: false,
        run: { invocation in
            let daemon = try invocation.clientOptions().daemonProgram()
            var arguments = [daemon]
            for name in ["socket", "data", "config", "log-level"] {
                if let value = invocation.value(name) { arguments += ["--\(name)", value] }
            }
            var pointers = arguments.map { strdup($0) }
            pointers.append(nil)
            defer { pointers.forEach { free($0) } }
            execv(daemon, pointers)
            throw AlmagestError(.unavailable, "\(daemon): \(String(cString: strerror(errno)))")
        })

    static let stop = Command(
        name: "stop", operands: "", minimumOperands: 0, maximumOperands: 0,
        summary: "Stop the daemon", details: ["It finishes what it has begun, and this waits for it."],
        options: [], examples: [], startsDaemon: false,
        run: { invocation in
            let client: Client
            do {
                client = try await invocation.connect(starting: false)
            } catch let error as AlmagestError where error.name == .daemonNotRunning {
                Terminal.write("No daemon is running.\n")
                return .done
            }
            let status = try await client.call("status")
            guard let pid = status["pid"]?.integer.flatMap(Int32.init(exactly:)), pid > 1, kill(pid, SIGTERM) == 0
            else {
                throw AlmagestError(.unavailable, "The daemon could not be told to stop.")
            }
            // Its connections end first; the data are let go of when the process ends.
            await client.peer.waitUntilClosed()
            while isRunning(pid) { try await Task.sleep(for: .milliseconds(5)) }
            Terminal.write("Stopped.\n")
            return .done
        })

    /// Whether a process is there and has not ended; one that nobody has waited for yet has (proc(5)).
    private static func isRunning(_ pid: Int32) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
        let state = text.split(separator: ")").last?.first { $0 != " " }
        return state != "Z" && state != "X"
    }

    static let status = Command(
        name: "status", operands: "", minimumOperands: 0, maximumOperands: 0,
        summary: "Show what is indexed and how the daemon is", details: [],
        options: [.json], examples: [("almagest status", "counts, projections, memory")],
        run: { invocation in
            let client = try await invocation.connect()
            let reply = try await client.call("status")
            if invocation.has("json") {
                Terminal.write(reply.text + "\n")
            } else {
                Terminal.write(StatusPrinter.text(reply.value))
            }
            return .done
        })
}

/// `status` for people.
enum StatusPrinter {
    static func text(_ status: JSONValue) -> String {
        let terminal = Terminal.standardOutput
        func number(_ value: JSONValue?) -> Int { Int(value?.integer ?? 0) }
        var lines = [
            terminal.styled("almagestd \(status["version"]?.string ?? "")", .bold)
                + ", process \(number(status["pid"])), up \(ProgressBar.time(Double(number(status["uptimeSeconds"]))))"
                + ", \(bytes(number(status["memory"]?["residentBytes"]))) resident"
        ]
        lines.append(
            "\(ProgressBar.grouped(number(status["entities"]))) entities, seq \(number(status["seq"]))"
                + ", catalog \(bytes(number(status["sizes"]?["catalog"])))")
        for (name, projection) in status["projections"].table {
            let state = projection["state"]?.string ?? ""
            lines.append(
                "  " + TextLayout.padded(name, 12)
                    + terminal.styled(TextLayout.padded(state, 12), state == "current" ? .good : .bold)
                    + "seq \(number(projection["seq"])), \(bytes(number(projection["bytes"])))")
            var messages = [projection["message"]?.string]
            if let coming = projection["coming"] {
                messages.append(
                    "\(projection["model"]?.string ?? "") answers until the vectors of \(coming["model"]?.string ?? "")"
                        + " are made: seq \(number(coming["seq"]))")
                messages.append(coming["message"]?.string)
            }
            for case let message? in messages {
                lines += TextLayout.wrapped(
                    DisplayWidth.harmless(message), indent: "      ", columns: terminal.lineColumns)
            }
        }
        for count in status["counts"].list {
            let name = [count["bundle"], count["type"]].compactMap { $0?.string }.joined(separator: "/")
            let index = count["index"]?.string ?? "default"
            let shown = DisplayWidth.harmless(name + (index == "default" ? "" : " (\(index))"))
            let entities = ProgressBar.grouped(number(count["entities"]))
            lines.append("  \(DisplayWidth.cut(shown, to: terminal.lineColumns - 3 - entities.count)) \(entities)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    static func bytes(_ count: Int) -> String {
        switch count {
        case ..<1_000: "\(count) B"
        case ..<1_000_000: String(format: "%.1f kB", Double(count) / 1e3)
        case ..<1_000_000_000: String(format: "%.1f MB", Double(count) / 1e6)
        default: String(format: "%.1f GB", Double(count) / 1e9)
        }
    }
}
