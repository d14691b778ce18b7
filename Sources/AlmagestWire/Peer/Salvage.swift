import AlmagestEntities

/// What can be had of a line that is no JSON: whom to answer, where the fault is, and, where one element of a list is
/// wrong, the message without it.
struct Salvage {
    private let line: UnsafeRawBufferPointer
    private let limits: WireLimits
    private let outline: JSONOutline
    private let members: [JSONOutline.Member]
    private let isWhole: Bool

    /// Elements of a list that may be wrong; with more of them the message is refused as a whole. They are what is kept
    /// beside the message: right ones may be as many as fit it.
    private static let mostFaults = 100_000

    init(_ line: UnsafeRawBufferPointer, limits: WireLimits) {
        self.line = line
        self.limits = limits
        outline = JSONOutline(line)
        (members, isWhole) = outline.members(in: outline.whole)
    }

    /// The message without what is wrong, else the error under the request's id as far as that can be read.
    ///
    /// - Parameter list: the parameter of a method whose elements stand for themselves.
    func message(_ error: AlmagestError, list: (_ method: String) -> String?) -> Message {
        // What is no request is not answered by its id: the other side would take it for an answer to a call of its own.
        let isRequest = value("method") != nil && value("result") == nil && value("error") == nil
        if isRequest, let mended = mended(list) { return mended }
        var error = error
        if let (_, offset) = JSONDocument.fault(in: line, maximumDepth: limits.nesting) {
            let path = outline.path(to: offset, in: outline.whole)
            if !path.isEmpty { error.path = path }
        }
        return .faulty(isRequest ? id ?? .null : .null, error)
    }

    /// Who a line is for.
    enum Addressee {
        case request(RequestID)
        case reply(Int64)
    }

    /// Of a line that is not read: the request's id as far as that can be told, or the call of ours that it answers.
    var addressee: Addressee {
        if value("method") == nil, case .number(let text)? = id, let id = Int64(text) { return .reply(id) }
        return .request(value("method") == nil ? .null : id ?? .null)
    }

    /// The value under a key of the message; nil when it is not there, or not once.
    private func value(_ name: StaticString) -> Range<Int>? {
        let found = members.filter { member in
            let key = line[member.key].dropFirst().dropLast()
            return name.withUTF8Buffer { key.elementsEqual($0) }
        }
        return found.count == 1 ? found[0].value : nil
    }

    private var id: RequestID? {
        guard let range = value("id") else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: line[range])
        guard let value = try? JSONDocument(text).root else { return nil }
        // A number as it was written.
        if value.kind == .number { return .number(String(decoding: text, as: UTF8.self)) }
        return RequestID(value)
    }

    // MARK: Without what is wrong

    private func mended(_ list: (String) -> String?) -> Message? {
        guard isWhole, let method = value("method").flatMap(outline.string), let name = list(method),
            let params = value("params")
        else { return nil }
        let (parameters, areWhole) = outline.members(in: params)
        let named = parameters.filter { outline.string($0.key) == name }
        guard areWhole, named.count == 1, let range = named.first?.value else { return nil }

        var text: [UInt8] = []
        text.reserveCapacity(line.count)
        var faults: [Int: AlmagestError] = [:]
        // Where what is still to be copied begins, and the columns before the element looked at.
        var copied = 0
        var (counted, columns) = (0, 0)
        var count = 0
        let isList = outline.forEachElement(in: range) { element in
            let index = count
            count += 1
            columns += line[counted..<element.lowerBound].count { $0 & 0xC0 != 0x80 }
            counted = element.lowerBound
            let bytes = UnsafeRawBufferPointer(rebasing: line[element])
            // The message, its parameters and the list are around it.
            guard
                let (fault, offset) = JSONDocument.fault(
                    in: bytes, maximumDepth: max(0, limits.nesting - 3), columns: columns)
            else { return true }
            let path = outline.path(to: element.lowerBound + offset, in: element)
            var error = fault
            error.path = path.isEmpty ? nil : path
            error.line = nil
            faults[index] = error
            text += line[copied..<element.lowerBound]
            text += identity(of: element)
            copied = element.upperBound
            return faults.count <= Self.mostFaults
        }
        guard isList, !faults.isEmpty else { return nil }
        text += line[copied...]
        let mended = text.withUnsafeBytes { Message(whole: $0, limits: limits) }
        guard case .request(var request) = mended else { return nil }
        request.faults = faults
        return .request(request)
    }

    /// What stands in place of an element: the texts that name it, as far as they can be read.
    private func identity(of element: Range<Int>) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        var known = Set<String>()
        for member in outline.members(in: element).members {
            guard let key = outline.string(member.key), ["bundle", "type", "id"].contains(key),
                member.value.count <= 8 * EntityID.maximumBytes, let text = outline.string(member.value),
                known.insert(key).inserted
            else { continue }
            json.key(key)
            json.string(text)
        }
        json.endObject()
        return json.bytes
    }
}
