public import CoreTransferable
import Foundation

/// Exports an item as a value of the system, such as a place or a person; `ValueRepresentation` within an entity.
///
///     static var transferRepresentation: some TransferRepresentation {
///         ValueRepresentation(exporting: \.place)
///     }
public struct IntentValueRepresentation<Item: Transferable, IntentValue: _IntentValue & Sendable>:
    TransferRepresentation
{
    public let _forms: [TransferForm<Item>]

    public init(exporting: @escaping @Sendable (Item) async throws -> IntentValue) {
        _forms = [TransferForm(contentType: nil, export: { try await exporting($0) })]
    }

    public init(exporting keyPath: any KeyPath<Item, IntentValue> & Sendable) {
        _forms = [TransferForm(contentType: nil, export: { $0[keyPath: keyPath] })]
    }

    public init(
        exporting: @escaping @Sendable (Item) async throws -> IntentValue,
        importing: @escaping @Sendable (IntentValue) async throws -> Item
    ) {
        _forms = [
            TransferForm(
                contentType: nil, export: { try await exporting($0) },
                import: { value in
                    guard let value = value as? IntentValue else {
                        throw TransferError.mismatch("A \(type(of: value)) is no \(IntentValue.self).")
                    }
                    return try await importing(value)
                })
        ]
    }
}

extension AppEntity {
    public typealias ValueRepresentation = IntentValueRepresentation
}

extension Transferable {
    /// The item as a value of that type, by the first representation that gives one.
    ///
    /// - Throws: `TransferError.unsupported`, and what the app's own code throws.
    public func exported<Value: _IntentValue & Sendable>(as type: Value.Type) async throws -> Value {
        for form in Self.transferRepresentation._forms {
            guard let form = form as? TransferForm<Self>, form.contentType == nil, let export = form.export,
                let value = try await export(self) as? Value
            else { continue }
            return value
        }
        throw TransferError.unsupported("\(Self.self) is not exported as \(Value.self).")
    }
}
