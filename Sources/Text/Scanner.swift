import CICU
import Synchronization

/// ICU's iterators and buffers for one scan at a time; kept in a pool, because making one is slow.
final class Scanner: @unchecked Sendable {
    // Unchecked: a scanner leaves the pool before it is used and comes back after.
    private let pointer: OpaquePointer

    private init?() {
        guard let pointer = almagest_scanner_new() else { return nil }
        self.pointer = pointer
    }

    deinit { almagest_scanner_delete(pointer) }

    private static let pool = Mutex<[Scanner]>([])

    /// Takes a scanner out of the pool; nil when ICU's data or memory is missing.
    static func take() -> Scanner? { pool.withLock { $0.popLast() } ?? Scanner() }

    static func giveBack(_ scanner: Scanner) {
        almagest_scanner_rest(scanner.pointer)
        pool.withLock { if $0.count < 16 { $0.append(scanner) } }
    }

    /// Runs `body` with a scanner of its own; nil as `take`.
    static func with<R>(_ body: (Scanner) throws -> R) rethrows -> R? {
        guard let scanner = take() else { return nil }
        defer { giveBack(scanner) }
        return try body(scanner)
    }

    /// The tokens of a text as the C face gives them, valid until the scanner's next call.
    struct Tokens {
        let records: UnsafeBufferPointer<almagest_token>
        let arena: UnsafePointer<UInt8>

        func text(_ token: almagest_token) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: arena + Int(token.text), count: Int(token.text_length))
        }

        func exact(_ token: almagest_token) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: arena + Int(token.exact), count: Int(token.exact_length))
        }
    }

    struct Options: OptionSet {
        let rawValue: UInt32
        static let noNgrams = Options(rawValue: UInt32(ALMAGEST_NO_NGRAMS))
        static let noDictionary = Options(rawValue: UInt32(ALMAGEST_NO_DICTIONARY))
        static let singles = Options(rawValue: UInt32(ALMAGEST_SINGLES))
        static let alternates = Options(rawValue: UInt32(ALMAGEST_ALTERNATES))
    }

    /// nil when memory is out or the text is over 1 GiB.
    func scan(_ utf8: UnsafeBufferPointer<UInt8>, options: Options) -> Tokens? {
        var records: UnsafePointer<almagest_token>?
        var arena: UnsafePointer<CChar>?
        var count = 0
        let status = utf8.withMemoryRebound(to: CChar.self) {
            almagest_scan(pointer, $0.baseAddress, $0.count, options.rawValue, &records, &count, &arena)
        }
        guard status == 0, let arena else { return nil }
        return Tokens(
            records: UnsafeBufferPointer(start: records, count: count),
            arena: UnsafeRawPointer(arena).assumingMemoryBound(to: UInt8.self))
    }

    /// The folded or case-folded form, valid until the scanner's next call.
    func fold(_ utf8: UnsafeBufferPointer<UInt8>, diacritics: Bool) -> UnsafeBufferPointer<UInt8>? {
        var result: UnsafePointer<CChar>?
        var count = 0
        let status = utf8.withMemoryRebound(to: CChar.self) {
            almagest_fold(pointer, $0.baseAddress, $0.count, diacritics ? 0 : 1, &result, &count)
        }
        guard status == 0, let result else { return nil }
        return UnsafeBufferPointer(start: UnsafeRawPointer(result).assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// Byte offsets of sentence boundaries, both ends included.
    func sentences(_ utf8: UnsafeBufferPointer<UInt8>) -> [Int] {
        boundaries(utf8, with: almagest_sentences)
    }

    /// Byte offsets of ICU's own word boundaries, both ends included.
    func icuWords(_ utf8: UnsafeBufferPointer<UInt8>) -> [Int] {
        boundaries(utf8, with: almagest_icu_words)
    }

    private typealias BoundaryFunction = (
        OpaquePointer?, UnsafePointer<CChar>?, Int, UnsafeMutablePointer<UnsafePointer<UInt32>?>?,
        UnsafeMutablePointer<Int>?
    ) -> Int32

    private func boundaries(_ utf8: UnsafeBufferPointer<UInt8>, with function: BoundaryFunction) -> [Int] {
        var result: UnsafePointer<UInt32>?
        var count = 0
        let status = utf8.withMemoryRebound(to: CChar.self) {
            function(pointer, $0.baseAddress, $0.count, &result, &count)
        }
        guard status == 0 else { return [] }
        return UnsafeBufferPointer(start: result, count: count).map(Int.init)
    }
}
