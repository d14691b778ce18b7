import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct SetAsideTests {
    private func names(_ folder: URL) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    @Test func whatIsRightAndWhatIsMissingStayAsTheyAre() throws {
        let scratch = try ScratchFolder()
        let file = scratch.url.appending(path: "store")
        #expect(SetAside.allButFile(at: file.path) == nil)
        try Data("x".utf8).write(to: file)
        #expect(SetAside.allButFile(at: file.path) == nil)
        #expect(SetAside.allButFolder(at: scratch.url.path) == nil)
        let link = scratch.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(SetAside.allButFile(at: link.path) == nil)
        #expect(SetAside.whatIsNoFile(at: file.path) == nil)
        #expect(try names(scratch.url) == ["store", "link"])
        #expect(SetAside.whatIsNoFile(at: link.path) != nil)
        #expect(try names(scratch.url) == ["store", "aside-link"])
    }

    @Test func aFolderInAFilesPlaceKeepsWhatIsInIt() throws {
        let scratch = try ScratchFolder()
        let place = scratch.url.appending(path: "store")
        for round in 1...2 {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            try Data("\(round)".utf8).write(to: place.appending(path: "mine"))
            #expect(SetAside.allButFile(at: place.path) != nil)
        }
        #expect(try names(scratch.url) == ["aside-store", "aside-store-2"])
        #expect(try String(contentsOf: scratch.url.appending(path: "aside-store-2/mine"), encoding: .utf8) == "2")
    }

    @Test func linksToNothingPipesAndFilesInAFoldersPlaceGo() throws {
        let scratch = try ScratchFolder()
        let link = scratch.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/nowhere/at/all")
        #expect(SetAside.allButFile(at: link.path) != nil)
        let pipe = scratch.url.appending(path: "pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        #expect(SetAside.allButFile(at: pipe.path) != nil)
        let folder = scratch.url.appending(path: "folder")
        try Data().write(to: folder)
        #expect(SetAside.allButFolder(at: folder.path + "/") != nil)
        #expect(try names(scratch.url) == ["aside-link", "aside-pipe", "aside-folder"])
    }
}
