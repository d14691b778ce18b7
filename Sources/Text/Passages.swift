/// Cuts a text into overlapping passages of about `targetTokens` model tokens, at ends of sentences where it can.
///
/// Each passage after the first repeats up to `overlap` tokens of the one before it, in whole sentences (or, within a
/// long sentence, whole words). At most `maximum` passages; `cut` says that text after the last one was left out.
/// No grapheme is divided, white space at the ends is left out, and every word is in a passage unless `cut`.
/// A token is estimated: six letters of Latin script, one sign, or one character of another script.
public func passages(
    of text: String, targetTokens: Int, overlap: Int, maximum: Int = 64
) -> (passages: [Range<String.Index>], cut: Bool) {
    let target = min(max(targetTokens, 1), 1 << 20)
    return PassageCutter(target: target, overlap: max(0, min(overlap, target / 2)), maximum: min(maximum, 1 << 20))
        .passages(of: text)
}
