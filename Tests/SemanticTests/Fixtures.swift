import Foundation

@testable import Semantic

/// Where the tests find things.
enum Fixtures {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// What set-up made; nil before it ran.
    static let location: ModelLocation? = {
        let deps = root.appending(path: ".deps")
        let location = ModelLocation(
            library: deps.appending(path: "openvino/lib"), model: deps.appending(path: "model/all-MiniLM-L6-v2"))
        return location.isComplete ? location : nil
    }()
    static var hasModel: Bool { location != nil }

    /// Published test collections beside the project; nil where they are not.
    static let sharedData: URL? = {
        let given = ProcessInfo.processInfo.environment["ALMAGEST_SHARED_DATA"].map { URL(filePath: $0) }
        let folder = given ?? root.appending(path: "../shared/data").standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// Runs a Python program in set-up's environment: its output, or nil when it fails.
    static func python(_ program: String, arguments: [String]) throws -> Data? {
        let process = Process()
        process.executableURL = root.appending(path: ".deps/python/bin/python")
        process.arguments = ["-c", program] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? data ?? Data() : nil
    }

    /// A folder of its own, removed when `body` returns.
    static func withScratch<R>(_ body: (URL) async throws -> R) async throws -> R {
        let folder = FileManager.default.temporaryDirectory.appending(path: "almagest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}
