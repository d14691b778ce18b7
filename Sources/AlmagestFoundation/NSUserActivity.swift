import Foundation
import Synchronization

/// What somebody is doing in an app right now, such as looking at a document.
///
///     let activity = NSUserActivity(activityType: "org.example.journal.entry")
///     activity.title = "Viewing a journal entry"
///     activity.becomeCurrent()
open class NSUserActivity: NSObject, @unchecked Sendable {
    // Unchecked: everything that changes is in `state`.
    private struct State {
        var title: String?
        var userInfo: [AnyHashable: Any]?
        var keywords: Set<String> = []
        var webpageURL: URL?
        var targetContentIdentifier: String?
        var persistentIdentifier: String?
        var expirationDate: Date?
        var isEligibleForSearch = false
        var isEligibleForHandoff = true
        var isEligibleForPrediction = false
        var needsSave = false
        var isValid = true
        var annotations: [String: any Sendable] = [:]
    }

    private let lock = NSLock()
    private var state = State()
    public let activityType: String

    private static let frontmost = Mutex<NSUserActivity?>(nil)
    private static let observer = Mutex<(@Sendable (NSUserActivity?) -> Void)?>(nil)

    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    private func access<Value>(_ body: (inout State) -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    open var title: String? {
        get { access { $0.title } }
        set {
            access { $0.title = newValue }
            changed()
        }
    }
    open var userInfo: [AnyHashable: Any]? {
        get { access { $0.userInfo } }
        set { access { $0.userInfo = newValue } }
    }
    open var keywords: Set<String> {
        get { access { $0.keywords } }
        set { access { $0.keywords = newValue } }
    }
    open var webpageURL: URL? {
        get { access { $0.webpageURL } }
        set { access { $0.webpageURL = newValue } }
    }
    open var targetContentIdentifier: String? {
        get { access { $0.targetContentIdentifier } }
        set { access { $0.targetContentIdentifier = newValue } }
    }
    open var persistentIdentifier: String? {
        get { access { $0.persistentIdentifier } }
        set { access { $0.persistentIdentifier = newValue } }
    }
    open var expirationDate: Date? {
        get { access { $0.expirationDate } }
        set { access { $0.expirationDate = newValue } }
    }
    open var isEligibleForSearch: Bool {
        get { access { $0.isEligibleForSearch } }
        set { access { $0.isEligibleForSearch = newValue } }
    }
    open var isEligibleForHandoff: Bool {
        get { access { $0.isEligibleForHandoff } }
        set { access { $0.isEligibleForHandoff = newValue } }
    }
    open var isEligibleForPrediction: Bool {
        get { access { $0.isEligibleForPrediction } }
        set { access { $0.isEligibleForPrediction = newValue } }
    }
    open var needsSave: Bool {
        get { access { $0.needsSave } }
        set { access { $0.needsSave = newValue } }
    }

    open func addUserInfoEntries(from other: [AnyHashable: Any]) {
        access { state in state.userInfo = (state.userInfo ?? [:]).merging(other) { _, new in new } }
    }

    /// Says that this is what is in front now.
    open func becomeCurrent() {
        guard access({ $0.isValid }) else { return }
        Self.frontmost.withLock { $0 = self }
        changed()
    }

    /// Says that it is in front no longer.
    open func resignCurrent() {
        let wasCurrent = Self.frontmost.withLock { current in
            guard current === self else { return false }
            current = nil
            return true
        }
        if wasCurrent { Self.observer.withLock { $0 }?(nil) }
    }

    /// Ends the activity for good.
    open func invalidate() {
        access { $0.isValid = false }
        resignCurrent()
    }

    // MARK: For the modules that annotate activities

    /// The activity in front.
    package static var current: NSUserActivity? { frontmost.withLock { $0 } }

    /// Is told what is in front, and when that changes; nil when nothing is.
    package static func observe(_ body: @escaping @Sendable (NSUserActivity?) -> Void) {
        observer.withLock { $0 = body }
    }

    package subscript(annotation key: String) -> (any Sendable)? {
        get { access { $0.annotations[key] } }
        set {
            access { $0.annotations[key] = newValue }
            changed()
        }
    }

    private func changed() {
        guard Self.frontmost.withLock({ $0 === self }) else { return }
        Self.observer.withLock { $0 }?(self)
    }
}
