extension Link {
    /// Links of one text at most; further ones are passed over.
    public static let maximumInText = 64

    /// The web links that stand in a text, in order, each once: from `http://`, `https://` or `www.` to the next white
    /// space, without the punctuation that belongs to the sentence.
    public static func links(in text: String) -> [Link] {
        var text = text
        return text.withUTF8 { bytes in
            var found: [Link] = []
            var at = 0
            while at + 8 < bytes.count, found.count < maximumInText {
                guard let length = beginning(bytes, at) else {
                    at += 1
                    continue
                }
                var end = at + length
                while end < bytes.count, isOfLink(bytes[end]) { end += 1 }
                let isWritten = end
                end = trimmed(bytes, from: at, to: end)
                let written = String(decoding: UnsafeBufferPointer(rebasing: bytes[at..<end]), as: UTF8.self)
                if let link = Link(length == 4 ? "https://" + written : written), link.host.contains("."),
                    !found.contains(link)
                {
                    found.append(link)
                }
                at = isWritten
            }
            return found
        }
    }

    /// Length of what a link begins with at that place: 4 for `www.`; nil when none begins.
    private static func beginning(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        let first = bytes[at] | 0x20
        guard first == UInt8(ascii: "h") || first == UInt8(ascii: "w") else { return nil }
        if at > 0, isLetter(bytes[at - 1]) { return nil }
        for start in ["https://", "http://", "www."] {
            let start = start.utf8
            guard at + start.count < bytes.count else { continue }
            if zip(start, bytes[at..<(at + start.count)]).allSatisfy({ $0 == ($1 < 0x41 ? $1 : $1 | 0x20) }) {
                return start.count
            }
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte >= 0x80
    }

    private static func isOfLink(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && !"<>\"`{}|\\^".utf8.contains(byte)
    }

    /// Takes away what ends the sentence and not the link; a closing bracket stays when its opening one is in the link.
    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
        var end = end
        while end > start {
            let last = bytes[end - 1]
            if ".,;:!?'*_".utf8.contains(last) {
                end -= 1
                continue
            }
            let pairs: [(UInt8, UInt8)] = [
                (UInt8(ascii: ")"), UInt8(ascii: "(")), (UInt8(ascii: "]"), UInt8(ascii: "[")),
            ]
            if let pair = pairs.first(where: { $0.0 == last }),
                bytes[start..<end].count(where: { $0 == pair.0 }) > bytes[start..<end].count(where: { $0 == pair.1 })
            {
                end -= 1
                continue
            }
            break
        }
        return end
    }
}

extension Entity {
    /// The links that its texts carry, beside its own.
    public var mentionedLinks: [Link] {
        var found: [Link] = []
        func add(_ text: String) {
            guard found.count < Link.maximumInText else { return }
            for link in Link.links(in: text) where !found.contains(link) { found.append(link) }
        }
        func add(_ value: PropertyValue) {
            switch value {
            case .text(let text), .url(let text): add(text)
            case .list(let elements): for element in elements { add(element) }
            case .record(let members): for member in members { add(member.value) }
            case .union(_, let payload): add(payload)
            default: break
            }
        }
        if let subtitle = display.subtitle { add(subtitle) }
        add(display.title)
        for property in properties { add(property.value) }
        if let text { add(text) }
        for passage in passages { add(passage.text) }
        return Array(found.prefix(Link.maximumInText))
    }
}
