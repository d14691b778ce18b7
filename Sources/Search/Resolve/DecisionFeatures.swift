import Foundation

/// What the first candidate's confidence is worked out from, and whether there is anything that is meant.
struct DecisionFeatures: Sendable {
    static let names = [
        "explained", "coverage", "phrase", "typos", "unexplained", "contradicted", "dateMet", "dateMissed", "meaning",
        "meaningWeak", "meaningGap", "lead", "share", "long", "byText", "reach", "halfway", "commandMissing",
        "properMissing", "command", "properCommandMissing", "missingShort",
    ]
    let values: [Double]

    /// - Parameters:
    ///   - meaning: cosine of the first; `meaningGap` how far the tenth nearest lies behind the nearest.
    ///   - lead: by how much the first group's score is above the next candidate's.
    ///   - share: the first group's of all probability (a softmax of the scores).
    init(
        _ alignment: Alignment, meaning: Double, meaningGap: Double, lead: Double, share: Double,
        request: Understanding
    ) {
        let explained = alignment.explained
        let missing = 1 - explained
        let isLong = request.content.count >= 5 ? 1.0 : 0
        // Who orders something by name knows what it is called; who describes it doesn't.
        let command = request.isCommand ? 1.0 : 0
        values = [
            explained, alignment.coverage, alignment.isPhrase ? 1 : 0, alignment.typos,
            min(alignment.unexplained, 4) / 4, alignment.slots < 0 || alignment.number < 0 ? 1 : 0,
            max(alignment.date, 0), alignment.date < 0 ? 1 : 0, meaning, explained < 0.5 ? meaning : 0, meaningGap,
            min(max(lead, 0), 5) / 5, share, isLong, alignment.byText, alignment.reach,
            explained > 0.3 && explained < 0.99 ? 1 : 0, command * missing, request.properShare * missing, command,
            request.properShare * command * missing, missing * (1 - isLong),
        ]
    }

    /// The logistic function of the weighted sum.
    func probability(_ weights: [Double], bias: Double) -> Double {
        1 / (1 + exp(-zip(values, weights).reduce(bias) { $0 + $1.0 * $1.1 }))
    }
}
