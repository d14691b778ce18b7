import AlmagestEntities
import AlmagestWire

/// What came back from a call.
struct CallReply: Sendable {
    let value: JSONValue

    subscript(key: String) -> JSONValue? { value[key] }

    /// The reply as JSON in one line.
    var text: String { String(decoding: value.encoded(), as: UTF8.self) }
}

extension Invocation {
    /// A connection to the daemon, started when none is running unless that is not wanted.
    func connect(
        starting: Bool = true, handler: any PeerHandler = NoHandler()
    ) async throws(AlmagestError) -> Client {
        var options = try clientOptions()
        options.startsDaemon = starting && !has("no-start")
        return try await Client.connect(options, handler: handler)
    }

    /// Where this command's daemon is and how it is started, from options and environment.
    func clientOptions() throws(AlmagestError) -> Client.Options {
        var options = Client.Options(socket: try SocketLocation.resolve(flag: value("socket")))
        options.data = value("data")
        options.configuration = value("config")
        return options
    }
}

extension Client {
    /// Calls a method with parameters that are written already.
    func call(_ method: String, _ parameters: [UInt8] = []) async throws(AlmagestError) -> CallReply {
        CallReply(value: try await peer.call(method, params: parameters).result)
    }
}

extension JSONValue? {
    /// The elements of a list; none when it is absent.
    var list: [JSONValue] { map { Array($0.elements) } ?? [] }

    /// The members of an object; none when it is absent.
    var table: [(key: String, value: JSONValue)] { map { Array($0.members) } ?? [] }
}
