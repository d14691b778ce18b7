import AlmagestEntities
import AlmagestWire
import Foundation

/// The identifiers that the newest search printed, so that `almagest open 2` opens its second result.
enum ResultNumbers {
    /// Beside the log: it is state that nobody misses.
    private static var file: URL {
        URL(fileURLWithPath: LogLocation.resolve().path).deletingLastPathComponent().appendingPathComponent("results")
    }

    /// Best effort: a folder that cannot be written costs only the short numbers.
    static func keep(_ identifiers: [String]) {
        let file = file
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try? Data(identifiers.joined(separator: "\n").utf8).write(to: file, options: .atomic)
    }

    static func identifier(_ number: Int) throws(AlmagestError) -> String {
        guard number >= 1 else {
            throw AlmagestError(.invalidParameter, "\(number) is no number of a result; the first is 1.")
        }
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let kept = text.split(separator: "\n")
        guard number <= kept.count else {
            throw AlmagestError(
                .notFound, "The newest search printed \(kept.count) results; there is no number \(number).")
        }
        return String(kept[number - 1])
    }
}
