import AlmagestEntities
import Catalog

/// A number that tells requests apart, the same in every run of the daemon (FNV-1a, 64 bits; Fowler, Noll, Vo).
struct RequestKey {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ text: String) {
        for byte in text.utf8 { step(byte) }
        step(0xff)
    }

    mutating func add(_ texts: [String]?) {
        guard let texts else { return add("nil") }
        for text in texts { add(text) }
        step(0xfe)
    }

    /// Who sees everything has the numbers that cursors were given before there was a reach.
    mutating func add(_ reach: Reach) {
        guard let bundle = reach.bundle else { return }
        add("reach")
        add(bundle)
    }

    mutating func add(_ scope: Scope) {
        add(scope.bundles)
        add(scope.types)
        add(scope.domains)
        add(scope.timeZone.identifier)
        add(scope.now.map { "\($0.timeIntervalSince1970)" } ?? "")
        if let predicate = scope.predicate {
            var writer = JSONWriter()
            predicate.write(to: &writer)
            for byte in writer.bytes { step(byte) }
        }
        step(0xfd)
    }

    mutating func add(_ sort: [SortKey]) {
        for key in sort { add("\(key.property) \(key.ascending)") }
        step(0xfc)
    }

    private mutating func step(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

    static func of(_ request: SearchRequest, reach: Reach) -> UInt64 {
        var key = RequestKey()
        key.add(reach)
        for query in request.queries { key.add("\(query.mode?.rawValue ?? "") \(query.weight) \(query.text)") }
        key.add(request.mode.rawValue)
        key.add(request.scope)
        key.add(request.sort)
        key.add(request.facets)
        key.add(request.language ?? "")
        if !request.understand { key.add("as it is") }
        return key.value
    }

    static func of(_ request: FindRequest, reach: Reach) -> UInt64 {
        var key = RequestKey()
        key.add(reach)
        key.add("find")
        key.add(request.scope)
        key.add(request.sort)
        key.add(request.facets)
        return key.value
    }
}
