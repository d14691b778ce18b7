import Foundation

/// The type of a piece of content, as Apple's platforms name it: `public.plain-text`, `com.adobe.pdf`.
///
///     UTType(filenameExtension: "md")            // net.daringfireball.markdown
///     UTType.png.conforms(to: .image)            // true
public struct UTType: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Reverse-DNS identifier.
    public let identifier: String
    /// What a type of the app's own conforms to.
    private var parent: String?

    /// The type with that identifier; nil unless it is known.
    public init?(_ identifier: String) {
        guard UTTypeTable.entries[identifier] != nil else { return nil }
        self.identifier = identifier
    }

    /// A type of the app's own, or one that another app brings.
    public init(exportedAs identifier: String, conformingTo parent: UTType? = nil) {
        self.identifier = identifier
        self.parent = parent?.identifier
    }

    /// A type of the app's own, or one that another app brings.
    public init(importedAs identifier: String, conformingTo parent: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parent)
    }

    /// The type of files with that extension.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        let wanted = filenameExtension.lowercased()
        guard let found = UTTypeTable.byExtension[wanted] else { return nil }
        self.init(known: found)
        guard conforms(to: supertype) else { return nil }
    }

    /// The type with that MIME type.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        guard let found = UTTypeTable.byMIMEType[mimeType.lowercased()] else { return nil }
        self.init(known: found)
        guard conforms(to: supertype) else { return nil }
    }

    init(known identifier: String) { self.identifier = identifier }

    public var description: String { identifier }
    /// The extension that files of the type have first of all.
    public var preferredFilenameExtension: String? { UTTypeTable.entries[identifier]?.extensions.first }
    public var preferredMIMEType: String? { UTTypeTable.entries[identifier]?.mimeType }

    /// All types that it conforms to, itself left out.
    public var supertypes: Set<UTType> {
        var found: Set<String> = []
        var next = (UTTypeTable.entries[identifier]?.parents ?? []) + (parent.map { [$0] } ?? [])
        while let parent = next.popLast() {
            guard found.insert(parent).inserted else { continue }
            next += UTTypeTable.entries[parent]?.parents ?? []
        }
        return Set(found.map { UTType(known: $0) })
    }

    /// Whether it is that type or one of its kind.
    public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }
    public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    public static func == (a: UTType, b: UTType) -> Bool { a.identifier == b.identifier }
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    public init(from decoder: any Decoder) throws {
        identifier = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
