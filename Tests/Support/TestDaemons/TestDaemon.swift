package import AlmagestEntities
package import AlmagestWire
package import CoreSpotlight
import Foundation
import Glibc

/// The real daemon on data of its own, started on demand by the link under test; gone with it.
package final class TestDaemon: Sendable {
    package static let bundle = "org.example.Notes"

    package let folder: String
    package let link: DaemonLink
    package let options: Client.Options

    package init(
        _ bundle: String = bundle, configuration: String = "{semantic: {enabled: false}}"
    ) throws {
        var template = Array("/tmp/spl-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Fault("mkdtemp: \(String(cString: strerror(errno)))") }
        folder = template.withUnsafeBufferPointer {
            String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder + "/config.json5"))
        var options = Client.Options(socket: try SocketLocation.resolve(flag: folder + "/s"))
        options.data = folder + "/data"
        options.configuration = folder + "/config.json5"
        options.daemon = Self.programs + "/almagestd"
        options.startTimeout = .seconds(60)
        options.log = LogLocation.resolve(environment: ["XDG_STATE_HOME": folder + "/state", "HOME": folder])
        self.options = options
        link = DaemonLink(bundle: bundle, options: options)
    }

    deinit {
        link.close()
        if let pid = Self.pid(listening: options.socket.path) { Glibc.kill(pid, SIGKILL) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Folder of the programs that are tested.
    package static let programs: String = {
        if let given = ProcessInfo.processInfo.environment["ALMAGEST_BUILD"] { return given }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        let candidates = [package + "/.build/testing/release", package + "/.build/debug"]
        return candidates.first { access($0 + "/almagestd", X_OK) == 0 } ?? candidates[1]
    }()

    package func index(_ name: String = "notes") -> CSSearchableIndex { CSSearchableIndex(name: name, link: link) }

    /// SIGKILL; returns when the process has ended.
    package func kill() async throws {
        guard let pid = Self.pid(listening: options.socket.path) else { throw Fault("No daemon runs.") }
        Glibc.kill(pid, SIGKILL)
        while Self.isAlive(pid) { await Task.yield() }
    }

    /// Whether a process runs; one that has ended and waits for its parent does not.
    private static func isAlive(_ pid: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let state = status.split(separator: ")").last?.split(separator: " ").first
        else { return false }
        return state != "Z" && state != "X"
    }

    /// The daemon's process, as the socket names it.
    private static func pid(listening path: String) -> pid_t? {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { return nil }
        // Process, user and group.
        var credentials: [pid_t] = [0, 0, 0]
        var length = socklen_t(3 * MemoryLayout<pid_t>.size)
        guard getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
        return credentials[0]
    }

    // MARK: Asking

    /// Identifiers that a query string finds, sorted.
    package func found(_ query: String, filters: [String] = []) async throws -> [String] {
        let context = CSSearchQueryContext()
        context.filterQueries = filters
        var ids: [String] = []
        for try await result in CSSearchQuery(queryString: query, context: context, link: link).results {
            ids.append(result.id)
        }
        return ids.sorted()
    }

    /// Returns when every projection, suggestions too, has all that the catalog has.
    package func settle() async throws {
        while true {
            let projections = try await link.read("status")["projections"]
            let states = (projections.map { Array($0.members) } ?? []).map { $0.value["state"]?.string }
            if states.allSatisfy({ $0 == "current" || $0 == "unavailable" }) { return }
            await Task.yield()
        }
    }

    /// Everything in the index of the bundle.
    package func all() async throws -> [String] { try await found(#"uniqueIdentifier == "*""#) }
}

extension TestDaemon {
    /// Writes a manifest beside the configuration; returns when the daemon has read it.
    package func install(_ bundle: String, _ json: String) async throws {
        try FileManager.default.createDirectory(atPath: folder + "/providers.d", withIntermediateDirectories: true)
        try Data(json.utf8).write(to: URL(fileURLWithPath: "\(folder)/providers.d/\(bundle).json"))
        try await until("no provider \(bundle)") {
            // An app sees no other's provider: the person is asked.
            let providers = try await self.ask("status")["providers"].map { Array($0.elements) } ?? []
            return providers.contains { $0["bundle"]?.string == bundle }
        }
    }

    /// A daemon that an example app is installed beside, by its own manifest with the program as it was built. Calls of
    /// the app have all the time that they need.
    ///
    /// - Parameter test: a file of the app's tests.
    package static func with(app bundle: String, testedBy test: String = #filePath) async throws -> TestDaemon {
        let daemon = try TestDaemon(
            bundle,
            configuration:
                "{semantic: {enabled: false}, providers: {callMilliseconds: 60000, valuesMilliseconds: 60000}}")
        let name = (bundle.split(separator: ".").last ?? "").lowercased()
        let manifest = URL(fileURLWithPath: test).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(name + ".json")
        let text = try String(contentsOf: manifest, encoding: .utf8).replacing("/usr/lib/\(name)", with: programs)
        try await daemon.install(bundle, text)
        return daemon
    }

    /// What the daemon and its providers have written.
    package var log: String { (try? String(contentsOfFile: options.log.path, encoding: .utf8)) ?? "" }

    /// Returns when the log has that text.
    package func logged(_ text: String) async throws {
        try await until("not logged: \(text)") { self.log.contains(text) }
    }

    /// Asks every ten milliseconds; a minute is far more than anything here takes.
    private func until(_ otherwise: String, _ isSo: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !isSo() {
            guard ContinuousClock.now < deadline else { throw AlmagestError(.timedOut, otherwise) }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Calls the daemon as the person does, who may ask about every app; the parameters are the text of a JSON object.
    package func ask(_ method: String, _ params: String = "{}") async throws(AlmagestError) -> JSONValue {
        let client = try await Client.connect(options)
        defer { client.close() }
        return try await client.peer.call(method, params: Array(params.utf8), timeout: .seconds(60)).result
    }
}

extension TestDaemon {
    /// Runs code of an app that uses this daemon.
    package func use<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ app: () async throws -> Result
    ) async throws -> Result {
        try await DaemonLink.$current.withValue(link, operation: app, isolation: isolation)
    }

    /// Identifiers of the results of a call, in their order, once everything is searchable.
    package func results(_ method: String, _ params: String) async throws -> [String] {
        try await settle()
        let reply = try await ask(method, params)
        return reply["results"]?.elements.compactMap { $0["entity"]?["id"]?.string } ?? []
    }

    package func search(_ query: String) async throws -> [String] {
        try await results("search", #"{"query":"\#(query)"}"#)
    }

    package func find(_ condition: String) async throws -> [String] {
        try await results("find", #"{"where":\#(condition)}"#)
    }
}

/// What keeps a test from going on.
package struct Fault: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// An item with a title, and more.
package func item(
    _ id: String, _ title: String, domain: String? = nil, _ more: (CSSearchableItemAttributeSet) -> Void = { _ in }
) -> CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.title = title
    more(attributes)
    return CSSearchableItem(uniqueIdentifier: id, domainIdentifier: domain, attributeSet: attributes)
}

/// The error of something that is to fail.
package func failure<E: Error>(
    _ type: E.Type, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws -> E {
    do {
        try await body()
    } catch let error as E {
        return error
    }
    throw Fault("It did not fail.")
}

extension JSONValue {
    /// The first element of a list.
    package var firstElement: JSONValue? {
        for element in elements { return element }
        return nil
    }
}
