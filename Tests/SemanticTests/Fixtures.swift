import Foundation
import TestSupport

@testable import Semantic

/// Where the tests find things.
enum Fixtures {
    /// What set-up made; nil before it ran.
    static let location: ModelLocation? = {
        let deps = ProjectFiles.root.appending(path: ".deps")
        let location = ModelLocation(
            library: deps.appending(path: "openvino/lib"), model: deps.appending(path: "model/all-MiniLM-L6-v2"))
        return location.isComplete ? location : nil
    }()
    static var hasModel: Bool { location != nil }

    /// Runs a Python program in set-up's environment: its output, or nil when it fails.
    static func python(_ program: String, arguments: [String], scratch: URL) async throws -> Data? {
        // Into a file: nobody has to block reading a pipe meanwhile.
        let output = scratch.appending(path: "output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = ProjectFiles.root.appending(path: ".deps/python/bin/python")
        process.arguments = ["-c", program] + arguments
        process.standardOutput = try FileHandle(forWritingTo: output)
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return status == 0 ? try Data(contentsOf: output) : nil
    }

    /// A folder of its own, removed when `body` returns.
    static func withScratch<R>(_ body: (URL) async throws -> R) async throws -> R {
        let folder = FileManager.default.temporaryDirectory.appending(path: "almagest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}
