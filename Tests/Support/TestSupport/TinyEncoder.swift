import Foundation

/// Encoders that tests make themselves, with set-up's Python.
public enum TinyEncoder {
    /// Whether set-up has left what it takes.
    public static var canBeMade: Bool {
        FileManager.default.isExecutableFile(atPath: python.path)
    }

    private static var python: URL { ProjectFiles.root.appending(path: ".deps/python/bin/python") }

    /// What a program of set-up's Python said, and how it ended.
    public struct Ending: Sendable {
        public var status: Int32
        public var said: String
    }

    /// Makes one in the files that encoders are published in. `options` are those of `tiny_encoder.py`.
    public static func publish(at folder: URL, _ options: [String] = []) async throws -> Ending {
        let program = ProjectFiles.root.appending(path: "Tests/Support/tiny_encoder.py")
        return try await run([program.path, folder.path] + options)
    }

    /// Builds from a published encoder what the daemon reads.
    public static func build(_ source: URL, to target: URL, _ options: [String] = []) async throws -> Ending {
        let program = ProjectFiles.root.appending(path: "scripts/build-model.py")
        return try await run([program.path, source.path, target.path] + options)
    }

    /// Makes and builds one in `folder`, named as it. Returns the folder.
    public static func make(in folder: URL, seed: Int = 1, width: Int = 32) async throws -> URL {
        let source = folder.appendingPathExtension("published")
        for ending in [
            try await publish(at: source, ["--seed", "\(seed)", "--width", "\(width)"]),
            try await build(source, to: folder),
        ] where ending.status != 0 {
            throw CocoaError(.executableLoad, userInfo: [NSDebugDescriptionErrorKey: ending.said])
        }
        return folder
    }

    private static func run(_ arguments: [String]) async throws -> Ending {
        let output = FileManager.default.temporaryDirectory.appending(path: "almagest-\(UUID().uuidString)")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        let process = Process()
        process.executableURL = python
        process.arguments = ["-B"] + arguments
        // Into a file: nobody has to block reading a pipe meanwhile.
        let file = try FileHandle(forWritingTo: output)
        process.standardOutput = file
        process.standardError = file
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return Ending(status: status, said: String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }
}
