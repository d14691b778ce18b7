internal import AlmagestEntities
import Foundation
import Synchronization

/// A named compartment of the app's content in the index.
///
///     let index = CSSearchableIndex(name: "Notes")
///     try await index.indexSearchableItems([item])
///
/// Items are told apart by their identifier within the whole app: one that is indexed under another name moves there.
/// Calls return when the content is durable; it can be found within a moment. Change one object by one task at a time.
open class CSSearchableIndex: NSObject, @unchecked Sendable {
    // Unchecked, because NSObject is not Sendable: all that changes is behind locks, `indexDelegate` too.

    /// The name of the index; `default` for the one that has none.
    package let name: String
    /// Kept for the app; the daemon protects everything alike, by the rights of the person's own files.
    public let protectionClass: FileProtectionType?
    private let ownLink: DaemonLink?
    /// A re-index that this object answers: its donations say so.
    let session: String?
    let batch = Mutex(BatchState.none)
    let delegateBox = Mutex(WeakDelegate())

    private static let shared = CSSearchableIndex(name: "default", protectionClass: nil, link: nil, session: nil)

    /// The index without a name. It has no batches and no client state.
    open class func `default`() -> CSSearchableIndex { shared }

    /// The index of that name.
    public convenience init(name: String) { self.init(name: name, protectionClass: nil) }

    /// The index of that name.
    public convenience init(name: String, protectionClass: FileProtectionType?) {
        self.init(name: name, protectionClass: protectionClass, link: nil, session: nil)
    }

    /// The index of that name over a connection of one's own.
    package convenience init(name: String, link: DaemonLink) {
        self.init(name: name, protectionClass: nil, link: link, session: nil)
    }

    init(name: String, protectionClass: FileProtectionType?, link: DaemonLink?, session: String?) {
        self.name = name
        self.protectionClass = protectionClass
        ownLink = link
        self.session = session
        super.init()
    }

    /// Whether the app's bundle is known and there is a daemon to be reached or started.
    open class func isIndexingAvailable() -> Bool {
        guard let link = try? DaemonLink.shared() else { return false }
        return link.canConnect
    }

    /// The app's bundle, such as `org.example.CosmoTunes`, where neither `ALMAGEST_BUNDLE` nor a manifest says it. Set it
    /// before the index is used.
    public static var bundleIdentifier: String? {
        get { AppBundle.inCode }
        set { AppBundle.inCode = newValue }
    }

    /// Who is asked to index again what the index has lost. Held weakly.
    open var indexDelegate: (any CSSearchableIndexDelegate)? {
        get { delegateBox.withLock { $0.delegate } }
        set {
            let box = WeakDelegate(newValue)
            delegateBox.withLock { $0 = box }
            delegateChanged()
        }
    }

    // MARK: The way to the daemon

    package var link: DaemonLink {
        get throws(CSIndexError) {
            if let ownLink { return ownLink }
            do throws(AlmagestError) { return try DaemonLink.shared() } catch {
                throw CSIndexError(.indexUnavailableError, error.description, underlying: error)
            }
        }
    }

    var isDefault: Bool { name == "default" }
}
