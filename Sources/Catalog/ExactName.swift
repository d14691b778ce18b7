/// A name that equals another only if their bytes do, as SQLite and `EntityID` compare.
///
/// Swift's own `==` takes canonically equivalent texts for equal: two apps whose names differ in nothing but the
/// composition of an accent would share a code, and each other's entities.
struct ExactName: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (a: ExactName, b: ExactName) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
