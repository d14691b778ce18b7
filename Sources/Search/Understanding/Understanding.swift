/// What the parts of a request say, as far as rules can tell. Nothing in it is certain: every part may as well belong to
/// a name, and who uses it falls back to the words themselves.
struct Understanding: Sendable {
    /// What a word is taken for. A word of a date that is also in a title counts as either.
    enum Role: Sendable, Hashable {
        /// Names what is meant.
        case content
        /// Belongs to the way of asking: "can you play", "is", "the".
        case carrier
        /// A type of thing: "song", "playlists".
        case type
        case date
        /// "next", "latest".
        case order
        /// "by", "from": what follows belongs to certain properties.
        case cue
        case app
        /// "this", "the third one".
        case pointer
        /// Stands for anything: "thing", "everything".
        case thing
        /// "track 6": a number of a property.
        case number
    }

    struct TypeMention: Sendable, Hashable {
        var token: Int
        var words: [Vocabulary.TypeWord]
    }

    struct OrderMention: Sendable, Hashable {
        var tokens: Range<Int>
        var order: Vocabulary.Order
    }

    /// Words that belong to one of some properties.
    struct Slot: Sendable, Hashable {
        /// The words after the cue, up to the next one.
        var tokens: Range<Int>
        /// Parts of the property names.
        var roots: [String]
    }

    struct NumberMention: Sendable, Hashable {
        var tokens: Range<Int>
        /// Part of the property's name.
        var root: String
        var number: Int
    }

    struct AppMention: Sendable, Hashable {
        var tokens: Range<Int>
        var bundles: [String]
    }

    enum Pointer: Sendable, Hashable, CustomStringConvertible {
        case this
        /// Counted from 1.
        case nth(Int)
        case last
        /// Of what was mentioned, what was not the last.
        case other

        var description: String {
            switch self {
            case .this: "this"
            case .nth(let number): String(number)
            case .last: "last"
            case .other: "other"
            }
        }
    }

    var request: String
    var tokens: [RequestToken] = []
    var roles: [Role] = []
    var dates: [DateReading] = []
    var types: [TypeMention] = []
    var order: OrderMention?
    var slots: [Slot] = []
    var numbers: [NumberMention] = []
    var apps: [AppMention] = []
    var pointer: Pointer?
    /// The words that point.
    var pointing: Range<Int>?
    /// The request tells of the past.
    var isPast = false
    /// It names one of those before the person: "the one called Slow Light".
    var namesOne = false
    /// It asks for all there is: "all tracks", "songs by".
    var wantsAll = false

    /// Words of the beginning that no name begins with: "when is the".
    var lead = 0
    /// It begins as an order does: "play", "call", "open the album".
    var isCommand = false
    /// Share of the words behind the first that are written like names.
    var properShare = 0.0

    /// The words that name what is meant.
    var content: [Int] { roles.indices.filter { roles[$0] == .content } }

    /// A part of the request as it was written.
    func text(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last, tokens.indices.contains(last) else { return "" }
        let scalars = request.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: tokens[first].range.lowerBound)
        return String(scalars[start..<scalars.index(scalars.startIndex, offsetBy: tokens[last].range.upperBound)])
    }

    /// From the first to the last word that isn't one of asking; small words before a telling one belong to it.
    var coreTokens: Range<Int> {
        func isTelling(_ index: Int) -> Bool { roles[index] != .carrier && roles[index] != .order }
        guard let first = roles.indices.first(where: isTelling), let last = roles.indices.last(where: isTelling) else {
            return 0..<roles.count
        }
        // Behind a known beginning small words may begin a name: "when is the next see a movie".
        guard lead > 0, let begin = roles.indices.first(where: { $0 >= lead && roles[$0] != .order }), begin <= first
        else { return first..<last + 1 }
        return begin..<last + 1
    }

    /// The request without the words of asking before and after it; whole where nothing would be left.
    var core: String {
        let range = coreTokens
        return range.isEmpty || range.count == tokens.count ? request : text(range)
    }
}

/// A part of a request that was recognised, as replies tell it.
public struct UnderstoodPart: Sendable, Hashable {
    /// The words of the request.
    public var text: String
    /// `date`, `type`, `order`, `app`, `number`, `pointer`, or the property that it was found in.
    public var meaning: String
    /// Types, a bundle, an order or a number.
    public var value: String?
    /// Seconds since 1970 between which a date lies.
    public var span: Range<Double>?
}

extension Understanding {
    /// What was recognised, for a reply.
    var parts: [UnderstoodPart] {
        var result: [UnderstoodPart] = []
        for date in dates {
            result.append(
                UnderstoodPart(
                    text: text(date.tokens), meaning: "date", value: nil, span: date.spans(inPast: isPast).first))
        }
        for type in types where roles[type.token] == .type {
            let keys = Array(Set(type.words.map(\.key))).sorted().joined(separator: ",")
            result.append(UnderstoodPart(text: text(type.token..<type.token + 1), meaning: "type", value: keys))
        }
        if let order {
            result.append(UnderstoodPart(text: text(order.tokens), meaning: "order", value: order.order.rawValue))
        }
        for number in numbers {
            result.append(UnderstoodPart(text: text(number.tokens), meaning: number.root, value: String(number.number)))
        }
        if let pointer, let pointing {
            result.append(UnderstoodPart(text: text(pointing), meaning: "pointer", value: pointer.description))
        }
        for app in apps {
            result.append(
                UnderstoodPart(text: text(app.tokens), meaning: "app", value: app.bundles.joined(separator: ",")))
        }
        return result
    }
}
