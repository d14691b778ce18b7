extension EntityID: CustomStringConvertible {
    /// The text form.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(bundle.utf8.count + type.utf8.count + id.utf8.count + 8)
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { text }

    /// Reads the text form.
    ///
    /// - Throws: `invalidIdentifier` unless it has three parts that may be stored.
    public init(text: String) throws(AlmagestError) {
        var text = text
        self = try text.withUTF8 { utf8 in Self.read(utf8) }.get()
    }

    /// Reads what people type: the text form, or else everything after the second `/` as the identifier as it is.
    ///
    ///     try EntityID(argument: "org.example.Notes/Note/2026/May/a note.md").id  // "2026/May/a note.md"
    public init(argument: String) throws(AlmagestError) {
        if let id = try? EntityID(text: argument), id.text == argument {
            self = id
            return
        }
        let parts = argument.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw Self.partsError(argument, parts.count) }
        let whole = EntityID(
            bundle: try Self.decodedPart(String(parts[0])), type: try Self.decodedPart(String(parts[1])),
            id: String(parts[2]))
        try whole.validate()
        self = whole
    }

    /// Throws `invalidIdentifier` when it may not be stored: an empty part, a control character, too many bytes.
    public func validate() throws(AlmagestError) {
        for (name, part) in [("bundle", bundle), ("type", type), ("id", id)] {
            if part.isEmpty {
                throw AlmagestError(.invalidIdentifier, "The \(name) is empty.", path: name)
            }
            if part.hasControlCharacters {
                throw AlmagestError(
                    .invalidIdentifier, "The \(name) \(part.quoted) has a control character in it.", path: name)
            }
        }
        let size = bundle.utf8.count + type.utf8.count + id.utf8.count
        if size > Self.maximumBytes {
            throw AlmagestError(
                .invalidIdentifier,
                "Bundle, type and id have \(size) bytes together; at most \(Self.maximumBytes) are allowed.", path: "id"
            )
        }
    }

    /// Appends the text form.
    func appendText(to bytes: inout [UInt8]) {
        Self.encode(bundle, to: &bytes)
        bytes.append(UInt8(ascii: "/"))
        Self.encode(type, to: &bytes)
        bytes.append(UInt8(ascii: "/"))
        Self.encode(id, to: &bytes)
    }

    /// Reads the text form from UTF-8.
    static func read(_ utf8: UnsafeBufferPointer<UInt8>) -> Result<EntityID, AlmagestError> {
        Result { () throws(AlmagestError) in
            guard let first = utf8.firstIndex(of: UInt8(ascii: "/")),
                let second = utf8[(first + 1)...].firstIndex(of: UInt8(ascii: "/")),
                !utf8[(second + 1)...].contains(UInt8(ascii: "/"))
            else {
                let parts = utf8.reduce(1) { $0 + ($1 == UInt8(ascii: "/") ? 1 : 0) }
                throw partsError(String(decoding: utf8, as: UTF8.self), parts)
            }
            let whole = EntityID(
                bundle: try decoded(utf8[..<first]), type: try decoded(utf8[(first + 1)..<second]),
                id: try decoded(utf8[(second + 1)...]))
            try whole.validate()
            return whole
        }
    }

    private static func partsError(_ text: String, _ parts: Int) -> AlmagestError {
        AlmagestError(
            .invalidIdentifier,
            "\(text.quoted) is no identifier: it has \(parts) \(parts == 1 ? "part" : "parts") instead of three.",
            hint: "Write bundle/type/id, with %2F for a / inside a part.")
    }

    private static func decodedPart(_ text: String) throws(AlmagestError) -> String {
        var text = text
        return try text.withUTF8 { utf8 in
            Result { () throws(AlmagestError) in try decoded(utf8[...]) }
        }.get()
    }

    private static func decoded(_ part: Slice<UnsafeBufferPointer<UInt8>>) throws(AlmagestError) -> String {
        guard part.contains(UInt8(ascii: "%")) else { return String(decoding: part, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(part.count)
        var at = part.startIndex
        while at < part.endIndex {
            guard part[at] == UInt8(ascii: "%") else {
                bytes.append(part[at])
                at += 1
                continue
            }
            guard at + 2 < part.endIndex, let high = hexDigit(part[at + 1]), let low = hexDigit(part[at + 2]) else {
                throw AlmagestError(
                    .invalidIdentifier, "A % in an identifier needs two hexadecimal digits after it.",
                    hint: "Write %25 for the sign itself.")
            }
            bytes.append(high << 4 | low)
            at += 3
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw AlmagestError(.invalidIdentifier, "The percent-encoded bytes of an identifier are not UTF-8.")
        }
        return text
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func encode(_ part: String, to bytes: inout [UInt8]) {
        var part = part
        part.withUTF8 { utf8 in
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    bytes.append(byte)
                default:
                    bytes.append(UInt8(ascii: "%"))
                    bytes.append(digits[Int(byte >> 4)])
                    bytes.append(digits[Int(byte & 15)])
                }
            }
        }
    }
}
