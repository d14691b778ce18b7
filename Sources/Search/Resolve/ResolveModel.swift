/// The learned numbers by which candidates are put in order, confidence is stated and nothing is taken for an answer.
/// `Benchmarks/resolve.py --learn` learns them and writes them to `config/resolve.json`.
struct ResolveModel: Sendable {
    /// A weight for each of `ResolveFeatures.names`.
    var weights: [Double]
    /// Log odds of the answer being right, by `DecisionFeatures.names`.
    var confidence: [Double]
    var confidenceBias: Double
    /// Log odds of there being anything that is meant, by the same features.
    var existence: [Double]
    var existenceBias: Double
    /// Below this the answer is none.
    var threshold: Double
}
