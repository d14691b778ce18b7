import AlmagestEntities
import Foundation

/// What is asked of `values`.
public struct ValueRequest: Sendable {
    public var input: ValueInput
    /// Types and schemas that are taken; nil takes what the input is about.
    public var accepts: [String]?
    public var limit = 20
    public var timeZone: TimeZone = .current
    /// The caller's present, or nil for the clock's.
    public var now: Date?
    /// BCP 47 language of the texts in the input, where the caller knows it.
    public var language: String?

    public init(input: ValueInput) { self.input = input }

    /// How its dates are read.
    var dates: DateContext { DateContext(timeZone: timeZone, now: now ?? Date()) }
}

/// One value of the union: an entity, and the case it comes under.
public struct RankedValue: Sendable {
    public var union: String
    public var entity: Entity
    /// 0 to 1.
    public var score: Double
}

/// How asking a provider went.
public struct ProviderOutcome: Sendable {
    public var bundle: String
    /// `ok`, or the name of the error.
    public var outcome: String
    public var message: String?
    public var milliseconds: Int64
}

/// The answer to `values`.
public struct ValueReply: Sendable {
    public var values: [RankedValue]
    public var providers: [ProviderOutcome]
    public var took: Duration
}

/// What one source had to say, as soon as it did.
public struct ValuePart: Sendable {
    /// `index`, or the bundle of a provider.
    public var source: String
    public var values: [RankedValue]
}
