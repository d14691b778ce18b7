import Synchronization
import Text

/// Word lists of one or several languages, folded and put in order for looking up.
struct Vocabulary: Sendable {
    enum Order: String, Sendable { case next, latest, earliest, later }

    struct TypeWord: Sendable, Hashable {
        /// As a type or a schema calls it: `song`, `mailmessage`.
        var key: String
        var isPlural: Bool
    }

    private(set) var weekdays: [String: Int] = [:]
    private(set) var months: [String: Int] = [:]
    private(set) var units: [String: DateUnit] = [:]
    private(set) var parts: [String: DayPart] = [:]
    private(set) var numbers: [String: Int] = [:]
    private(set) var ordinals: [String: Int] = [:]
    private(set) var ordinalEndings: [String] = []
    private(set) var halves: [String: String] = [:]
    private(set) var dates = PatternTable()
    private(set) var times = PatternTable()
    private(set) var past: Set<String> = []
    private(set) var pointing: Set<String> = []
    private(set) var pointed: Set<String> = []
    private(set) var others: Set<String> = []
    private(set) var things: Set<String> = []
    private(set) var lists: Set<String> = []
    private(set) var leads: Set<[String]> = []
    private(set) var carriers: Set<String> = []
    private(set) var orders: [[String]: Order] = [:]
    private(set) var types: [String: [TypeWord]] = [:]
    private(set) var cues: [String: [String]] = [:]
    private(set) var numbered: [String: String] = [:]

    private static let cache = Mutex<[[String]: Vocabulary]>([:])

    /// The words of those languages that there are lists for; English where there is none.
    static func of(_ languages: [String]) -> Vocabulary {
        let known = WordList.generated.filter { languages.contains($0.language) }
        let lists = known.isEmpty ? WordList.generated.filter { $0.language == "en" } : known
        let key = lists.map(\.language)
        return cache.withLock { cache in
            if let vocabulary = cache[key] { return vocabulary }
            let vocabulary = Vocabulary(lists)
            cache[key] = vocabulary
            return vocabulary
        }
    }

    init(_ lists: [WordList]) {
        for list in lists { add(list) }
    }

    private mutating func add(_ list: WordList) {
        func fold(_ text: String) -> String { Analyzer.shared.fold(text) }
        func words(_ text: String) -> [String] { text.split(separator: " ").map { fold(String($0)) } }
        for (index, names) in list.weekdays.enumerated() { for name in words(names) { weekdays[name] = index } }
        for (index, names) in list.months.enumerated() { for name in words(names) { months[name] = index + 1 } }
        for (unit, names) in list.units {
            guard let unit = DateUnit(rawValue: unit) else { continue }
            for name in words(names) { units[name] = unit }
        }
        for (part, names) in list.parts {
            guard let part = DayPart(rawValue: part) else { continue }
            for name in words(names) { parts[name] = part }
        }
        for (number, names) in list.numbers { for name in words(names) { numbers[name] = Int(number) } }
        for (number, names) in list.ordinals { for name in words(names) { ordinals[name] = Int(number) } }
        for (half, names) in list.halves { for name in words(names) { halves[name] = half } }
        ordinalEndings += list.ordinalEndings
        for line in list.dates { dates.add(line, fold: fold) }
        for line in list.times { times.add(line + " = time", fold: fold) }
        past.formUnion(list.past.map(fold))
        pointing.formUnion(list.pointing.map(fold))
        pointed.formUnion(list.pointed.map(fold))
        others.formUnion(list.others.map(fold))
        things.formUnion(list.things.map(fold))
        self.lists.formUnion(list.lists.map(fold))
        leads.formUnion(list.leads.map(words))
        carriers.formUnion(list.carriers.map(fold))
        for (order, phrases) in list.orders {
            guard let order = Order(rawValue: order) else { continue }
            for phrase in phrases.split(separator: "|") { orders[words(String(phrase))] = order }
        }
        for (key, names) in list.types {
            for (index, part) in names.split(separator: "|").enumerated() {
                for name in words(String(part)) {
                    types[name, default: []].append(TypeWord(key: key, isPlural: index == 1))
                }
            }
        }
        for (word, roots) in list.cues { cues[fold(word)] = roots.split(separator: " ").map(String.init) }
        for (word, root) in list.numbered { numbered[fold(word)] = root }
    }
}

/// A length on the calendar.
enum DateUnit: String, Sendable { case minute, hour, day, week, weekend, month, year }

/// A part of a day and the hours that it takes.
enum DayPart: String, Sendable {
    case morning, noon, afternoon, evening, night

    /// Hours since midnight; what people call night goes on until the morning after.
    var hours: Range<Int> {
        switch self {
        case .morning: 5..<12
        case .noon: 11..<14
        case .afternoon: 12..<18
        case .evening: 17..<24
        case .night: 19..<29
        }
    }
}
