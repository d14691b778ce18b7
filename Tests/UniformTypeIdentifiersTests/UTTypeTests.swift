import Foundation
import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
    @Test func typesAreFoundByExtensionAndMIMEType() {
        #expect(UTType(filenameExtension: "MD") == .markdown)
        #expect(UTType(mimeType: "image/PNG") == .png)
        #expect(UTType(filenameExtension: "png", conformingTo: .audio) == nil)
        #expect(UTType(filenameExtension: "nonsense") == nil)
        #expect(UTType("no.such.type") == nil)
        #expect(UTType.jpeg.preferredFilenameExtension == "jpg")
    }

    @Test func aTypeConformsToAllAboveIt() {
        #expect(UTType.markdown.conforms(to: .text))
        #expect(UTType.markdown.isSubtype(of: .data))
        #expect(UTType.image.isSupertype(of: .heic))
        #expect(!UTType.image.conforms(to: .png))
    }

    @Test func anAppsOwnTypeConformsToWhatItSays() {
        let own = UTType(exportedAs: "org.example.score", conformingTo: .xml)
        #expect(own.conforms(to: .text))
        #expect(own == UTType(importedAs: "org.example.score"))
    }

    @Test func everyParentAndEveryIdentifierIsKnown() throws {
        for type in [UTType.swiftSource, .m3uPlaylist, .vCard, .epub, .rawImage] {
            for parent in type.supertypes { #expect(UTType(parent.identifier) == parent) }
            let data = try JSONEncoder().encode([type])
            #expect(try JSONDecoder().decode([UTType].self, from: data) == [type])
        }
    }
}
