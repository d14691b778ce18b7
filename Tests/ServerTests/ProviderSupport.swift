import AlmagestEntities
import AlmagestWire
import Foundation
import Synchronization
import Testing

/// Bundle of the provider of the tests, and of its entities.
let tunes = "org.example.Tunes"

extension RunningDaemon {
    /// The script that behaves well or badly as its first argument says.
    static let providerScript =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
        + "/Support/Providers/provider.py"

    /// No model, and time enough on a busy machine.
    static func configuration(_ providers: String = "callMilliseconds: 60000, valuesMilliseconds: 60000") -> String {
        "{semantic: {enabled: false}, providers: {\(providers), restartMilliseconds: 60000}}"
    }

    /// Installs the manifest of a provider; returns when the daemon has read it.
    func install(
        _ mode: String, bundle: String = tunes,
        calls: [String] = ["open", "values", "entities", "reindex", "export"], arguments: [String] = []
    ) async throws {
        let words = (["python3", Self.providerScript, mode, bundle] + arguments).map(\.json).joined(separator: ",")
        try installManifest(
            bundle,
            #"""
            {"bundle":\#(bundle.json),"name":"CosmoTunes","types":[{"type":"SongEntity","schema":"audio.song",
             "links":["https://tunes.example.org/song/{id}"]}],
             "calls":[\#(calls.map(\.json).joined(separator: ","))],"command":[\#(words)]}
            """#)
        // The folders are looked at now and then.
        let client = try await connect()
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let providers = try await client.ask("status")["providers"]
            if providers?.elements.contains(where: { $0["bundle"]?.string == bundle }) ?? false { return }
            if ContinuousClock.now > deadline { throw Fault("The manifest of \(bundle) was never read") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    func installManifest(_ name: String, _ json: String) throws {
        try FileManager.default.createDirectory(atPath: folder + "/providers.d", withIntermediateDirectories: true)
        try Data(json.utf8).write(to: URL(filePath: "\(folder)/providers.d/\(name).json"))
    }

    /// Returns when the log has that text.
    func logged(_ text: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !log.contains(text) {
            if ContinuousClock.now > deadline { throw Fault("The log never said “\(text)”:\n\(log)") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// What an app was asked, in order.
final class Asked: Sendable {
    private let list = Mutex<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func note(_ asked: [String]) { list.withLock { $0 += asked } }
    func forget() { list.withLock { $0 = [] } }
}

/// A connection that answers the daemon's calls with a closure: a running app.
struct RunningApp: PeerHandler {
    let answer: @Sendable (Request, Peer) async throws -> String

    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        Array(try await answer(request, peer).utf8)
    }
}

extension RunningDaemon {
    /// Connects as a running app that answers these calls.
    func app(
        _ bundle: String = tunes, provides calls: [String],
        _ answer: @escaping @Sendable (Request, Peer) async throws -> String
    ) async throws -> Client {
        var options = Client.Options(socket: socket)
        options.startsDaemon = false
        let client = try await Client.connect(options, handler: RunningApp(answer: answer))
        try await client.ask(
            "hello", #"{"bundle":\#(bundle.json),"provides":[\#(calls.map(\.json).joined(separator: ","))]}"#)
        return client
    }
}
