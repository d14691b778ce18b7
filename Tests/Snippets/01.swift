// says: Added Halley to the Comets mix tape.
import AppIntents

struct Named { let title: String }
let song = Named(title: "Halley")
let playlist = Named(title: "Comets")
// SNIPPET

@main enum Run {
    static func main() async throws {
        let result = try await AddToPlaylistIntent().perform()
        print(said(result))
    }
    static func said<Result: IntentResult>(_ result: Result) -> String {
        (result as? IntentResultContainer<Never, Never, Never, IntentDialog>)?.dialog.map { "\($0.full)" } ?? "nothing"
    }
}
