import Foundation
import Testing

/// The compiler, with the modules and the plug-in as built.
enum Compiler {
    static let build = ProcessInfo.processInfo.environment["ALMAGEST_BUILD"]
    static var plugin: String? { build.map { $0 + "/AppIntentsMacros-tool" } }
    static var isThere: Bool { plugin.map { FileManager.default.isExecutableFile(atPath: $0) } ?? false }

    /// Everything that the compiler says of a source.
    static func typecheck(_ source: String) throws -> String { try run(source, ["-typecheck"]) }

    /// What the compiler says of a source, with the changes that it offers below the places, and what it would write of
    /// those that take more than a line: its file of diagnostics has the text.
    static func offers(_ source: String) throws -> (said: String, written: String) {
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("offers-\(UUID().uuidString)").path
        defer { for end in ["o", "dia"] { try? FileManager.default.removeItem(atPath: "\(output).\(end)") } }
        let said = try run(source, ["-c", "-diagnostic-style", "llvm", "-serialize-diagnostics", "-o", output + ".o"])
        let written = FileManager.default.contents(atPath: output + ".dia") ?? Data()
        return (said, String(decoding: written, as: UTF8.self))
    }

    private static func run(_ source: String, _ options: [String]) throws -> String {
        let build = try #require(build)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("macros-\(UUID().uuidString).swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-swift-version", "6", "-parse-as-library", "-I", build + "/Modules",
                "-load-plugin-executable", "\(build)/AppIntentsMacros-tool#AppIntentsMacros",
            ]
            + ["CJSON", "CSystem"].flatMap { ["-Xcc", "-fmodule-map-file=\(build)/\($0).build/module.modulemap"] }
            + options + [file.path]
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let said = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
