/// A name that equals another only if their bytes do, as SQLite and `EntityID` compare.
///
/// Swift's own `==` takes canonically equivalent texts for equal: two apps whose names differ in nothing but the
/// composition of an accent would share a code, and each other's entities.
package struct ExactName: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Nil for nil.
    package init?(optional text: String?) {
        guard let text else { return nil }
        self.text = text
    }

    package static func == (a: ExactName, b: ExactName) -> Bool { a.text.hasSameBytes(as: b.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Sequence<String> {
    /// Whether a name is among these, byte for byte.
    package func containsExactly(_ name: String) -> Bool { contains { $0.hasSameBytes(as: name) } }
}
