package import AlmagestEntities
import Foundation
import Synchronization

/// The moments of this process's donations, no two of them the same.
///
/// The daemon takes two donations with the same date and content for one that was sent again. Dates travel to the
/// microsecond.
package enum DonationClock {
    private static let last = Mutex<Int64>(0)

    /// Writes the member `date`.
    package static func write(to writer: inout JSONWriter) {
        let now = Int64((Date().timeIntervalSince1970 * 1e6).rounded(.down))
        let moment = last.withLock { last in
            last = max(now, last + 1)
            return last
        }
        writer.key("date")
        writer.string(DateValue(form: .instant, seconds: Double(moment) / 1e6, offset: 0).text)
    }
}
