import AppIntents

/// What a test asks for that the app doesn't have, or has otherwise.
public struct TestingError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    /// `There is no entity “Playlist”; there are: PlaylistEntity, SongEntity.`
    static func unknown(_ kind: String, _ name: String, known: [String]) -> TestingError {
        let others = known.isEmpty ? "there are none" : "there are: \(known.sorted().joined(separator: ", "))"
        return TestingError("There is no \(kind) “\(name)”; \(others).")
    }
}
