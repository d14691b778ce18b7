import AlmagestEntities

/// The values of one row in a compact form, kept beside the columns.
///
/// It serves what starts from a row: removing its old values from the columns, sorting, counting facets, and checking
/// a condition on few rows. Each value is the column as a varint, a tag and the payload:
///
///     0, 1  bool              4  duration, 8 bytes               6  text: flags, [varint, exact], varint, key
///     2     integer, 8 bytes  5  date: form, flags, seconds,     7  reference: varint, text
///     3     real, 8 bytes        [offset, 4 bytes], [varint, zone]
enum RowRecord {
    static func encode(_ values: [IndexedValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.count * 24)
        for value in values { append(value, to: &bytes) }
        return bytes
    }

    static func append(_ value: IndexedValue, to bytes: inout [UInt8]) {
        append(varint: UInt64(UInt32(bitPattern: value.column)), to: &bytes)
        switch value.payload {
        case .bool(let value):
            bytes.append(value ? 1 : 0)
        case .integer(let value):
            bytes.append(2)
            append(fixed: UInt64(bitPattern: value), to: &bytes)
        case .real(let value):
            bytes.append(3)
            append(fixed: value.bitPattern, to: &bytes)
        case .duration(let seconds):
            bytes.append(4)
            append(fixed: seconds.bitPattern, to: &bytes)
        case .date(let date):
            bytes.append(5)
            bytes.append(date.form.rawValue)
            bytes.append((date.offset == nil ? 0 : 1) | (date.zone == nil ? 0 : 2))
            append(fixed: date.seconds.bitPattern, to: &bytes)
            if let offset = date.offset { append(fixed: UInt64(bitPattern: Int64(offset)), to: &bytes) }
            if let zone = date.zone { append(text: zone, to: &bytes) }
        case .text(let text):
            bytes.append(6)
            let same = text.exact == text.key
            bytes.append((text.isLong ? 1 : 0) | (same ? 0 : 2))
            if !same { append(text: text.exact, to: &bytes) }
            append(text: text.key, to: &bytes)
        case .reference(let text):
            bytes.append(7)
            append(text: text, to: &bytes)
        }
    }

    /// Visits the values in order until `body` gives false; a record that makes no sense ends early.
    ///
    /// Values of columns that `isWanted` refuses are passed over, which costs little.
    static func forEach(
        _ bytes: UnsafeRawBufferPointer, where isWanted: (ColumnID) -> Bool = { _ in true },
        _ body: (IndexedValue) throws -> Bool
    ) rethrows {
        var reader = Reader(bytes: bytes)
        while let column = reader.column() {
            if isWanted(column) {
                guard let payload = reader.payload(), try body(IndexedValue(column: column, payload: payload)) else {
                    return
                }
            } else if !reader.skip() {
                return
            }
        }
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) -> [IndexedValue] {
        var values: [IndexedValue] = []
        forEach(bytes) {
            values.append($0)
            return true
        }
        return values
    }

    private static func append(varint value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func append(fixed value: UInt64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func append(text: String, to bytes: inout [UInt8]) {
        append(varint: UInt64(text.utf8.count), to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    /// Reads values one after the other; never beyond the bytes.
    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var position = 0

        init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// The column of the next value; nil at the end.
        mutating func column() -> ColumnID? { varint().map { ColumnID(truncatingIfNeeded: $0) } }

        /// Passes over the payload; false when it makes no sense.
        mutating func skip() -> Bool {
            guard let tag = byte() else { return false }
            switch tag {
            case 0, 1: return true
            case 2, 3, 4: return advance(8)
            case 5:
                guard advance(1), let flags = byte(), advance(8) else { return false }
                return (flags & 1 == 0 || advance(8)) && (flags & 2 == 0 || skipString())
            case 6:
                guard let flags = byte() else { return false }
                return (flags & 2 == 0 || skipString()) && skipString()
            case 7: return skipString()
            default: return false
            }
        }

        private mutating func advance(_ count: Int) -> Bool {
            guard bytes.count - position >= count else { return false }
            position += count
            return true
        }

        private mutating func skipString() -> Bool {
            guard let count = varint(), count <= UInt64(bytes.count - position) else { return false }
            return advance(Int(count))
        }

        mutating func payload() -> IndexedValue.Payload? {
            switch byte() {
            case 0: return .bool(false)
            case 1: return .bool(true)
            case 2: return fixed().map { .integer(Int64(bitPattern: $0)) }
            case 3: return fixed().map { .real(Double(bitPattern: $0)) }
            case 4: return fixed().map { .duration(Double(bitPattern: $0)) }
            case 5: return date().map { .date($0) }
            case 6: return text().map { .text($0) }
            case 7: return string().map { .reference($0) }
            default: return nil
            }
        }

        private mutating func date() -> DateValue? {
            guard let raw = byte(), let form = DateValue.Form(rawValue: raw), let flags = byte(), let seconds = fixed()
            else { return nil }
            var date = DateValue(form: form, seconds: Double(bitPattern: seconds))
            if flags & 1 != 0 {
                guard let offset = fixed() else { return nil }
                date.offset = Int(Int64(bitPattern: offset))
            }
            if flags & 2 != 0 {
                guard let zone = string() else { return nil }
                date.zone = zone
            }
            return date
        }

        private mutating func text() -> IndexedText? {
            guard let flags = byte() else { return nil }
            var exact: String?
            if flags & 2 != 0 {
                guard let text = string() else { return nil }
                exact = text
            }
            guard let key = string() else { return nil }
            return IndexedText(exact: exact ?? key, key: key, isLong: flags & 1 != 0)
        }

        private mutating func byte() -> UInt8? {
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return bytes[position]
        }

        private mutating func fixed() -> UInt64? {
            guard bytes.count - position >= 8 else { return nil }
            defer { position += 8 }
            return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }

        private mutating func varint() -> UInt64? {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while shift < 64, let next = byte() {
                value |= UInt64(next & 0x7f) << shift
                if next < 0x80 { return value }
                shift += 7
            }
            return nil
        }

        private mutating func string() -> String? {
            guard let count = varint(), count <= UInt64(bytes.count - position) else { return nil }
            let range = position..<(position + Int(count))
            position = range.upperBound
            return String(decoding: bytes[range], as: UTF8.self)
        }
    }
}
