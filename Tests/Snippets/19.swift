// mode: 5
// says: mockStableIdentifier Perseids true
import AppIntents
import GeoToolbox

// SNIPPET 17
// SNIPPET

@main enum Run {
    static func main() {
        let entity = LightweightJournalEntry(contents: "Perseids").asEntity()
        print(entity.id, entity.entryText, entity.entryDate != nil)
    }
}
