import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct FileMarksTests {
    enum Change: CaseIterable, Sendable {
        case removed, replaced, emptied, grown, written, added
    }

    @Test(arguments: Change.allCases)
    func aChangeBySomebodyElseShows(_ change: Change) throws {
        let scratch = try ScratchFolder()
        let file = scratch.url.appending(path: "a")
        try Data("some bytes".utf8).write(to: file)
        try setTime(file, 1_000_000)
        let paths = [file.path, file.path + "-wal"]
        let (files, folder) = (FileMarks(of: paths), FileMarks(ofFolder: scratch.url.path))
        #expect(files == FileMarks(of: paths) && folder == FileMarks(ofFolder: scratch.url.path))
        switch change {
        case .removed: try FileManager.default.removeItem(at: file)
        case .replaced:
            let other = scratch.url.appending(path: "b")
            try Data("some bytes".utf8).write(to: other)
            try setTime(other, 1_000_000)
            #expect(rename(other.path, file.path) == 0)
        case .emptied: #expect(truncate(file.path, 0) == 0)
        case .grown: #expect(truncate(file.path, 100) == 0)
        case .written: try FileHandle(forWritingTo: file).write(contentsOf: Data("same bytes".utf8))
        case .added: try Data().write(to: URL(filePath: file.path + "-wal"))
        }
        #expect(files != FileMarks(of: paths))
        #expect(folder != FileMarks(ofFolder: scratch.url.path))
        #expect(folder != FileMarks(ofFolder: scratch.url.path + "/gone"))
    }

    private func setTime(_ file: URL, _ seconds: Int) throws {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, file.path, [time, time], 0) == 0)
    }
}
