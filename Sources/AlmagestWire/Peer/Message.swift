import AlmagestEntities

/// One line, understood.
enum Message: Sendable {
    case request(Request)
    case reply(id: RequestID, Result<Response, AlmagestError>)
    /// To be answered with the error, under the id if it could be read.
    case faulty(RequestID, AlmagestError)

    /// Never fails: what is wrong becomes `faulty`, or, in an element of the list that `list` names for a method, one of
    /// the request's `faults`.
    init(_ line: UnsafeRawBufferPointer, limits: WireLimits, list: (_ method: String) -> String? = { _ in nil }) {
        self = Message(whole: line, limits: limits)
        guard case .faulty(.null, let error) = self, error.name == .parseError || error.name == .tooDeep else { return }
        self = Salvage(line, limits: limits).message(error, list: list)
    }

    /// A line that is to be right as a whole.
    init(whole line: UnsafeRawBufferPointer, limits: WireLimits) {
        do throws(AlmagestError) {
            let document = try JSONDocument(line, maximumDepth: limits.nesting, maximumBytes: limits.messageBytes)
            self = Message(document.root, line: line, memory: document.memoryBytes)
        } catch {
            // The position is one within the message, which is a single line.
            self = .faulty(.null, error)
        }
    }

    private init(_ root: JSONValue, line: UnsafeRawBufferPointer, memory: Int) {
        guard root.kind == .object else {
            self = .faulty(.null, Message.notAnObject(root))
            return
        }
        var id: RequestID?
        if let value = root["id"] {
            guard let given = RequestID(value, line: line) else {
                self = .faulty(
                    .null, AlmagestError(.invalidRequest, "The id must be a text, a number or null.", path: "id"))
                return
            }
            id = given
        }
        if let method = root["method"] {
            do throws(AlmagestError) {
                self = .request(
                    try Message.request(
                        root, method: method, id: id, size: line.count, weight: max(line.count, memory)))
            } catch {
                self = .faulty(id ?? .null, error)
            }
        } else if let error = root["error"], !error.isNull {
            self = .reply(id: id ?? .null, .failure(AlmagestError(reply: error)))
        } else if let result = root["result"], let id {
            self = .reply(id: id, .success(Response(result: result)))
        } else {
            self = .faulty(
                id ?? .null,
                AlmagestError(
                    .invalidRequest, "The message has neither a method nor a result.",
                    hint: #"A request looks like {"jsonrpc":"2.0","id":1,"method":"status"}."#))
        }
    }

    private static func request(
        _ root: JSONValue, method: JSONValue, id: RequestID?, size: Int, weight: Int
    ) throws(AlmagestError) -> Request {
        var params: JSONValue?
        for (key, value) in root.members {
            switch key {
            case "id": break
            case "method":
                guard value.kind == .string else {
                    throw AlmagestError(.invalidRequest, "The method must be a text.", path: "method")
                }
            case "jsonrpc":
                guard value.string == "2.0" else {
                    throw AlmagestError(
                        .invalidRequest, "Only version 2.0 of JSON-RPC is spoken here.", path: "jsonrpc")
                }
            case "params":
                switch value.kind {
                case .object: params = value
                case .null: break
                default:
                    throw AlmagestError(
                        .invalidRequest, "The parameters must be an object: they go by name.", path: "params")
                }
            default:
                throw AlmagestError(
                    .invalidRequest, "A message has no member “\(key.prefix(100))”.", path: String(key.prefix(100)),
                    hint: "Its members are jsonrpc, id, method and params.")
            }
        }
        return Request(method: method.string ?? "", params: params, id: id, size: size, weight: weight)
    }

    private static func notAnObject(_ root: JSONValue) -> AlmagestError {
        root.kind == .array
            ? AlmagestError(
                .invalidRequest, "Arrays of requests are not taken.",
                hint: "Send one request a line; they are worked on side by side.")
            : AlmagestError(.invalidRequest, "A message must be a JSON object.")
    }
}

/// Makes lines.
enum Line {
    static func request(id: Int64?, method: String, params: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(params.count + method.utf8.count + 80)
        bytes += #"{"jsonrpc":"2.0","#.utf8
        if let id {
            bytes += #""id":"#.utf8
            bytes += String(id).utf8
            bytes += ",".utf8
        }
        var name = JSONWriter(capacity: method.utf8.count + 2)
        name.string(method)
        bytes += #""method":"#.utf8
        bytes += name.bytes
        if !params.isEmpty {
            bytes += #","params":"#.utf8
            append(params, to: &bytes)
        }
        bytes += "}\n".utf8
        return bytes
    }

    static func reply(id: RequestID, result: [UInt8]) -> [UInt8] {
        var bytes = begin(id, result.count)
        bytes += #","result":"#.utf8
        if result.isEmpty { bytes += "null".utf8 } else { append(result, to: &bytes) }
        bytes += "}\n".utf8
        return bytes
    }

    static func reply(id: RequestID, error: AlmagestError) -> [UInt8] {
        var bytes = begin(id, 256)
        var writer = JSONWriter()
        error.write(to: &writer)
        bytes += #","error":"#.utf8
        bytes += writer.bytes
        bytes += "}\n".utf8
        return bytes
    }

    private static func begin(_ id: RequestID, _ size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 80)
        bytes += #"{"jsonrpc":"2.0","id":"#.utf8
        var writer = JSONWriter(capacity: 32)
        id.write(to: &writer)
        bytes += writer.bytes
        return bytes
    }

    /// In valid JSON a line break is only ever white space between values; here it would end the message.
    private static func append(_ json: [UInt8], to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes += json
        var search = start
        while search < bytes.count, let found = bytes[search...].firstIndex(of: 0x0A) {
            bytes[found] = 0x20
            search = found + 1
        }
    }
}
