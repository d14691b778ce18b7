import Foundation
import Testing

@testable import Search

/// The words by which requests are understood are data, and the Swift is made of them.
struct WordListTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: python != nil)) func theGeneratedSwiftIsWhatTheGeneratorWrites() throws {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.python))
        process.arguments = [Self.root.appendingPathComponent("scripts/generate-words").path, "--check"]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: message, as: UTF8.self))")
    }

    @Test func everyFileOfWordsIsALanguage() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("config/words").path
        ).filter { $0.hasSuffix(".json") }
        #expect(Set(files) == Set(WordList.generated.map { $0.language + ".json" }))
    }
}
