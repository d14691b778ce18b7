@_exported import Foundation
@_exported import UniformTypeIdentifiers

/// A value that other apps can take in forms that it names.
///
///     extension Note: Transferable {
///         static var transferRepresentation: some TransferRepresentation { ProxyRepresentation(exporting: \.text) }
///     }
public protocol Transferable: Sendable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// One form, or several, in which a value is exported and imported.
public protocol TransferRepresentation: Sendable {
    associatedtype Item: Transferable
    /// All forms that it stands for, the preferred first.
    var _forms: [TransferForm<Item>] { get }
}

/// What a representation does, by content type.
public struct TransferForm<Item: Transferable>: Sendable {
    /// Nil for a form that is not bytes, such as a value of the system.
    public let contentType: UTType?
    public let export: (@Sendable (Item) async throws -> any Sendable)?
    public let `import`: (@Sendable (any Sendable) async throws -> Item)?
    public var suggestedFileName: String?

    public init(
        contentType: UTType?, export: (@Sendable (Item) async throws -> any Sendable)?,
        import: (@Sendable (any Sendable) async throws -> Item)? = nil
    ) {
        self.contentType = contentType
        self.export = export
        self.import = `import`
    }
}

/// What can go wrong when a value changes hands.
public enum TransferError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The type has no form of that content type.
    case unsupported(String)
    /// What was given isn't what the form takes.
    case mismatch(String)

    public var description: String {
        switch self {
        case .unsupported(let text), .mismatch(let text): text
        }
    }
}

/// Puts several representations together.
@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildExpression<Content: TransferRepresentation>(
        _ content: Content
    ) -> CombinedTransferRepresentation<Item> where Content.Item == Item {
        CombinedTransferRepresentation(_forms: content._forms)
    }

    public static func buildBlock(
        _ content: CombinedTransferRepresentation<Item>...
    ) -> CombinedTransferRepresentation<Item> {
        CombinedTransferRepresentation(_forms: content.flatMap(\._forms))
    }
}

/// Several representations, the preferred first.
public struct CombinedTransferRepresentation<Item: Transferable>: TransferRepresentation {
    public let _forms: [TransferForm<Item>]
}

extension TransferRepresentation {
    public func suggestedFileName(_ name: String) -> CombinedTransferRepresentation<Item> {
        CombinedTransferRepresentation(
            _forms: _forms.map { form in
                var form = form
                form.suggestedFileName = name
                return form
            })
    }
}

extension Transferable {
    /// Content types that it is exported as, the preferred first.
    public static func exportedContentTypes() -> [UTType] {
        transferRepresentation._forms.compactMap { ($0 as? TransferForm<Self>)?.exportedType }
    }

    /// The bytes in that type.
    ///
    /// - Throws: `TransferError.unsupported`, and what the app's own code throws.
    public func exported(as contentType: UTType) async throws -> Data {
        for form in Self.transferRepresentation._forms {
            guard let form = form as? TransferForm<Self>, let type = form.exportedType, let export = form.export,
                type.conforms(to: contentType)
            else { continue }
            return try TransferBytes.data(of: await export(self))
        }
        throw TransferError.unsupported("\(Self.self) is not exported as \(contentType.identifier).")
    }

    /// A value out of bytes of that type.
    public init(importing data: Data, contentType: UTType) async throws {
        for form in Self.transferRepresentation._forms {
            guard let form = form as? TransferForm<Self>, let type = form.contentType, let make = form.import,
                contentType.conforms(to: type)
            else { continue }
            self = try await make(data)
            return
        }
        throw TransferError.unsupported("\(Self.self) is not imported from \(contentType.identifier).")
    }
}

extension TransferForm {
    fileprivate var exportedType: UTType? { export == nil ? nil : contentType }
}

enum TransferBytes {
    static func data(of value: any Sendable) throws -> Data {
        switch value {
        case let data as Data: return data
        case let text as String: return Data(text.utf8)
        case let file as SentTransferredFile: return try Data(contentsOf: file.file)
        case let url as URL: return Data(url.absoluteString.utf8)
        default: throw TransferError.mismatch("A \(type(of: value)) is no content.")
        }
    }
}
