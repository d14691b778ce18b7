import Foundation
import Glibc
import TestSupport
import Testing

/// Whether there is a Python that set-up takes.
private let hasPython: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
}()

/// `scripts/setup` on a machine that has no network.
@Suite(.enabled(if: hasPython))
struct SetupTests {
    /// A copy of the script with what it needs, and programs that stand for a toolchain and for installed packages.
    private func project(swift: String? = "Swift version 6.3.1 (swift-6.3.1-RELEASE)") throws -> CommandLineRun {
        let run = try CommandLineRun()
        for folder in ["scripts", "bin"] {
            try FileManager.default.createDirectory(atPath: run.path(folder), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            atPath: ProjectFiles.root.appending(path: "scripts/setup").path, toPath: run.path("scripts/setup"))
        try run.write(
            "scripts/requirements.txt", "openvino==2026.4.1 --hash=sha256:\(String(repeating: "0", count: 64))\n")
        try run.write(
            "scripts/build-model.py",
            """
            import os, sys
            os.makedirs(sys.argv[2])
            open(sys.argv[2] + "/model.json", "w").write("{}")
            """)
        try program("dpkg-query", "echo installed 1.0", in: run)
        if let swift { try program("swift", "echo '\(swift)'", in: run) }
        return run
    }

    private func program(_ name: String, _ line: String, in run: CommandLineRun) throws {
        try run.write("bin/" + name, "#!/bin/sh\n\(line)\n")
        #expect(chmod(run.path("bin/" + name), 0o755) == 0)
    }

    private func setUp(_ run: CommandLineRun) async throws -> CommandLineRun.Outcome {
        try await run.shell(
            "exec bash \(run.folder)/scripts/setup",
            environment: [
                "PATH": run.path("bin") + ":/usr/bin:/bin", "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": "/dev/null",
            ])
    }

    private func touch(_ names: [String], in folder: String, of run: CommandLineRun) throws {
        for name in names {
            let path = folder + "/" + name
            try FileManager.default.createDirectory(
                atPath: URL(filePath: run.path(path)).deletingLastPathComponent().path,
                withIntermediateDirectories: true)
            try run.write(path, name)
        }
    }

    @Test func aToolchainThatIsMissingOrTooOldIsNamedFirst() async throws {
        let none = try await setUp(try project(swift: nil))
        #expect(none.status == 1)
        #expect(
            none.complaints.contains("Swift 6.3 or newer is missing: there is no swift in PATH"), "\(none.complaints)")
        #expect(!none.complaints.contains("PyPI"))
        for (said, version) in [
            ("Swift version 6.2.4 (swift-6.2.4-RELEASE)", "6.2.4"), ("nonsense", "none that tells"),
        ] {
            let old = try await setUp(try project(swift: said))
            #expect(old.status == 1)
            #expect(old.complaints.contains("Swift 6.3 or newer is needed: swift is \(version)"), "\(old.complaints)")
        }
        for said in ["Swift version 6.3 (x)", "Swift version 6.10.2 (x)", "Swift version 7.0-dev (x)"] {
            #expect(!(try await setUp(try project(swift: said))).complaints.contains("Swift 6.3 or newer"))
        }
    }

    @Test func withoutNetworkItSaysWhatIsMissing() async throws {
        let run = try project()
        let outcome = try await setUp(run)
        #expect(outcome.status == 1)
        #expect(
            outcome.said.contains("offline") && outcome.said.contains("Missing: .deps/openvino and .deps/model"),
            "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: run.path(".deps/.python.partial")))
    }

    @Test func withoutNetworkWhatTheDaemonNeedsStaysFromAnEarlierTime() async throws {
        let run = try project()
        try touch(["libopenvino_c.so.2500", ".stamp"], in: ".deps/openvino/lib", of: run)
        try touch(["model.json", ".stamp"], in: ".deps/model/all-MiniLM-L6-v2", of: run)
        let outcome = try await setUp(run)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.said.contains("stay as they are. Missing: .deps/python"), "\(outcome)")
        for path in [".deps/openvino/lib/libopenvino_c.so.2500", ".deps/model/all-MiniLM-L6-v2/model.json"] {
            #expect(FileManager.default.fileExists(atPath: run.path(path)))
        }
    }

    @Test func whatIsThereInTheRightVersionsIsNotFetchedAgainAndASecondRunDoesNothing() async throws {
        let run = try project()
        // An environment in which everything of the list is installed, made by another version of the script.
        let made = try await run.shell(
            """
            set -e; cd \(run.folder); mkdir .deps; python3 -m venv .deps/python; echo other >.deps/python/.stamp
            .deps/python/bin/python -c 'import pip; print("pip==" + pip.__version__)' >scripts/requirements.txt
            .deps/python/bin/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))'
            """)
        #expect(made.status == 0, "\(made.complaints)")
        let site = String(made.output.dropLast().dropFirst(run.folder.count + 1))
        try touch(
            [
                "libs/libopenvino.so.1", "libs/libopenvino_c.so.1", "libs/libopenvino_ir_frontend.so.1",
                "libs/libopenvino_intel_cpu_plugin.so", "libs/libtbb.so.12", "include/openvino/c/openvino.h",
            ], in: site + "/openvino", of: run)
        let first = try await setUp(run)
        #expect(first.status == 0 && first.complaints.contains("everything is there"), "\(first)")
        #expect(!first.complaints.contains("fetching"))
        #expect(FileManager.default.fileExists(atPath: run.path(".deps/openvino/lib/libopenvino_c.so.1")))
        let list = "cd \(run.folder); find .deps ! -name .lock -printf '%p %T@\\n' | sort"
        let before = try await run.shell(list).output
        #expect(before.contains("all-MiniLM-L6-v2/model.json"))
        let second = try await setUp(run)
        #expect(second.status == 0)
        #expect(
            second.complaints.split(separator: "\n").filter { !$0.contains("warning") } == [
                "setup: everything is there"
            ])
        #expect(try await run.shell(list).output == before)
    }
}
