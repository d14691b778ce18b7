import AlmagestEntities
import Foundation
public import UniformTypeIdentifiers

/// An entity that is a file.
public protocol FileEntity: AppEntity where ID == FileEntityIdentifier {
    static var supportedContentTypes: [UTType] { get }
}

/// A file, or a draft that isn't written yet.
public struct FileEntityIdentifier: Hashable, Codable, Sendable, EntityIdentifierConvertible {
    private enum Content: Codable, Sendable {
        case file(URL)
        case draft(String)
    }
    private let content: Content

    /// By the bytes, as the index tells identifiers apart.
    public static func == (a: Self, b: Self) -> Bool {
        a.entityIdentifierString.hasSameBytes(as: b.entityIdentifierString)
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(ExactName(entityIdentifierString)) }

    /// The identifier of a file.
    ///
    /// - Throws: `invalidIdentifier` unless it is the URL of a file.
    public static func file(url: URL) throws -> FileEntityIdentifier {
        guard url.isFileURL else {
            throw AlmagestError(.invalidIdentifier, "\(url.absoluteString) is not the URL of a file.")
        }
        return FileEntityIdentifier(content: .file(url))
    }

    public static func draft(identifier: String) -> FileEntityIdentifier {
        FileEntityIdentifier(content: .draft(identifier))
    }

    public var fileURL: URL {
        get async throws {
            guard case .file(let url) = content else {
                throw AlmagestError(.notFound, "A draft has no file.")
            }
            return url
        }
    }

    public var draftIdentifier: String? { if case .draft(let text) = content { text } else { nil } }
    public var isDraft: Bool { draftIdentifier != nil }

    public var entityIdentifierString: String {
        switch content {
        case .file(let url): url.absoluteString
        case .draft(let text): "draft:" + text
        }
    }

    public static func entityIdentifier(for text: String) -> FileEntityIdentifier? {
        if text.hasPrefix("draft:") { return .draft(identifier: String(text.dropFirst(6))) }
        return URL(string: text).flatMap { try? .file(url: $0) }
    }
}
