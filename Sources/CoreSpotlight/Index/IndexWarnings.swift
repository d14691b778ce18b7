internal import AlmagestEntities
import Foundation
import Synchronization

/// What was stored and yet isn't as it should be, such as a missing member of a schema. Nobody waits for it, so it is
/// told to whoever runs the app, on standard error: each kind of fault once.
package enum IndexWarnings {
    private static let listener = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Takes every sentence from now on, in place of standard error; nil gives it back.
    package static func listen(_ body: (@Sendable (String) -> Void)?) { listener.withLock { $0 = body } }

    private static let told = Mutex<Set<String>>([])
    /// So many kinds are told apart; an app with more has been told enough.
    private static let most = 100

    /// Tells what a reply to `index` warns of.
    static func tell(of reply: JSONValue, _ request: DonationRequests.Request) {
        guard let warnings = reply["warnings"], warnings.count > 0 else { return }
        for warning in warnings.elements {
            guard let message = warning["message"]?.string else { continue }
            let place = Int(warning["index"]?.integer ?? -1)
            let name = request.names.indices.contains(place) ? request.names[place] : "an item"
            let path = DonationRequests.Request.place(in: warning).map { ", \($0)" } ?? ""
            tell("\(name)\(path): \(message)")
        }
    }

    private static func tell(_ text: String) {
        if let listener = listener.withLock({ $0 }) { return listener(text) }
        guard isNew(text) else { return }
        FileHandle.standardError.write(Data("Almagest: \(text)\n".utf8))
    }

    /// The identifier is in quotes and doesn't make another kind of it.
    private static func isNew(_ text: String) -> Bool {
        let kind = text.replacing(/“[^”]*”/, with: "“”")
        return told.withLock { $0.count < most && $0.insert(kind).inserted }
    }
}
