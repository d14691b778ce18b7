/// What is known of a candidate before its confidence is worked out, by name: the model's weights go by these.
struct ResolveFeatures: Sendable {
    static let names = [
        "explained", "byName", "byProperty", "byText", "coverage", "nameFit", "phrase", "phraseLength", "typos",
        "unexplained", "date", "type", "slotsMet", "slotsContradicted", "app", "number", "person", "words", "meaning",
        "meaningLead", "wordsLong", "meaningLong",
        "reach", "wordsExplained", "weakMeaning", "weakMeaningLead", "weakWords", "weakExplained", "weakCoverage",
        "explainedSquared", "before", "beforeMeaning",
    ]

    let values: [Double]

    /// - Parameters:
    ///   - words: BM25 as a share of the best candidate's.
    ///   - meaning: cosine; `lead` how far it is behind the best one's.
    ///   - before: cosine of what was said right before it.
    ///   - length: telling words of the request.
    ///   - weak: how little of the request the best candidate's words account for. The less, the more counts meaning.
    init(
        _ alignment: Alignment, words: Double, meaning: Double, lead: Double, before: Double, length: Int, weak: Double
    ) {
        let isLong = length >= 5 ? 1.0 : 0
        values = [
            alignment.explained, alignment.byName, alignment.byProperty, alignment.byText, alignment.coverage,
            alignment.coverage * max(alignment.byName, 0.2), alignment.isPhrase ? 1 : 0,
            alignment.isPhrase ? min(alignment.nameWeight, 4) / 4 : 0, alignment.typos,
            min(alignment.unexplained, 4) / 4, alignment.date, alignment.type, max(alignment.slots, 0),
            min(alignment.slots, 0), alignment.app, alignment.number, alignment.person, words, meaning, lead,
            words * isLong, meaning * isLong, alignment.reach, words * alignment.explained, meaning * weak, lead * weak,
            words * weak, alignment.explained * weak, alignment.coverage * weak,
            alignment.explained * alignment.explained, alignment.before, before,
        ]
    }

    func score(_ weights: [Double]) -> Double { zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } }
}
