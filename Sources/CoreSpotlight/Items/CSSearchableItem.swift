package import AlmagestEntities
import Foundation

/// Something that can be found: an identifier of the app's own and a set of attributes.
open class CSSearchableItem: NSObject, NSCopying {
    /// The app's own identifier; indexing another item with it replaces this one.
    public var uniqueIdentifier: String
    /// Dotted group that the item can be deleted by, such as `account.mailbox`.
    public var domainIdentifier: String?
    /// What is known of it.
    public var attributeSet: CSSearchableItemAttributeSet
    /// Changes only the attributes that are given, of an item that is in the index.
    public var isUpdate = false
    /// The entity that it was made of: the item then travels as that.
    package var entity: Entity?

    /// Place among the results of the query that found it.
    var rank = Int.max

    private var expiration: Date?

    /// When it goes by itself; `Date.distantFuture` where nothing was set, for nothing expires unasked. Nil unsets it.
    // As Apple's header has it: never nil when read, and nil resets it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var expirationDate: Date! {
        get { expiration ?? .distantFuture }
        set { expiration = newValue }
    }

    package var expires: Date? { expiration.flatMap { $0 == .distantFuture ? nil : $0 } }

    /// An item; without an identifier it gets one that nothing else has.
    public init(
        uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet
    ) {
        self.uniqueIdentifier = uniqueIdentifier ?? UUID().uuidString
        self.domainIdentifier = domainIdentifier
        self.attributeSet = attributeSet
        super.init()
    }

    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = CSSearchableItem(
            uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier,
            attributeSet: attributeSet.copy() as? CSSearchableItemAttributeSet ?? attributeSet)
        copy.isUpdate = isUpdate
        copy.entity = entity
        copy.expiration = expiration
        copy.rank = rank
        return copy
    }

    /// Which of two results of a query is the better one: it comes first.
    public func compare(byRank other: CSSearchableItem) -> ComparisonResult {
        rank == other.rank ? .orderedSame : rank < other.rank ? .orderedAscending : .orderedDescending
    }

    open override func isEqual(_ object: Any?) -> Bool {
        // By the bytes, as the index tells identifiers apart.
        (object as? CSSearchableItem)?.uniqueIdentifier.hasSameBytes(as: uniqueIdentifier) ?? false
    }

    open override var hash: Int { ExactName(uniqueIdentifier).hashValue }
}
