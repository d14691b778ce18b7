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

    /// - Parameter environment: what it has beside the search path.
    init(_ behaviour: String = "good", environment: [String: String] = ["ALMAGEST_BUNDLE": "org.example.Stars"]) throws
    {
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = [behaviour]
        process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given }
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

    /// The bundle that it answers under.
    var bundle: String? {
        get async throws(AlmagestError) {
            let params = #"{"type":"StarEntity","identifiers":["2"]}"#
            return try await ask("entities", params)["entities"]?.firstElement?["bundle"]?.string
        }
    }

    /// Ends it; what it has written to standard error.
    func said() -> String {
        process.terminate()
        return String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
    }
}
