import AlmagestEntities
public import AlmagestFoundation
import CoreSpotlight
import Foundation

extension NSUserActivity: AppEntityAnnotatable {
    private static let key = "appEntityIdentifier"

    /// The entity that the activity is about. While the activity is current, the daemon knows it.
    public var appEntityIdentifier: EntityIdentifier? {
        get { self[annotation: Self.key] as? EntityIdentifier }
        set {
            NSUserActivity.observe { ScreenReport.send($0) }
            self[annotation: Self.key] = newValue
        }
    }
}

/// Tells the daemon what is in front.
enum ScreenReport {
    /// Sent without waiting: what is on screen is a hint and is stated again with the next change.
    static func send(_ activity: NSUserActivity?) {
        guard let link = try? DaemonLink.shared() else { return }
        _ = link.write("screen.update", parameters(activity, bundle: link.bundle))
    }

    static func parameters(_ activity: NSUserActivity?, bundle: String) -> [UInt8] {
        CallParameters.object { writer in
            writer.key("bundle")
            writer.string(bundle)
            guard let activity, let entity = try? activity.appEntityIdentifier?.entityID() else { return }
            writer.key("activity")
            writer.beginObject()
            if let title = activity.title {
                writer.key("title")
                writer.string(title)
            }
            writer.key("entity")
            writer.string(entity.text)
            writer.endObject()
        }
    }
}
