import AlmagestEntities
import Foundation
public import UniformTypeIdentifiers

/// A file or bytes with a name.
public struct IntentFile: Hashable, Sendable, _IntentValue {
    /// Where it is; nil for one that only has bytes.
    public let fileURL: URL?
    public var filename: String
    public var type: UTType?
    private let bytes: Data?

    public init(data: Data, filename: String, type: UTType? = nil) {
        bytes = data
        fileURL = nil
        self.filename = filename
        self.type = type
    }

    public init(fileURL: URL, filename: String? = nil, type: UTType? = nil) {
        bytes = nil
        self.fileURL = fileURL
        self.filename = filename ?? fileURL.lastPathComponent
        self.type = type ?? UTType(filenameExtension: fileURL.pathExtension)
    }

    /// The content; empty when the file can't be read.
    public var data: Data { bytes ?? fileURL.flatMap { try? Data(contentsOf: $0) } ?? Data() }

    /// The name, the link and the type; bytes do not travel.
    public func _wireValue() throws -> _WireValue? {
        var members: [Entity.Property] = [.init("name", .text(filename))]
        if let fileURL { members.append(.init("url", .url(fileURL.absoluteString))) }
        if let type { members.append(.init("type", .text(type.identifier))) }
        return .record(members)
    }

    public static func _value(wire: _WireValue) -> IntentFile? {
        switch wire {
        case .url(let text): return URL(string: text).map { IntentFile(fileURL: $0) }
        case .record(let members):
            func text(_ name: String) -> String? {
                members.first { $0.name == name }.flatMap { String._value(wire: $0.value) }
            }
            guard let url = text("url").flatMap({ URL(string: $0) }) else { return nil }
            return IntentFile(fileURL: url, filename: text("name"), type: text("type").flatMap { UTType($0) })
        default: return nil
        }
    }
}
