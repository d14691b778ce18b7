// swift-format-ignore-file
// Written by scripts/generate-words. Run it after adding a file to config/words.

extension WordList {
    static let generated: [WordList] = [.german, .english, .japanese]
}
