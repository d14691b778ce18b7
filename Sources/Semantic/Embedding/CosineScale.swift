/// Brings the cosines of a model to those of the model that search was made with, `all-MiniLM-L6-v2`.
///
/// Models differ in how near texts are that have nothing to do with one another: with some their cosine is 0.05, with
/// others 0.75. What is called near, and how much nearness is worth beside words, is counted from there and in that
/// spread: `mean + (cosine − own mean) · deviation / own deviation`, which keeps every order.
struct CosineScale: Sendable, Hashable {
    /// Cosines of unrelated texts, as `scripts/build-model.py` measures them over all pairs of its list.
    struct Unrelated: Sendable, Hashable {
        var mean: Double
        var deviation: Double
    }

    /// Of `all-MiniLM-L6-v2`, from its `model.json`.
    static let reference = Unrelated(mean: 0.0353, deviation: 0.0662)

    /// Of a model that finds all texts alike the differences are noise: they are not made larger than this.
    private static let steepest = 4.0

    private let factor: Float
    private let offset: Float

    /// Nil keeps cosines as they are, and so does what differs from the reference by no more than processors do.
    init(_ unrelated: Unrelated?) {
        let reference = Self.reference
        guard let unrelated, unrelated.deviation > 0,
            abs(unrelated.mean - reference.mean) > 5e-4 || abs(unrelated.deviation - reference.deviation) > 5e-4
        else {
            factor = 1
            offset = 0
            return
        }
        let spread = min(Self.steepest, reference.deviation / unrelated.deviation)
        factor = Float(spread)
        offset = Float(reference.mean - unrelated.mean * spread)
    }

    /// -1 to 1.
    func scaled(_ cosine: Float) -> Float { max(-1, min(1, cosine * factor + offset)) }
}
