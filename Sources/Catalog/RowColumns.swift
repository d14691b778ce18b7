import Glibc

/// What the columns say of one row.
struct RowValues: Sendable {
    var revision: Seq
    var bundle: UInt16
    var type: UInt16
    var domain: UInt32
    var ownership: UInt8
    var hidden: Bool
    var expires: Double
    var priority: Int16
}

/// The storage behind `RowTable`: one array a column, grown together. Its owner guards it with a lock.
struct RowColumns {
    private(set) var count = 0
    private(set) var capacity = 0
    private(set) var revision: UnsafeMutablePointer<Seq>
    private(set) var expires: UnsafeMutablePointer<Double>
    private(set) var domain: UnsafeMutablePointer<UInt32>
    private(set) var bundle: UnsafeMutablePointer<UInt16>
    private(set) var type: UnsafeMutablePointer<UInt16>
    private(set) var priority: UnsafeMutablePointer<Int16>
    private(set) var ownership: UnsafeMutablePointer<UInt8>
    private(set) var hidden: UnsafeMutablePointer<UInt8>

    init() {
        revision = .allocate(capacity: 0)
        expires = .allocate(capacity: 0)
        domain = .allocate(capacity: 0)
        bundle = .allocate(capacity: 0)
        type = .allocate(capacity: 0)
        priority = .allocate(capacity: 0)
        ownership = .allocate(capacity: 0)
        hidden = .allocate(capacity: 0)
    }

    func free() {
        Glibc.free(revision)
        Glibc.free(expires)
        Glibc.free(domain)
        Glibc.free(bundle)
        Glibc.free(type)
        Glibc.free(priority)
        Glibc.free(ownership)
        Glibc.free(hidden)
    }

    /// Takes memory for rows below `wanted`; false when the system has none. `count` stays.
    mutating func reserve(_ wanted: Int) -> Bool {
        if wanted <= capacity { return true }
        let larger = max(wanted, capacity + capacity / 2, 1024)
        guard Self.resize(&revision, larger), Self.resize(&expires, larger), Self.resize(&domain, larger),
            Self.resize(&bundle, larger), Self.resize(&type, larger), Self.resize(&priority, larger),
            Self.resize(&ownership, larger), Self.resize(&hidden, larger)
        else { return false }
        capacity = larger
        return true
    }

    /// Makes rows below `newCount` known; new ones are zero, that is, not there. Their memory must be reserved.
    private mutating func grow(to newCount: Int) {
        guard newCount > count else { return }
        let added = newCount - count
        (revision + count).update(repeating: 0, count: added)
        (expires + count).update(repeating: 0, count: added)
        (domain + count).update(repeating: 0, count: added)
        (bundle + count).update(repeating: 0, count: added)
        (type + count).update(repeating: 0, count: added)
        (priority + count).update(repeating: 0, count: added)
        (ownership + count).update(repeating: 0, count: added)
        (hidden + count).update(repeating: 0, count: added)
        count = newCount
    }

    /// Sets a row; one whose memory was not to be had stays unknown.
    mutating func set(_ row: Int, _ values: RowValues) {
        guard reserve(row + 1) else { return }
        grow(to: row + 1)
        revision[row] = values.revision
        expires[row] = values.expires
        domain[row] = values.domain
        bundle[row] = values.bundle
        type[row] = values.type
        priority[row] = values.priority
        ownership[row] = values.ownership
        hidden[row] = values.hidden ? 1 : 0
    }

    /// `realloc`, which moves big blocks by mapping and leaves unused capacity without memory.
    private static func resize<T>(_ pointer: inout UnsafeMutablePointer<T>, _ capacity: Int) -> Bool {
        guard let moved = realloc(pointer, capacity * MemoryLayout<T>.stride) else { return false }
        pointer = moved.assumingMemoryBound(to: T.self)
        return true
    }
}
