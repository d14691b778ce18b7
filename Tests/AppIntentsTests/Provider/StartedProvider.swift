import AlmagestEntities
import AlmagestWire
import Foundation
import TestDaemons

/// The provider of the tests as a process, asked over its standard input and output as the daemon does.
final class StartedProvider: Sendable {
    static let program = TestDaemon.programs + "/StarProvider"

    private let process: Process
    private let peer: Peer
    private let errors: FileHandle

    init(_ behaviour: String = "good") throws {
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = [behaviour]
        process.environment = ["ALMAGEST_BUNDLE": "org.example.Stars", "PATH": "/usr/bin:/bin"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        self.errors = errors.fileHandleForReading
        try process.run()
        peer = Peer(
            reading: dup(output.fileHandleForReading.fileDescriptor),
            writing: dup(input.fileHandleForWriting.fileDescriptor))
    }

    deinit { process.terminate() }

    /// The parameters are the text of a JSON object.
    func ask(_ call: String, _ params: String) async throws(AlmagestError) -> JSONValue {
        try await peer.call("provider.\(call)", params: Array(params.utf8), timeout: .seconds(60)).result
    }

    func identifiers(_ call: String, _ params: String) async throws -> [String] {
        try await ask(call, params)["entities"]?.elements.compactMap { $0["id"]?.string } ?? []
    }

    /// Ends it; what it has written to standard error.
    func said() -> String {
        process.terminate()
        return String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
    }
}
