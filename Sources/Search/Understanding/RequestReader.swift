import Foundation
import Text

/// Reads a request against word lists, the calendar and the apps that there are: rules alone, no model, no input or
/// output.
struct RequestReader {
    /// Languages of the request, or those of the content.
    var languages: [String]
    var timeZone: TimeZone
    var now: Date
    /// Bundles that entities are from.
    var bundles: [String] = []
    /// Names that mentions of types are limited to (`song`); nil for all. A word that means another type then belongs
    /// to the way of asking: "send Kevin a message" is about a contact.
    var typeKeys: Set<String>?

    func read(_ request: String) -> Understanding {
        var result = Understanding(request: request)
        let vocabulary = Vocabulary.of(languages)
        result.tokens = RequestToken.tokens(of: request, languages: languages)
        result.roles = result.tokens.map { token in
            vocabulary.carriers.contains(token.text) || token.isStopWord ? .carrier : .content
        }
        result.isPast = result.tokens.contains { vocabulary.past.contains($0.text) }
        readDates(&result, vocabulary)
        readNumbers(&result, vocabulary)
        readTypes(&result, vocabulary)
        readOrder(&result, vocabulary)
        readThings(&result, vocabulary)
        readApps(&result)
        readSlots(&result, vocabulary)
        readPointer(&result, vocabulary)
        readName(&result, vocabulary)
        readManner(&result, vocabulary)
        result.namesOne =
            result.pointer == nil && result.roles.contains(.content)
            && result.tokens.dropFirst().contains { vocabulary.pointed.contains($0.text) }
        return result
    }

    private func mark(_ range: Range<Int>, _ role: Understanding.Role, _ result: inout Understanding) {
        for index in range { result.roles[index] = role }
    }

    private func readDates(_ result: inout Understanding, _ vocabulary: Vocabulary) {
        let calendar = RequestCalendar(timeZone: timeZone, now: now)
        result.dates = DateFinder(tokens: result.tokens, vocabulary: vocabulary, calendar: calendar).dates()
        for date in result.dates { mark(date.tokens, .date, &result) }
    }

    private func readNumbers(_ result: inout Understanding, _ vocabulary: Vocabulary) {
        for index in result.tokens.indices.dropLast() {
            guard let root = vocabulary.numbered[result.tokens[index].text], result.roles[index] != .date,
                let number = Int(result.tokens[index + 1].text) ?? vocabulary.numbers[result.tokens[index + 1].text]
            else { continue }
            result.numbers.append(.init(tokens: index + 1..<index + 2, root: root, number: number))
            result.roles[index + 1] = .number
        }
    }

    private func readTypes(_ result: inout Understanding, _ vocabulary: Vocabulary) {
        for (index, token) in result.tokens.enumerated() where result.roles[index] != .date {
            guard var words = vocabulary.types[token.text] else { continue }
            if let typeKeys { words = words.filter { typeKeys.contains($0.key) } }
            guard !words.isEmpty else {
                result.roles[index] = .carrier
                continue
            }
            result.types.append(.init(token: index, words: words))
            result.roles[index] = .type
            if words.contains(where: \.isPlural) { result.wantsAll = true }
        }
        // "all tracks", "everything".
        for (index, token) in result.tokens.enumerated() where vocabulary.lists.contains(token.text) {
            let next = index + 1
            if next == result.roles.count || result.roles[next] == .type || result.roles[next] == .date {
                result.wantsAll = true
            }
        }
    }

    private func readOrder(_ result: inout Understanding, _ vocabulary: Vocabulary) {
        for index in result.tokens.indices where result.roles[index] != .date {
            for count in [3, 2, 1] where index + count <= result.tokens.count {
                let words = result.tokens[index..<index + count].map(\.text)
                guard let order = vocabulary.orders[words] else { continue }
                result.order = .init(tokens: index..<index + count, order: order)
                mark(index..<index + count, .order, &result)
                return
            }
        }
    }

    private func readThings(_ result: inout Understanding, _ vocabulary: Vocabulary) {
        for (index, token) in result.tokens.enumerated() where vocabulary.things.contains(token.text) {
            if result.roles[index] == .content || result.roles[index] == .carrier { result.roles[index] = .thing }
        }
    }

    /// The last part of a bundle's name is what people call the app.
    private func readApps(_ result: inout Understanding) {
        guard !bundles.isEmpty else { return }
        var names: [String: [String]] = [:]
        for bundle in bundles {
            guard let last = bundle.split(separator: ".").last, last.count >= 3 else { continue }
            names[Analyzer.shared.fold(String(last)), default: []].append(bundle)
        }
        for (index, token) in result.tokens.enumerated()
        where result.roles[index] == .content || result.roles[index] == .carrier {
            // Only where a preposition leads to it: apps are called like everyday things.
            guard index > 0, result.roles[index - 1] == .carrier, let found = names[token.text] else { continue }
            result.apps.append(.init(tokens: index..<index + 1, bundles: found))
            result.roles[index] = .app
        }
    }

    private func readSlots(_ result: inout Understanding, _ vocabulary: Vocabulary) {
        var index = 0
        while index < result.tokens.count {
            guard result.roles[index] == .carrier, let roots = vocabulary.cues[result.tokens[index].text] else {
                index += 1
                continue
            }
            var end = index + 1
            while end < result.tokens.count, vocabulary.cues[result.tokens[end].text] == nil,
                result.roles[end] != .date, result.roles[end] != .number
            {
                end += 1
            }
            if result.roles[index + 1..<end].contains(.content) {
                result.slots.append(.init(tokens: index + 1..<end, roots: roots))
                result.roles[index] = .cue
            }
            index = end
        }
    }

    /// "the third one", "the last one", and "this" where nothing else is named.
    private func readPointer(_ result: inout Understanding, _ vocabulary: Vocabulary) {
        let named = result.roles.contains { $0 == .content || $0 == .number }
        for (index, token) in result.tokens.enumerated() where result.roles[index] != .date {
            let following = index + 1 < result.tokens.count ? index + 1 : nil
            let isFollowed = following.map { vocabulary.pointed.contains(result.tokens[$0].text) } ?? false
            let isOfType = following.map { result.roles[$0] == .type } ?? false
            if let number = vocabulary.ordinals[token.text], isFollowed || isOfType {
                result.pointer = .nth(number)
                result.pointing = index..<index + 2
                mark(index..<index + 2, isFollowed ? .pointer : result.roles[index + 1], &result)
                result.roles[index] = .pointer
                return
            }
            if result.order?.tokens.upperBound == index + 1, result.order?.order == .latest, isFollowed {
                result.pointer = .last
                result.pointing = index..<index + 2
                result.order = nil
                mark(index..<index + 2, .pointer, &result)
                return
            }
            if vocabulary.others.contains(token.text), isFollowed || isOfType, result.pointer == nil {
                result.pointer = .other
                result.pointing = index..<index + 2
                // Nothing may have been mentioned; then the words are looked for as they are.
                return
            }
            if vocabulary.pointing.contains(token.text), !named, result.dates.isEmpty, result.pointer == nil {
                result.pointer = .this
                result.pointing = index..<index + 1
                result.roles[index] = .pointer
            }
        }
    }

    /// Where no word tells anything, all that follows the beginning of the request is a name: "I want to hear Do You
    /// Know Me".
    private func readName(_ result: inout Understanding, _ vocabulary: Vocabulary) {
        guard !result.roles.contains(.content), !result.roles.contains(.number), result.dates.isEmpty else { return }
        let words = result.tokens.map(\.text)
        let longest = (1...5).reversed().first {
            $0 < words.count && vocabulary.leads.contains(Array(words.prefix($0)))
        }
        let rest = (longest ?? 0)..<words.count
        // Two words that merely point or ask for an order are no name.
        guard rest.count >= 2, result.order == nil || rest.count >= 3,
            !(longest == nil && result.roles.allSatisfy { $0 == .carrier || $0 == .thing || $0 == .order })
        else { return }
        for index in rest where result.roles[index] != .type || rest.count >= 3 { result.roles[index] = .content }
        result.order = nil
        result.wantsAll = false
    }

    private func readManner(_ result: inout Understanding, _ vocabulary: Vocabulary) {
        let words = result.tokens.map(\.text)
        let longest = (1...5).reversed().first {
            $0 < words.count && vocabulary.leads.contains(Array(words.prefix($0)))
        }
        result.lead = longest ?? 0
        result.isCommand = result.lead > 0
        let scalars = Array(result.request.unicodeScalars)
        let telling = result.tokens.dropFirst().filter { !vocabulary.carriers.contains($0.text) }
        guard !telling.isEmpty else { return }
        let proper = telling.count { token in
            scalars.indices.contains(token.range.lowerBound)
                && scalars[token.range.lowerBound].properties.isUppercase
        }
        result.properShare = Double(proper) / Double(telling.count)
    }
}
