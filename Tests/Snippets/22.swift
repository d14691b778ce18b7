// mode: 5
// says: Perseids
import AppIntents
import GeoToolbox

// SNIPPET 17
// SNIPPET

@main enum Run {
    static func main() async throws {
        let entry = JournalEntryEntity(id: "1")
        entry.message = "Perseids"
        print(String(decoding: try await entry.exported(as: .plainText), as: UTF8.self))
    }
}
