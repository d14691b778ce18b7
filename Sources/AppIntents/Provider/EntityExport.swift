import AlmagestEntities
import CoreTransferable
import Foundation
import GeoToolbox

/// An entity as another kind of value, by the representations that it declares.
enum EntityExport: String, CaseIterable {
    case place, person, text, file

    /// Bytes of content that travel in an answer; larger content has to be a file.
    private static let mostBytes = 1 << 20

    /// The JSON of the value.
    ///
    /// - Throws: `unavailable` for a kind that the entity has no representation for; what the app's own code throws.
    func value(of entity: any AppEntity) async throws -> [UInt8] {
        func name<Content: AppEntity>(_ entity: Content) -> String { Content.persistentIdentifier }
        guard let item = entity as? any Transferable else {
            throw AlmagestError(.unavailable, "\(name(entity)) is not Transferable.", path: "as")
        }
        do {
            return try await export(item)
        } catch TransferError.unsupported(let message) {
            throw AlmagestError(.unavailable, message, path: "as")
        }
    }

    private func export<Item: Transferable>(_ item: Item) async throws -> [UInt8] {
        switch self {
        case .place: try await Self.json(item.exported(as: PlaceDescriptor.self))
        case .person: try await Self.json(item.exported(as: IntentPerson.self))
        case .text: Self.json(.text(String(decoding: try await item.exported(as: .plainText), as: UTF8.self)))
        case .file: try await Self.file(item)
        }
    }

    private static func json(_ value: some _IntentValue) throws -> [UInt8] {
        guard let wire = try value._wireValue() else {
            throw AlmagestError(.unavailable, "The entity exports no value.", path: "as")
        }
        return json(wire)
    }

    private static func json(_ value: PropertyValue) -> [UInt8] {
        var writer = JSONWriter()
        value.write(to: &writer)
        return writer.bytes
    }

    /// `{"file":{"name","type","url"}}`, or with `data` in base64 where there is no file.
    private static func file<Item: Transferable>(_ item: Item) async throws -> [UInt8] {
        let forms = Item.transferRepresentation._forms.compactMap { $0 as? TransferForm<Item> }
        for form in forms {
            guard let type = form.contentType, let export = form.export else { continue }
            let value = try await export(item)
            return try CallParameters.object { writer in
                writer.key("file")
                writer.beginObject()
                if let name = form.suggestedFileName ?? (value as? SentTransferredFile)?.file.lastPathComponent {
                    writer.key("name")
                    writer.string(name)
                }
                writer.key("type")
                writer.string(type.identifier)
                if let file = value as? SentTransferredFile {
                    writer.key("url")
                    writer.string(file.file.absoluteString)
                } else {
                    writer.key("data")
                    writer.string(try bytes(value).base64EncodedString())
                }
                writer.endObject()
            }
        }
        throw TransferError.unsupported("\(Item.self) is exported as no content.")
    }

    private static func bytes(_ value: any Sendable) throws -> Data {
        let data: Data
        switch value {
        case let given as Data: data = given
        case let text as String: data = Data(text.utf8)
        default: throw TransferError.unsupported("A \(type(of: value)) is no content.")
        }
        guard data.count <= mostBytes else {
            throw AlmagestError(
                .tooLarge, "The content has \(data.count) bytes; at most \(mostBytes) travel.", path: "as",
                hint: "Export it as a file.")
        }
        return data
    }
}
