import AlmagestEntities
import AlmagestSchemas
import Catalog
import Foundation
import Lexical
import Providers
import Text

/// Finds which entity a request means.
///
/// Candidates come by word (the telling words and the whole request), by words with typos, by meaning and by date; each
/// is compared with the request word by word (`Aligner`), scored by a learned model, and the first ones are taken as one
/// answer, as several that nothing tells apart, or as none.
struct Resolver: Sendable {
    let engine: SearchEngine
    let request: ResolveRequest
    let providers: Providers
    /// What apps have said of what is not indexed; nil before they were asked.
    var told: AppAnswers?
    var model = ResolveModel.learned

    struct Scored: Sendable {
        var candidate: CandidateText
        var alignment: Alignment
        var features: ResolveFeatures
        var score: Double
        var meaning: Double
    }

    /// The answer of the index, and of what apps have told.
    func reply() async throws -> ResolveReply {
        let now = request.now ?? Date()
        var stages = ResolveStages()
        let accepted = AcceptedTypes(request.accepts)
        let languages = await languages
        let understanding = understanding(languages, accepted, now)
        var reply = ResolveReply(outcome: .none, candidates: [], understood: understanding.parts)
        let rows = try await accepted.rows(engine, context: context(now)) ?? RowSet()
        let onScreen = onScreen(rows, accepted, now)
        let direct = DirectAnswer(
            engine: engine, rows: rows, context: context(now), mentioned: request.mentioned, onScreen: onScreen)
        switch try await direct.answer(understanding) {
        case .entities(let answer)?:
            reply.outcome = answer.count == 1 ? .one : answer.isEmpty ? .none : .several
            reply.candidates = Self.candidates(answer, confidence: 0.99)
            reply.partial = told?.failed ?? []
            return reply
        case .asks(let needs)?:
            reply.needs = needs
            reply.isPointing = true
            return reply
        case nil: break
        }
        if told == nil, understanding.namesOne { reply.needs = try await onScreen.unknown() }
        stages.end("understanding")
        let aligner = Aligner(understanding, context: context(now), typeKeys: accepted.keys(of:))
        var retrieved = CandidateFinder.Found()
        if !rows.isEmpty {
            retrieved = try await CandidateFinder(
                engine: engine, rows: rows, languages: languages, context: context(now)
            ).candidates(understanding, stages: stages) { aligner.alignment($0).explained > 0.999 }
            stages = retrieved.stages
        }
        let decision = Decision(understanding: understanding, model: model, context: context(now))
        if let told { try await add(told, to: &retrieved, aligner) }
        let compared = scored(retrieved, aligner, understanding)
        stages.end("comparing")
        let answer = decision.answer(compared)
        reply.partial = retrieved.partial + (told?.failed ?? [])
        reply.outcome = answer.outcome
        let shown = answer.ranked.prefix(answer.shown)
        let differences = answer.outcome == .several ? Differences.of(shown.map(\.candidate.stored.entity)) : []
        for (index, scored) in (request.explain ? answer.ranked.prefix(Self.explained) : shown).enumerated() {
            var candidate = ResolveReply.Candidate(
                stored: scored.candidate.stored,
                confidence: index < answer.confidences.count ? answer.confidences[index] : 0)
            if differences.indices.contains(index) { candidate.differs = differences[index] }
            if request.explain {
                candidate.why = zip(ResolveFeatures.names, scored.features.values).map { ($0, $1) }
                candidate.why += scored.alignment.summary
                if index == 0 { candidate.why += answer.why }
            }
            reply.candidates.append(candidate)
        }
        stages.end("deciding")
        if request.explain { reply.stages = stages }
        return reply
    }

    /// What apps have told is compared like the rest.
    private func add(_ told: AppAnswers, to retrieved: inout CandidateFinder.Found, _ aligner: Aligner) async throws {
        let best = retrieved.candidates.reduce(1.0) { max($0, $1.words) }
        // The app has found them by these words: as good as the best of the index.
        retrieved.candidates += told.entities.map {
            CandidateFinder.Found.Candidate(text: CandidateText($0), words: best, meaning: 0)
        }
        // Of what is on screen and not indexed, what the words speak of.
        let indexed = try await engine.catalog.entities(ids: told.onScreen.map(\.entity.key))
        for (stored, known) in zip(told.onScreen, indexed) where known == nil {
            let text = CandidateText(stored)
            let explained = aligner.alignment(text).explained
            guard explained > 0 else { continue }
            retrieved.candidates.append(
                CandidateFinder.Found.Candidate(text: text, words: best * explained, meaning: 0))
        }
    }

    private func onScreen(_ rows: RowSet, _ accepted: AcceptedTypes, _ now: Date) -> OnScreen {
        OnScreen(
            engine: engine, providers: providers, rows: rows, accepted: accepted, now: now.timeIntervalSince1970,
            told: told?.shown)
    }

    /// What is asked of apps where the index has no answer, and of what they show; nil when there is nobody to ask.
    func question(after reply: ResolveReply) async throws -> AppQuestion? {
        let accepted = AcceptedTypes(request.accepts)
        let now = request.now ?? Date()
        let understanding = await understanding(languages, accepted, now)
        var needs = reply.needs
        let isUnanswered = reply.outcome == .none && !reply.isPointing
        if isUnanswered, needs.isEmpty, understanding.pointer == nil, !understanding.content.isEmpty {
            needs = try await onScreen(RowSet(), accepted, now).unknown()
        }
        return await AppQuestion(
            isUnanswered ? understanding : nil, needs: needs, accepted: accepted, engine: engine, providers: providers)
    }

    /// Candidates told of when asked to explain.
    private static let explained = 100

    private func context(_ now: Date) -> DateContext { DateContext(timeZone: request.timeZone, now: now) }

    /// The request's own language, else those of the content that there are words for, English first.
    private var languages: [String] {
        get async {
            if let language = request.language { return [language] }
            let settings = engine.settings
            let content = await engine.lexical.queryLanguages(share: settings.languageShare, most: .max)
            return ["en"] + content.filter { $0 != "en" }.prefix(max(0, settings.queryLanguages - 1))
        }
    }

    private func understanding(_ languages: [String], _ accepted: AcceptedTypes, _ now: Date) -> Understanding {
        let reader = RequestReader(
            languages: languages, timeZone: request.timeZone, now: now, bundles: engine.scopes.bundleNames,
            typeKeys: accepted.keys)
        var understanding = reader.read(request.text)
        understanding.add(request.properties, languages: languages, context: context(now))
        return understanding
    }

    private static func candidates(_ stored: [StoredEntity], confidence: Double) -> [ResolveReply.Candidate] {
        let differences = Differences.of(stored.map(\.entity))
        return stored.enumerated().map { index, stored in
            ResolveReply.Candidate(
                stored: stored, confidence: confidence / Double(differences.count), differs: differences[index])
        }
    }

    private func scored(_ retrieved: CandidateFinder.Found, _ aligner: Aligner, _ request: Understanding) -> [Scored] {
        let best = retrieved.candidates.reduce(0.0) { max($0, $1.words) }
        let nearest = retrieved.candidates.reduce(0.0) { max($0, $1.meaning) }
        let length = request.content.count
        var result: [Scored] = []
        result.reserveCapacity(retrieved.candidates.count)
        let alignments = retrieved.candidates.map { aligner.alignment($0.text, before: $0.before) }
        let weak = 1 - alignments.reduce(0.0) { max($0, $1.explained) }
        for (found, alignment) in zip(retrieved.candidates, alignments) {
            let features = ResolveFeatures(
                alignment, words: best > 0 ? found.words / best : 0, meaning: found.meaning,
                lead: found.meaning - nearest, before: found.beforeMeaning, length: length, weak: weak)
            result.append(
                Scored(
                    candidate: found.text, alignment: alignment, features: features,
                    score: features.score(model.weights), meaning: found.meaning))
        }
        result.sort { ($0.score, $1.candidate.stored.row) > ($1.score, $0.candidate.stored.row) }
        return result
    }
}

extension SearchEngine {
    /// Which entity a request means: one, several with what tells them apart, or none.
    ///
    /// - Parameter told: what apps have said to its question, where the index had no answer.
    public func resolve(
        _ request: ResolveRequest, providers: Providers, told: AppAnswers? = nil
    ) async throws -> ResolveReply {
        try await overcomingLoss {
            try await Resolver(engine: self, request: request, providers: providers, told: told).reply()
        }
    }

    /// What to ask apps where the index has no answer, or what is on screen is not indexed; nil when there is nothing to
    /// ask, or nobody.
    public func question(
        _ request: ResolveRequest, after reply: ResolveReply, providers: Providers
    ) async throws -> AppQuestion? {
        guard reply.outcome == .none || !reply.needs.isEmpty else { return nil }
        return try await Resolver(engine: self, request: request, providers: providers).question(after: reply)
    }
}
