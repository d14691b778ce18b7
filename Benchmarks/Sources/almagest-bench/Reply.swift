/// What the bytes of a reply say, without decoding them: reading must cost next to nothing.
extension UnsafeRawBufferPointer {
    var isError: Bool { holds(#""error":{"code""#) }
    /// A part of search did not answer.
    var isPartial: Bool { holds(#""partial":[""#) }
    var isEmpty: Bool { count == 0 || holds(#""results":[]"#) || holds(#""suggestions":[]"#) }

    /// Whether the bytes of `text` stand somewhere in the reply.
    private func holds(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return false }
        for start in 0...count - length where self[start] == text.utf8Start[0] {
            if (1..<length).allSatisfy({ self[start + $0] == text.utf8Start[$0] }) { return true }
        }
        return false
    }
}
