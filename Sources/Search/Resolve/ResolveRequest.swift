import AlmagestEntities
import Catalog
import Foundation

/// Which entity somebody means.
public struct ResolveRequest: Sendable {
    /// What was said; may be empty where `input` is given.
    public var text: String
    /// Some of its properties, where the caller knows them: a structured request.
    public var properties: [Entity.Property] = []
    /// Types (`EventEntity`) or schemas (`calendar.event`) that the caller can use; nil for any.
    public var accepts: [String]?
    /// Entities that were mentioned before, the latest last: what words that point mean.
    public var mentioned: [EntityID] = []
    public var timeZone: TimeZone = .current
    /// BCP 47 language of the request, where the caller knows it.
    public var language: String?
    public var now: Date?
    /// Also tell what each candidate's confidence was made from, and tell of more candidates.
    public var explain = false

    public init(text: String) { self.text = text }
}

/// The answer: one, several with what tells them apart, or none.
public struct ResolveReply: Sendable {
    public enum Outcome: String, Sendable { case one, several, none }

    public struct Candidate: Sendable {
        public var stored: StoredEntity
        /// How likely it is the one meant, 0 to 1.
        public var confidence: Double
        /// The properties in which it differs from the others.
        public var differs: [Entity.Property] = []
        /// What its place comes from.
        public var why: [(name: String, value: Double)] = []
    }

    public var outcome: Outcome
    /// The one; each of several; of `none` those that come nearest, if any.
    public var candidates: [Candidate]
    public var understood: [UnderstoodPart]
    public var partial: [String] = []
    /// What the stages took, where an explanation was asked for and something was compared.
    public var stages: ResolveStages?
    /// What of the screen the request needs and only apps can tell.
    var needs = ScreenNeeds()
    /// It points at that, and means nothing else.
    var isPointing = false
}
