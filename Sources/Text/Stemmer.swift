import CStemmer
import Synchronization

/// A Snowball stemmer with its cache; kept in a pool by language, used by one thread at a time.
final class Stemmer: @unchecked Sendable {
    // Unchecked: a stemmer leaves the pool before it is used and comes back after.
    let language: String
    private let pointer: OpaquePointer

    private init?(_ language: String) {
        guard LanguageTag.stemmed.contains(language), let pointer = almagest_stemmer_new(language) else { return nil }
        self.language = language
        self.pointer = pointer
        scratch = .allocate(capacity: Self.scratchSize)
    }

    deinit {
        almagest_stemmer_delete(pointer)
        scratch.deallocate()
    }

    /// Room for a stem while another one is made.
    let scratch: UnsafeMutableBufferPointer<UInt8>
    static let scratchSize = 4096

    private static let pool = Mutex<[String: [Stemmer]]>([:])

    /// Takes a stemmer out of the pool; nil when there is none for the language (a primary subtag).
    static func take(_ language: String) -> Stemmer? {
        pool.withLock { $0[language]?.popLast() } ?? Stemmer(language)
    }

    static func giveBack(_ stemmer: Stemmer) {
        pool.withLock { pool in
            if pool[stemmer.language, default: []].count < 4 { pool[stemmer.language, default: []].append(stemmer) }
        }
    }

    /// The stem of an exact form, not folded, valid until the next call.
    func stem(_ exact: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        var length = 0
        guard let stem = almagest_stemmer_stem(pointer, exact.baseAddress, exact.count, &length) else { return nil }
        return UnsafeBufferPointer(start: stem, count: length)
    }
}
