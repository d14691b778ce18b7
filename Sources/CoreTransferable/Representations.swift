import Foundation
import UniformTypeIdentifiers

extension String: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .utf8PlainText) {
            Data($0.utf8)
        } importing: {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

extension Data: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation<Data>(contentType: .data) {
            $0
        } importing: {
            $0
        }
    }
}

extension URL: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation<URL>(contentType: .url) {
            Data($0.absoluteString.utf8)
        } importing: { data in
            guard let url = URL(string: String(decoding: data, as: UTF8.self)) else {
                throw TransferError.mismatch("This is no link.")
            }
            return url
        }
    }
}

/// Exports another value in the item's place, in all of that value's forms.
public struct ProxyRepresentation<Item: Transferable, Proxy: Transferable>: TransferRepresentation {
    public let _forms: [TransferForm<Item>]

    public init(exporting: @escaping @Sendable (Item) async throws -> Proxy) { self.init(exporting, nil) }

    public init(exporting keyPath: any KeyPath<Item, Proxy> & Sendable) { self.init({ $0[keyPath: keyPath] }, nil) }

    public init(importing: @escaping @Sendable (Proxy) async throws -> Item) { self.init(nil, importing) }

    public init(
        exporting: @escaping @Sendable (Item) async throws -> Proxy,
        importing: @escaping @Sendable (Proxy) async throws -> Item
    ) {
        self.init(exporting, importing)
    }

    private init(
        _ exporting: (@Sendable (Item) async throws -> Proxy)?, _ importing: (@Sendable (Proxy) async throws -> Item)?
    ) {
        var forms: [TransferForm<Item>] = []
        for anyForm in Proxy.transferRepresentation._forms {
            guard let form = anyForm as? TransferForm<Proxy> else { continue }
            var export: (@Sendable (Item) async throws -> any Sendable)?
            if let exporting, let inner = form.export { export = { try await inner(exporting($0)) } }
            var make: (@Sendable (any Sendable) async throws -> Item)?
            if let importing, let inner = form.import { make = { try await importing(inner($0)) } }
            forms.append(TransferForm(contentType: form.contentType, export: export, import: make))
        }
        _forms = forms
    }
}

/// Exports and imports bytes.
public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
    public let _forms: [TransferForm<Item>]

    public init(
        contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
        importing: @escaping @Sendable (Data) async throws -> Item
    ) {
        _forms = [
            TransferForm(
                contentType: contentType, export: { try await exporting($0) },
                import: { try await importing(TransferBytes.data(of: $0)) })
        ]
    }

    public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {
        _forms = [TransferForm(contentType: exportedContentType, export: { try await exporting($0) })]
    }

    public init(importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item) {
        _forms = [
            TransferForm(
                contentType: importedContentType, export: nil,
                import: { try await importing(TransferBytes.data(of: $0)) })
        ]
    }
}

/// A file that is given away.
public struct SentTransferredFile: Sendable {
    public let file: URL
    public let allowAccessingOriginalFile: Bool
    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
        self.file = file
        self.allowAccessingOriginalFile = allowAccessingOriginalFile
    }
}

/// A file that was received; to be copied before the importing closure returns.
public struct ReceivedTransferredFile: Sendable {
    public let file: URL
    public let isOriginalFile: Bool
}

/// Exports files.
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
    public let _forms: [TransferForm<Item>]

    public init(
        exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) {
        _forms = [TransferForm(contentType: exportedContentType, export: { try await exporting($0) })]
    }
}

/// Exports and imports a codable value as JSON.
public struct CodableRepresentation<Item: Transferable & Codable>: TransferRepresentation {
    public let _forms: [TransferForm<Item>]

    public init(contentType: UTType) {
        _forms = [
            TransferForm(
                contentType: contentType, export: { try JSONEncoder().encode($0) },
                import: { try JSONDecoder().decode(Item.self, from: TransferBytes.data(of: $0)) })
        ]
    }
}
