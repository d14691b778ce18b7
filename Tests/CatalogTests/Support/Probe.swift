import Foundation

/// `CatalogProbe`, which stands beside the tests' own program.
enum Probe {
    static var program: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "CatalogProbe")
    }

    static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: program.path) }

    /// Runs it to its end and returns what it says.
    static func run(_ arguments: [String]) throws -> String {
        let (process, output) = try start(arguments)
        let said = output.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static func start(_ arguments: [String]) throws -> (Process, FileHandle) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return (process, pipe.fileHandleForReading)
    }
}
