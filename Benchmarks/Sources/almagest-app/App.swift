import AppIntents
import CoreSpotlight
import Foundation

/// `almagest-app index FILE` indexes the songs of a file through the SDK and prints what that took; `almagest-app provide FILE`
/// answers on standard input and output.
@main
enum App {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 3 else { throw Fault(description: "usage: almagest-app index|provide FILE") }
        let songs = try Songs(words[2])
        AppDependencyManager.shared.add(dependency: songs)
        switch words[1] {
        case "index":
            let entities = songs.all.map(SongEntity.init)
            let began = ContinuousClock.now
            try await CSSearchableIndex(name: "Songs").indexAppEntities(entities)
            let took = (ContinuousClock.now - began).components
            print(
                "{\"entities\":\(entities.count),\"seconds\":\(Double(took.seconds) + Double(took.attoseconds) / 1e18)}"
            )
        case "provide":
            try await AppIntentsProvider([.entity(SongEntity.self), .values(CollectionQuery.self)]).run()
        default: throw Fault(description: "There is no “\(words[1])”.")
        }
    }
}

struct Fault: Error, CustomStringConvertible {
    let description: String
}
