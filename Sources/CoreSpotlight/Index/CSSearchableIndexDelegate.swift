import Foundation

/// Indexes content again when the index asks for it, as long as the app runs.
///
/// Call the acknowledgement handler when everything has been handed to the index that is passed in, or to another of
/// the same name; open batches are waited for. Items that are not handed over again are removed when the handler has
/// been called. If nothing at all was handed over in answer to a request for everything, nothing is removed.
public protocol CSSearchableIndexDelegate: NSObjectProtocol {
    /// The index has lost content: index everything again, and drop any state of your own about it.
    func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void)

    /// Index these items again.
    func searchableIndex(
        _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping () -> Void)

    /// Never called: the daemon does not slow apps down, it makes them wait.
    func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex)
    /// Never called.
    func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex)
    /// Never called: content is not fetched from items.
    func data(for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String) throws -> Data
    /// Never called.
    func fileURL(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool
    ) throws -> URL
}

extension CSSearchableIndexDelegate {
    public func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}
    public func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}

    public func data(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
    ) throws -> Data {
        throw CSIndexError(.indexingUnsupported, "The app gives no data for “\(itemIdentifier)”.")
    }

    public func fileURL(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool
    ) throws -> URL {
        throw CSIndexError(.indexingUnsupported, "The app gives no file for “\(itemIdentifier)”.")
    }
}

/// Which index is meant.
open class CSSearchableIndexDescription: NSObject {
    /// The name of the index; nil for the default one.
    public let name: String?
    public let protectionClass: FileProtectionType?

    public init(name: String?, protectionClass: FileProtectionType? = nil) {
        self.name = name
        self.protectionClass = protectionClass
        super.init()
    }
}

/// A delegate that is not kept alive.
struct WeakDelegate: @unchecked Sendable {
    // Only handed on: the app calls it sees to what its delegate needs.
    weak var delegate: (any CSSearchableIndexDelegate)?
    init(_ delegate: (any CSSearchableIndexDelegate)? = nil) { self.delegate = delegate }
}
