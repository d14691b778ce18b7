import AlmagestEntities
import Foundation
import Testing

@testable import CoreSpotlight

@Suite struct AppBundleTests {
    @Test func theManifestThatNamesTheExecutableSaysTheBundle() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/bundle-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        let program = folder + "/program"
        try write("program", "")
        try write("a.json", "{not json")
        try write("b.json", #"{"bundle": "org.example.Other", "command": ["/usr/bin/other"]}"#)
        try write("c.json", #"{"bundle": "org.example.Mine", "command": ["./program", "--provider"], "types": []}"#)
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: program)
        #expect(AppBundle.bundle(of: program, in: [folder + "/missing", folder]) == "org.example.Mine")
        #expect(AppBundle.bundle(of: folder + "/link", in: [folder]) == "org.example.Mine")
        #expect(AppBundle.bundle(of: "/usr/bin/third", in: [folder]) == nil)
        // What the daemon doesn't read says nothing: a key twice, a command that is no list, a file of schemas.
        for (number, manifest) in [
            #"{"bundle": "org.example.One", "bundle": "org.example.Two", "command": ["/usr/bin/third"]}"#,
            #"{"bundle": "org.example.Three", "command": "/usr/bin/third"}"#, #"["org.example.Four"]"#,
        ].enumerated() {
            try write("d\(number).json", manifest)
        }
        try write("d.schemas.json", #"{"bundle": "org.example.Five", "command": ["/usr/bin/third"]}"#)
        #expect(AppBundle.bundle(of: "/usr/bin/third", in: [folder]) == nil)
    }

    @Test func anAppThatSaysNothingIsToldTheThreeWays() throws {
        do throws(AlmagestError) {
            _ = try AppBundle.identifier(environment: ["HOME": "/nonexistent"], inCode: nil)
            Issue.record("A bundle was known.")
        } catch {
            for word in ["ALMAGEST_BUNDLE", "CSSearchableIndex.bundleIdentifier", "providers.d"] {
                #expect(error.hint?.contains(word) == true)
            }
        }
        let both = try AppBundle.identifier(environment: ["ALMAGEST_BUNDLE": "org.example.A"], inCode: "org.example.B")
        #expect(both == "org.example.A")
        #expect(try AppBundle.identifier(environment: [:], inCode: "org.example.B") == "org.example.B")
    }
}
