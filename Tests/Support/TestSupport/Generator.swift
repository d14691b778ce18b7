import Foundation

/// A script that writes Swift from data, and can check that what is there is what it would write.
public struct Generator: Sendable {
    private let script: String

    /// `script` is a name in `scripts/`.
    public init(_ script: String) { self.script = script }

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Whether such a script can be run here.
    public static var isRunnable: Bool { python != nil }

    /// What differs from what the script would write; nil when nothing does.
    public func differences() throws -> String? {
        guard let python = Self.python else { return "there is no Python" }
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [ProjectFiles.root.appending(path: "scripts/\(script)").path, "--check"]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? nil : "differs: " + String(decoding: message, as: UTF8.self)
    }
}
