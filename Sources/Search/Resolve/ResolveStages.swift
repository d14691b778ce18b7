/// What the stages of a resolve took, one after the other. The request is embedded beside `words`, `spelling`, `dates` and
/// `reading`; `meaning` is what had to be waited for then.
public struct ResolveStages: Sendable {
    /// In their order, as named on the wire.
    public private(set) var named: [(name: String, took: Duration)] = []
    private var began = ContinuousClock.now

    init() {}

    /// What went on since the stage before ended.
    mutating func end(_ name: String) {
        let now = ContinuousClock.now
        if let index = named.firstIndex(where: { $0.name == name }) {
            named[index].took += now - began
        } else {
            named.append((name, now - began))
        }
        began = now
    }
}
