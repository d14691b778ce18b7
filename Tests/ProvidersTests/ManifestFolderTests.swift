import AlmagestEntities
import Foundation
import TestSupport
import Testing

@testable import Providers

/// Manifests in folders, and the files that they name.
@Suite struct ManifestFolderTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: scratch.path(name)))
    }

    private func read() -> ManifestFolders.Contents { ManifestFolders([scratch.url.path]).read() }

    @Test func theSchemasOfAManifestAreReadFromItsFile() throws {
        try write(
            "stars.json",
            #"{"bundle":"b","types":[{"type":"Star","schema":"stars.star"},{"type":"Event","schema":"calendar.event"}],"#
                + #""schemas":"stars.schemas.json"}"#)
        try write("stars.schemas.json", #"{"domain":"stars","entities":{"star":{"members":{"seen":"String"}}}}"#)
        let first = read()
        #expect(first.faults.isEmpty)
        let manifest = try #require(first.manifests.first)
        #expect(manifest.schemas?.domain.entities.map(\.name) == ["stars.star"])
        let kinds = manifest.types.map(manifest.kind)
        #expect(kinds[0].hasPrefix("stars.star@"))
        #expect(kinds[1] == "calendar.event")
        #expect(read().manifests.first.map { $0.types.map($0.kind) } == kinds)
        // What the file says is a part of what the type is.
        let folders = ManifestFolders([scratch.url.path])
        let signature = folders.signature(with: first.named)
        try write("stars.schemas.json", #"{"domain":"stars","entities":{"star":{"members":{"seen":"Date"}}}}"#)
        #expect(folders.signature(with: first.named) != signature)
        let changed = try #require(read().manifests.first)
        #expect(changed.kind(of: changed.types[0]) != kinds[0])
        #expect(changed.kind(of: changed.types[1]) == kinds[1])
    }

    @Test(
        arguments: [
            (#"{"domain":"stars","entities":{"sun":{}}}"#, "stars.json", "types[0].schema"),
            (
                #"{"domain":"stars","entities":{"star":{"members":{"seen":"Dat"}}}}"#, "own/s.json",
                "entities.star.members.seen"
            ),
            (#"{"domain":"audio"}"#, "own/s.json", "domain"),
            (#"{"domain":"Audio"}"#, "own/s.json", "domain"), ("", "own/s.json", nil),
        ] as [(String, String, String?)])
    func aWrongFileOfSchemasIsNamedAndTheOthersServe(_ schemas: String, _ file: String, _ path: String?) throws {
        try FileManager.default.createDirectory(atPath: scratch.path("own"), withIntermediateDirectories: false)
        try write("good.json", #"{"bundle":"a"}"#)
        try write(
            "stars.json",
            #"{"bundle":"b","types":[{"type":"Star","schema":"stars.star"}],"schemas":"own/s.json"}"#)
        try write("own/s.json", schemas)
        let contents = read()
        #expect(contents.manifests.map(\.bundle) == ["a"])
        let fault = try #require(contents.faults.first)
        #expect(fault.file == scratch.path(file))
        if let path { #expect(fault.error.path == path) }
        // Looked at again when it is mended.
        #expect(contents.named == [scratch.path("own/s.json")])
    }

    @Test func foldersAreBesideTheConfigurationThenThePersonsThenTheSystems() throws {
        let configuration = URL(filePath: "/etc/own/almagest.json5")
        func paths(_ environment: [String: String]) -> [String] {
            ManifestFolders.resolve(configuration: configuration, environment: environment).paths
        }
        let system = "/usr/share/almagest/providers.d"
        #expect(
            paths(["XDG_CONFIG_HOME": "/c", "HOME": "/h"])
                == ["/etc/own/providers.d", "/c/almagest/providers.d", system])
        #expect(paths(["HOME": "/h"]) == ["/etc/own/providers.d", "/h/.config/almagest/providers.d", system])
        #expect(paths(["XDG_CONFIG_HOME": "relative"]) == ["/etc/own/providers.d", system])
        #expect(paths(["XDG_CONFIG_HOME": "/etc"]).count == 3)
    }

    @Test func theFirstFolderThatNamesABundleCounts() throws {
        for (folder, name) in [("first", "Own"), ("second", "System")] {
            try FileManager.default.createDirectory(atPath: scratch.path(folder), withIntermediateDirectories: false)
            try write("\(folder)/a.json", #"{"bundle":"a","name":"\#(name)"}"#)
        }
        try write("second/b.json", #"{"bundle":"b","name":"Other"}"#)
        let folders = ManifestFolders(["first", "none", "second"].map { scratch.path($0) })
        #expect(folders.read().manifests.map(\.name) == ["Own", "Other"])
    }

    @Test func whatIsNotThereOrNoFileIsNamed() throws {
        try write("b.json", #"{"bundle":"b","schemas":"none.schemas.json"}"#)
        #expect(read().faults.map(\.error.name) == [.notFound])
        #expect(mkfifo(scratch.path("none.schemas.json"), 0o600) == 0)
        #expect(read().faults.map(\.error.name) == [.invalidParameter])
    }

    @Test func anEmptyFileOrOneThatIsTooLongIsToldAsSuch() throws {
        try write("b.json", #"{"bundle":"b","schemas":"s.schemas.json"}"#)
        for (text, name) in [("", .parseError), (String(repeating: " ", count: 1 << 21), .tooLarge)]
            as [(String, AlmagestError.Name)]
        {
            try write("s.schemas.json", text)
            #expect(read().faults.map(\.error.name) == [name])
            #expect(read().faults.first?.error.message != "The file cannot be read.")
        }
    }
}
