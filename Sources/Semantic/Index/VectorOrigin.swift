import AlmagestEntities
import Foundation
import Settings

/// What the vectors of a folder were made with: kept beside them, to answer with the same model after another one has
/// been configured.
struct VectorOrigin: Sendable, Hashable {
    /// The model's folder, absolute, and what `model.json` in it said.
    var folder: String
    var identity: String
    var limits: EmbeddedText.Limits

    private static let fileName = "vectors.json"

    init(model: ModelLocation, identity: String, limits: EmbeddedText.Limits) {
        folder = model.model.standardizedFileURL.path
        self.identity = identity
        self.limits = limits
    }

    /// Reads it; nil where there is none or it makes no sense: it only spares work.
    init?(in directory: URL) {
        guard let bytes = try? Data(contentsOf: directory.appending(path: Self.fileName)), bytes.count < 65_536,
            let json = try? JSONDocument([UInt8](bytes)).root,
            let folder = json["model"]?.string, let identity = json["identity"]?.string,
            let passages = try? json["passages"]?.integer(at: "passages", in: 1...65_536),
            let tokens = try? json["tokens"]?.integer(at: "tokens", in: 1...65_536),
            let overlap = try? json["overlap"]?.integer(at: "overlap", in: 0...65_536)
        else { return nil }
        self.folder = folder
        self.identity = identity
        limits = EmbeddedText.Limits()
        limits.passages = Int(passages)
        limits.tokens = Int(tokens)
        limits.overlap = Int(overlap)
    }

    /// Whether that model still is where it was.
    var isThere: Bool {
        (try? ModelDescription(folder: URL(filePath: folder)))?.identity == identity
    }

    func write(to directory: URL) throws {
        var json = JSONWriter()
        json.beginObject()
        for (key, text) in [("model", folder), ("identity", identity)] {
            json.key(key)
            json.string(text)
        }
        for (key, number) in [("passages", limits.passages), ("tokens", limits.tokens), ("overlap", limits.overlap)] {
            json.key(key)
            json.integer(number)
        }
        json.endObject()
        try Data(json.bytes).write(to: directory.appending(path: Self.fileName), options: .atomic)
    }

    static func remove(from directory: URL) throws {
        try FileManager.default.removeItemIfThere(directory.appending(path: fileName))
    }
}

extension FileManager {
    /// Removes a file or folder; none is as good.
    func removeItemIfThere(_ url: URL) throws {
        do {
            try removeItem(at: url)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
        }
    }
}
