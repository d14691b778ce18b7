import AlmagestEntities
import Foundation

/// Makes one answer, several or none of scored candidates.
struct Decision: Sendable {
    let understanding: Understanding
    let model: ResolveModel
    let context: DateContext

    struct Answer: Sendable {
        var outcome: ResolveReply.Outcome
        var ranked: [Resolver.Scored]
        /// How many of `ranked` are the answer.
        var shown: Int
        var confidences: [Double]
        var why: [(name: String, value: Double)] = []
    }

    /// So many of several are told at most.
    private static let maximum = 50
    /// Of an answer `none` so many that come nearest.
    private static let nearest = 3

    func answer(_ scored: [Resolver.Scored]) -> Answer {
        var ranked = scored
        let isNamed = !understanding.content.isEmpty || !understanding.numbers.isEmpty
        if !isNamed { return listed(ranked) }
        guard let first = ranked.first else { return Answer(outcome: .none, ranked: [], shown: 0, confidences: []) }
        var group = equals(of: first, among: ranked)
        var isOrdered = false
        if let order = understanding.order?.order, let chosen = pick(order, among: group.map { ranked[$0] }) {
            isOrdered = true
            if let place = ranked.firstIndex(where: { $0.candidate.stored.row == chosen.candidate.stored.row }) {
                ranked.insert(ranked.remove(at: place), at: 0)
                group = [0]
            }
        }
        // The group comes first, in its own order.
        let chosen = group.map { ranked[$0] }
        let rows = Set(chosen.map(\.candidate.stored.row))
        let rest = ranked.filter { !rows.contains($0.candidate.stored.row) }
        ranked = chosen + rest
        let features = decisionFeatures(chosen, rest: isOrdered ? [] : rest, all: ranked)
        let probability = features.probability(model.confidence, bias: model.confidenceBias)
        let existence = features.probability(model.existence, bias: model.existenceBias)
        let why =
            zip(DecisionFeatures.names, features.values).map { (name: "decision." + $0, value: $1) }
            + [("group", Double(group.count)), ("probability", probability), ("existence", existence)]
        if existence < model.threshold {
            let count = min(Self.nearest, ranked.count)
            return Answer(
                outcome: .none, ranked: ranked, shown: count,
                confidences: (0..<count).map { probability * existence / Double($0 + 1) }, why: why)
        }
        let count = min(chosen.count, Self.maximum)
        return Answer(
            outcome: count == 1 ? .one : .several, ranked: ranked, shown: count,
            confidences: [Double](repeating: probability / Double(count), count: count), why: why)
    }

    /// Nothing is named: what lies on the date, what is first or last.
    private func listed(_ scored: [Resolver.Scored]) -> Answer {
        let none = Answer(outcome: .none, ranked: scored, shown: 0, confidences: [])
        guard !understanding.dates.isEmpty || understanding.order != nil else { return none }
        var fitting = scored.filter { $0.alignment.date >= 0 && $0.alignment.type >= 0 && $0.candidate.date != nil }
        if !understanding.dates.isEmpty {
            let best = fitting.map(\.alignment.date).max() ?? 0
            fitting = best > 0 ? fitting.filter { $0.alignment.date == best } : []
        }
        fitting.sort { moment($0) < moment($1) }
        if let order = understanding.order?.order, let chosen = pick(order, among: fitting) { fitting = [chosen] }
        guard !fitting.isEmpty else { return none }
        let rows = Set(fitting.map(\.candidate.stored.row))
        let rest = scored.filter { !rows.contains($0.candidate.stored.row) }
        let count = min(fitting.count, Self.maximum)
        return Answer(
            outcome: count == 1 ? .one : .several, ranked: fitting + rest, shown: count,
            confidences: [Double](repeating: 0.95 / Double(count), count: count))
    }

    /// Candidates that account for the request just as the first does.
    private func equals(of first: Resolver.Scored, among ranked: [Resolver.Scored]) -> [Int] {
        let best = first.alignment
        // What only a meaning speaks for has no equals.
        guard best.explained >= 0.6 || best.isPhrase, best.byText < 0.2 else { return [0] }
        let isByName = best.byName >= 0.5 * best.explained && best.coverage >= 0.7
        let ignoresNames = understanding.wantsAll || understanding.order != nil && !isByName
        var result = [0]
        for index in ranked.indices.dropFirst() {
            let other = ranked[index].alignment
            guard abs(other.explained - best.explained) < 0.01, other.date == best.date, other.type == best.type,
                other.app == best.app, other.number == best.number
            else { continue }
            if ignoresNames {
                result.append(index)
            } else if other.slots == best.slots, abs(other.coverage - best.coverage) < 0.01,
                other.isPhrase == best.isPhrase, abs(other.byName - best.byName) < 0.01,
                abs(other.reach - best.reach) < 0.01, other.byText < 0.2
            {
                result.append(index)
            }
        }
        return result
    }

    /// The next from now on, the latest until now, or the first or last of a day.
    private func pick(_ order: Vocabulary.Order, among scored: [Resolver.Scored]) -> Resolver.Scored? {
        let dated = scored.filter { $0.candidate.date != nil }.sorted { moment($0) < moment($1) }
        guard !dated.isEmpty else { return nil }
        let now = context.now.timeIntervalSince1970
        let isWithin = !understanding.dates.isEmpty
        switch order {
        case .next: return dated.first { moment($0) >= now } ?? (isWithin ? dated.first : nil)
        case .latest: return isWithin ? dated.last : dated.last { moment($0) <= now } ?? dated.last
        case .earliest: return dated.first
        case .later: return dated.last
        }
    }

    private func moment(_ scored: Resolver.Scored) -> Double {
        scored.candidate.date?.value.interval(in: context).lowerBound ?? 0
    }

    private func decisionFeatures(
        _ chosen: [Resolver.Scored], rest: [Resolver.Scored], all: [Resolver.Scored]
    ) -> DecisionFeatures {
        let first = chosen[0]
        let lead = rest.first.map { first.score - $0.score } ?? 5
        let mine = chosen.reduce(0) { $0 + exp($1.score - first.score) }
        let others = rest.prefix(100).reduce(0) { $0 + exp($1.score - first.score) }
        let cosines = all.map(\.meaning).sorted(by: >)
        return DecisionFeatures(
            first.alignment, meaning: first.meaning, meaningGap: (cosines.first ?? 0) - (cosines.prefix(10).last ?? 0),
            lead: lead, share: mine / (mine + others), request: understanding)
    }
}
