import AppIntents
import CoreSpotlight
import Foundation

/// How the provider behaves, as its first argument says.
enum Behaviour: String {
    case good, failing, hanging, million
    /// Says in code which app it is.
    case named

    struct CloudyNight: Error {}

    static let current = CommandLine.arguments.dropFirst().first.flatMap(Behaviour.init(rawValue:)) ?? .good

    func show() async throws {
        switch self {
        case .failing: throw CloudyNight()
        case .hanging: try await Task.sleep(for: .seconds(3_600))
        case .good, .million, .named: break
        }
    }
}

/// A provider for the tests of the host that apps link.
@main
struct Provider {
    static func main() async throws {
        if Behaviour.current == .named { CSSearchableIndex.bundleIdentifier = "org.example.Named" }
        try await AppIntentsProvider([
            .entity(StarEntity.self), .entity(ChartEntity.self), .values(SoundQuery.self),
            .intent(OpenStarIntent.self), .intent(SearchStarsIntent.self),
        ]).run()
    }
}
