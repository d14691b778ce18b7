extension EntityReader {
    /// What is to be read: a whole entity, or the members that an update gives.
    enum Purpose { case put, update }

    private static let memberNames = """
        bundle, index, type, id, schema, display, url, stableID, ownership, domain, keywords, language, priority, \
        hidden, expires, properties, text, passages and update
        """

    /// Reads the members of an entity; whether they may be stored is told by `faults`.
    mutating func entity(_ node: Int, purpose: Purpose) -> EntityPatch {
        var bundle: String?
        var type: String?
        var id: String?
        var patch = EntityPatch(key: EntityID(bundle: "", type: "", id: ""))
        guard tape.tag(node) == JSONTape.Tag.object else {
            mistyped(node, "an entity as an object")
            return patch
        }
        members(node, "an entity as an object") { reader, key in
            reader.enter(key: key)
            defer { reader.leave() }
            let name = reader.tape.bytes(key)
            let value = key + 1
            switch name.first {
            case UInt8(ascii: "b") where name.isWord("bundle"): bundle = reader.part(value)
            case UInt8(ascii: "t") where name.isWord("type"): type = reader.part(value)
            case UInt8(ascii: "i") where name.isWord("id"): id = reader.part(value)
            case UInt8(ascii: "u") where name.isWord("update"): reader.update(value, purpose)
            default:
                guard let member = EntityPatch.Members(name) else {
                    reader.leave()
                    reader.unknown(key, in: "an entity", allowed: Self.memberNames)
                    reader.enter(key: key)
                    return
                }
                reader.read(member, value, into: &patch)
            }
        }
        patch.values.key = key(bundle, type, id)
        patch.key = patch.values.key
        if purpose == .put, !patch.given.contains(.title) {
            enter("display")
            // A display that is wrong has been reported.
            let display = path
            guard !faults.contains(where: { $0.path?.hasPrefix(display) ?? false }) else {
                leave()
                return patch
            }
            enter("title")
            fault("The title is missing.", hint: #"Give "display":{"title":"…"}."#)
            leave()
            leave()
        }
        return patch
    }

    private mutating func update(_ node: Int, _ purpose: Purpose) {
        guard let isUpdate = bool(node), isUpdate, purpose == .put else { return }
        fault("An update has no place here; a whole entity is needed.")
    }

    private mutating func part(_ node: Int) -> String? {
        guard let part = string(node) else { return nil }
        if part.isEmpty {
            fault("An identifier has no empty part.", name: .invalidIdentifier)
        } else if part.hasControlCharacters {
            fault("\(part.quoted) has a control character in it.", name: .invalidIdentifier)
        }
        return part
    }

    private mutating func key(_ bundle: String?, _ type: String?, _ id: String?) -> EntityID {
        for (part, name) in [(bundle, "bundle"), (type, "type"), (id, "id")] as [(String?, StaticString)]
        where part == nil && faults.count < limits.reports {
            // A mistyped one has been reported under its own path.
            enter(name)
            if !faults.contains(where: { $0.path == path }) { fault("It is missing.", name: .invalidIdentifier) }
            leave()
        }
        let key = EntityID(bundle: bundle ?? "", type: type ?? "", id: id ?? "")
        let size = key.bundle.utf8.count + key.type.utf8.count + key.id.utf8.count
        if size > limits.identifierBytes {
            fault(
                "Bundle, type and id have \(size) bytes together; at most \(limits.identifierBytes) are allowed.",
                name: .invalidIdentifier)
        }
        return key
    }

    /// Reads one member; null gives it its default.
    private mutating func read(_ member: EntityPatch.Members, _ node: Int, into patch: inout EntityPatch) {
        if isNull(node) {
            if member == .display {
                patch.given.formUnion([.subtitle, .image, .synonyms])
            } else {
                patch.given.insert(member)
                if member == .properties { patch.clearsProperties = true }
            }
            return
        }
        switch member {
        case .display: return display(node, into: &patch)
        case .index: patch.values.index = name(node, what: "index") ?? patch.values.index
        case .schema: patch.values.schema = name(node, what: "schema")
        case .url: patch.values.url = url(node)
        case .stableID: patch.values.stableID = name(node, what: "stable identifier")
        case .ownership: patch.values.ownership = ownership(node)
        case .domain: patch.values.domain = name(node, what: "domain")
        case .keywords: patch.values.keywords = lines(node, limit: limits.keywords)
        case .language: patch.values.language = language(node)
        case .priority: patch.values.priority = Int(integer(node, in: -1000...1000) ?? 0)
        case .hidden: patch.values.hidden = bool(node) ?? false
        case .expires: patch.values.expires = expires(node)
        case .properties:
            (patch.values.properties, patch.removedProperties) = properties(
                node, depth: limits.nesting - 6, limit: limits.properties)
        case .text: patch.values.text = text(node, limit: limits.textBytes)
        case .passages: patch.values.passages = passages(node)
        default: break
        }
        patch.given.insert(member)
    }

    private mutating func display(_ node: Int, into patch: inout EntityPatch) {
        var display = patch.values.display
        var given = patch.given
        members(node, "a display as an object") { reader, key in
            reader.enter(key: key)
            defer { reader.leave() }
            let name = reader.tape.bytes(key)
            let value = key + 1
            let isNull = reader.isNull(value)
            if name.isWord("title") {
                guard !isNull else { return }
                display.title = reader.text(value, limit: reader.limits.lineBytes) ?? ""
                given.insert(.title)
            } else if name.isWord("subtitle") {
                display.subtitle = isNull ? nil : reader.text(value, limit: reader.limits.lineBytes)
                given.insert(.subtitle)
            } else if name.isWord("image") {
                display.image = isNull ? nil : reader.image(value)
                given.insert(.image)
            } else if name.isWord("synonyms") {
                display.synonyms = isNull ? [] : reader.lines(value, limit: reader.limits.synonyms)
                given.insert(.synonyms)
            } else {
                reader.leave()
                reader.unknown(key, in: "a display", allowed: "title, subtitle, image and synonyms")
                reader.enter(key: key)
            }
        }
        patch.values.display = display
        patch.given = given
    }

    private mutating func image(_ node: Int) -> Display.Image? {
        guard tape.tag(node) == JSONTape.Tag.object, tape.count(node) == 1 else {
            fault("An image is an object with one of systemName, name and url.")
            return nil
        }
        let key = node + 1
        enter(key: key)
        defer { leave() }
        let tag = tape.bytes(key)
        if tag.isWord("systemName") { return name(key + 1, what: "image").map { .systemName($0) } }
        if tag.isWord("name") { return name(key + 1, what: "image").map { .name($0) } }
        if tag.isWord("url") { return url(key + 1).map { .url($0) } }
        fault("An image is an object with one of systemName, name and url.")
        return nil
    }

    /// A list of short texts, cut after `limit`.
    private mutating func lines(_ node: Int, limit: Int) -> [String] {
        guard tape.tag(node) == JSONTape.Tag.array else {
            mistyped(node, "a list of texts")
            return []
        }
        let count = tape.count(node)
        if count > limit { warn("The list was cut: it has \(count) elements, and \(limit) are kept.") }
        var lines: [String] = []
        lines.reserveCapacity(min(count, limit))
        elements(node, "a list of texts") { reader, element, index in
            guard index < limit else { return }
            if let line = reader.text(element, limit: reader.limits.lineBytes) { lines.append(line) }
        }
        return lines
    }

    private mutating func ownership(_ node: Int) -> Ownership {
        if tape.tag(node) == JSONTape.Tag.string { return ownershipWord(node) }
        var ownership: Ownership = []
        elements(node, "a text or a list of texts") { reader, element, _ in
            ownership.formUnion(reader.ownershipWord(element))
        }
        return ownership
    }

    private mutating func ownershipWord(_ node: Int) -> Ownership {
        guard let word = string(node) else { return [] }
        switch word {
        case "unknown": return .unknown
        case "shared": return .shared
        case "public": return .public
        default:
            fault("\(word.quoted) is no ownership.", hint: "It is unknown, shared or public; left out, it is private.")
            return []
        }
    }

    /// BCP 47: subtags of one to eight letters and digits, the first of letters.
    private mutating func language(_ node: Int) -> String? {
        guard let text = string(node) else { return nil }
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isTag =
            text.utf8.count <= 100
            && subtags.allSatisfy { subtag in
                1...8 ~= subtag.count && subtag.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 }
            }
        guard isTag, let first = subtags.first, first.allSatisfy({ $0 > 57 }) else {
            fault("\(text.quoted) is no language tag.", hint: "Write en, de-CH or zh-Hant.")
            return nil
        }
        return text
    }

    /// A date with its tag, or bare.
    private mutating func expires(_ node: Int) -> DateValue? {
        if tape.tag(node) == JSONTape.Tag.string { return date(node) }
        guard tape.tag(node) == JSONTape.Tag.object, tape.count(node) == 1, tape.isWord(node + 1, "date") else {
            mistyped(node, #"a date as {"date":"…"}"#)
            return nil
        }
        enter(key: node + 1)
        defer { leave() }
        return date(node + 2)
    }

    private mutating func passages(_ node: Int) -> [Entity.Passage] {
        guard tape.tag(node) == JSONTape.Tag.array else {
            mistyped(node, "a list of passages")
            return []
        }
        let count = tape.count(node)
        if count > limits.passages {
            warn("Passages were left out: there are \(count), and \(limits.passages) are kept.")
        }
        var passages: [Entity.Passage] = []
        passages.reserveCapacity(min(count, limits.passages))
        var room = limits.textBytes
        elements(node, "a list of passages") { reader, element, index in
            guard index < reader.limits.passages, room > 0 else { return }
            let before = reader.faults.count
            var locator: String?
            var text: String?
            reader.members(element, "a passage as an object") { reader, key in
                reader.enter(key: key)
                defer { reader.leave() }
                if reader.tape.isWord(key, "text") {
                    text = reader.text(key + 1, limit: room)
                } else if reader.tape.isWord(key, "locator") {
                    if !reader.isNull(key + 1) { locator = reader.name(key + 1, what: "locator") }
                } else {
                    reader.leave()
                    reader.unknown(key, in: "a passage", allowed: "locator and text")
                    reader.enter(key: key)
                }
            }
            guard let text else {
                if before == reader.faults.count { reader.fault("A passage needs a text.") }
                return
            }
            room -= text.utf8.count
            if room <= 0, index + 1 < count {
                reader.warn(
                    "Passages after this one were left out: together they keep \(reader.limits.textBytes) bytes.")
            }
            passages.append(Entity.Passage(locator: locator, text: text))
        }
        return passages
    }
}
