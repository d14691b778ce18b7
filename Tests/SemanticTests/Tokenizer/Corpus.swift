import Foundation

/// Lines of the published test collections, in every language there.
enum Corpus {
    /// Values of `text` and `title` of all `.jsonl` and `.ndjson` files, and the lines of text files as they are.
    static func lines(in folder: URL) throws -> [String] {
        let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var files: [URL] = []
        while let file = walk?.nextObject() as? URL { files.append(file) }
        var lines: [String] = []
        for file in files.sorted(by: { $0.path < $1.path }) {
            switch file.pathExtension {
            case "jsonl":
                for line in try Data(contentsOf: file).split(separator: 0x0A) {
                    let record = try JSONSerialization.jsonObject(with: line) as? [String: Any]
                    for key in ["title", "text"] {
                        if let text = record?[key] as? String, !text.isEmpty { lines.append(text) }
                    }
                }
            case "ics", "vcf", "eml", "md", "html", "m3u", "xspf", "json":
                let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
                lines += text.split(whereSeparator: \.isNewline).map(String.init)
            default:
                break
            }
        }
        return lines.map { $0.replacingOccurrences(of: "\u{1E}", with: " ") }
    }
}
