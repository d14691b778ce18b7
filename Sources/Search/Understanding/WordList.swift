/// The words of one language by which a request is understood, as `config/words` has them (its README explains each).
struct WordList: Sendable {
    var language: String
    /// Monday first; several spellings in one text, parted by spaces.
    var weekdays: [String]
    var months: [String]
    /// `the {day} of {month} = date`: elements, then what they mean.
    var dates: [String]
    var times: [String]
    /// Endings of a number that make it an ordinal.
    var ordinalEndings: [String]
    /// Words that tell of the past.
    var past: [String]
    /// Words that point at what is on screen or was mentioned, and words that stand for what is pointed at.
    var pointing: [String]
    var pointed: [String]
    /// Words that point past what was mentioned last: "the other one".
    var others: [String]
    /// Nouns that name nothing.
    var things: [String]
    /// Words that ask for all there is.
    var lists: [String]
    /// What a request begins with, where its words alone could be part of a name.
    var leads: [String]
    /// Words around a request that don't name what is meant.
    var carriers: [String]
    var units: [String: String]
    var parts: [String: String]
    var numbers: [String: String]
    var ordinals: [String: String]
    var halves: [String: String]
    /// `next`, `latest`, `earliest`, `later`: phrases parted by `|`.
    var orders: [String: String]
    /// What a type is called: one of it `|` several of it.
    var types: [String: String]
    /// A word to the parts of property names that what follows it belongs to.
    var cues: [String: String]
    /// A word to the property whose number follows it.
    var numbered: [String: String]
}
