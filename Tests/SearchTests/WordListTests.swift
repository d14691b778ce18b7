import Foundation
import TestSupport
import Testing

@testable import Search

/// The words by which requests are understood are data, and the Swift is made of them.
struct WordListTests {

    @Test(.enabled(if: Generator.isRunnable)) func theGeneratedSwiftIsWhatTheGeneratorWrites() throws {
        #expect(try Generator("generate-words").differences() == nil)
    }

    @Test func everyFileOfWordsIsALanguage() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: ProjectFiles.root.appendingPathComponent("config/words").path
        ).filter { $0.hasSuffix(".json") }
        #expect(Set(files) == Set(WordList.generated.map { $0.language + ".json" }))
    }
}
