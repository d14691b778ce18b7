import AppIntents
import CoreTransferable
import Foundation
import GeoToolbox
import Testing

struct LandmarkEntity: AppEntity, Transferable {
    struct Query: EntityQuery {
        func entities(for identifiers: [String]) async throws -> [LandmarkEntity] { [] }
    }
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Landmark"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Landmark" }
    var place: PlaceDescriptor { PlaceDescriptor(representations: [.address("Joshua Tree")], commonName: id) }

    static var transferRepresentation: some TransferRepresentation {
        ValueRepresentation(exporting: \.place)
        ValueRepresentation { landmark in IntentFile(data: Data(landmark.id.utf8), filename: "\(landmark.id).txt") }
        ProxyRepresentation(exporting: \.id)
        DataRepresentation(exportedContentType: .json) { Data("\"\($0.id)\"".utf8) }
    }
}

@Suite struct TransferTests {
    @Test func entityIsExportedAsValueOfTheSystem() async throws {
        let place = try await LandmarkEntity(id: "Keys View").exported(as: PlaceDescriptor.self)
        #expect(place.commonName == "Keys View")
        let file = try await LandmarkEntity(id: "Keys View").exported(as: IntentFile.self)
        #expect(file.filename == "Keys View.txt")
        await #expect(throws: TransferError.self) {
            try await LandmarkEntity(id: "Keys View").exported(as: IntentPerson.self)
        }
    }

    @Test func entityIsExportedInTheFormsThatItNames() async throws {
        let landmark = LandmarkEntity(id: "Keys View")
        #expect(try await landmark.exported(as: .plainText) == Data("Keys View".utf8))
        #expect(try await landmark.exported(as: .json) == Data("\"Keys View\"".utf8))
        await #expect(throws: TransferError.self) { try await landmark.exported(as: .png) }
    }

    @Test func placesAndTimesComeBackFromTheWire() throws {
        let place = PlaceDescriptor(
            representations: [.coordinate(.init(latitude: 33.9, longitude: -115.9))], commonName: "A")
        #expect(try PlaceDescriptor._value(wire: #require(try place._wireValue())) == place)
        #expect(try Duration._value(wire: #require(try Duration.seconds(90)._wireValue())) == .seconds(90))
        let date = Date(timeIntervalSince1970: 1_786_597_200)
        #expect(try Date._value(wire: #require(try date._wireValue())) == date)
    }

    @Test func weeklyRuleIsWrittenAsICalendarWritesIt() throws {
        let rule = Calendar.RecurrenceRule(
            calendar: Calendar(identifier: .gregorian), frequency: .weekly, interval: 2, end: .afterOccurrences(4),
            weekdays: [.every(.monday)])
        #expect(try rule._wireValue() == .text("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=MO"))
    }
}
