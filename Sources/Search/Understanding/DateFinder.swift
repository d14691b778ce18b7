/// Finds the dates that stand in a request.
struct DateFinder {
    let tokens: [RequestToken]
    let vocabulary: Vocabulary
    let calendar: RequestCalendar

    /// Dates from left to right, the longest at each place.
    func dates() -> [DateReading] {
        var result: [DateReading] = []
        var index = 0
        while index < tokens.count {
            let (found, end) = longest(at: index)
            if let found { result.append(found) }
            index = max(index + 1, found?.tokens.upperBound ?? end)
        }
        return result
    }

    /// The longest date at a token, and where what looks like one ends. What is written as a date that does not exist
    /// ("April 31 2026") is text as a whole; no shorter part of it is taken instead.
    private func longest(at start: Int) -> (reading: DateReading?, end: Int) {
        var best: (end: Int, pattern: DatePattern, reading: (spans: [Range<Double>], past: [Range<Double>]))?
        var written = start
        let meaning = DateMeaning(calendar: calendar)
        func consider(_ pattern: DatePattern) {
            var values = DateValues()
            guard let end = match(pattern.elements, at: start, &values) else { return }
            written = max(written, end)
            guard end > best?.end ?? start, let reading = meaning.reading(pattern.meaning, values) else { return }
            best = (end, pattern, reading)
        }
        for count in 1...3 {
            guard let word = joined(start, count) else { break }
            for pattern in vocabulary.dates.byWord[word] ?? [] { consider(pattern) }
        }
        for pattern in vocabulary.dates.others { consider(pattern) }
        guard let best, best.end >= written else { return (nil, written) }
        var reading = DateReading(tokens: start..<best.end, spans: best.reading.spans, pastSpans: best.reading.past)
        if case .year = best.pattern.meaning { reading.isYear = true }
        if case .iso = best.pattern.meaning, !isWritten(start..<best.end, with: "-") { return (nil, start) }
        addTime(&reading)
        return (reading, reading.tokens.upperBound)
    }

    /// "at 5 pm" after a day: that hour first, then the whole day.
    private func addTime(_ reading: inout DateReading) {
        guard let day = reading.spans.first, day.upperBound - day.lowerBound <= 25 * 3600 else { return }
        let start = reading.tokens.upperBound
        guard start < tokens.count else { return }
        var best: (end: Int, values: DateValues)?
        func consider(_ pattern: DatePattern) {
            var values = DateValues()
            if let end = match(pattern.elements, at: start, &values), end > best?.end ?? start { best = (end, values) }
        }
        for pattern in vocabulary.times.byWord[tokens[start].text] ?? [] { consider(pattern) }
        for pattern in vocabulary.times.others { consider(pattern) }
        guard let best, var hour = best.values.hour else { return }
        if best.values.half == "pm", hour < 12 { hour += 12 }
        if best.values.half == "am", hour == 12 { hour = 0 }
        func narrowed(_ spans: [Range<Double>]) -> [Range<Double>] {
            guard let day = spans.first else { return [] }
            let number = Int(
                ((day.lowerBound + Double(calendar.clock.offset(at: day.lowerBound))) / 86_400).rounded(.down))
            return [calendar.span(number, hours: hour..<hour + 1)].compactMap { $0 } + spans
        }
        reading.spans = narrowed(reading.spans)
        reading.pastSpans = narrowed(reading.pastSpans)
        reading.tokens = reading.tokens.lowerBound..<best.end
    }

    // MARK: Matching

    /// Where the elements end that begin at a token; nil when they don't stand there.
    private func match(_ elements: [DatePattern.Element], at start: Int, _ values: inout DateValues) -> Int? {
        var index = start
        for element in elements {
            guard let next = match(element, at: index, &values) else { return nil }
            index = next
        }
        return index
    }

    private func match(_ element: DatePattern.Element, at index: Int, _ values: inout DateValues) -> Int? {
        guard index < tokens.count else { return nil }
        switch element {
        case .word(let word): return look(index) { $0 == word ? true : nil }?.end
        case .weekday:
            return look(index) { vocabulary.weekdays[$0] }.map {
                values.weekday = $0.value; return $0.end
            }
        case .month:
            return look(index) { vocabulary.months[$0] }.map {
                values.month = $0.value; return $0.end
            }
        case .unit:
            return look(index) { vocabulary.units[$0] }.map {
                values.unit = $0.value; return $0.end
            }
        case .part:
            return look(index) { vocabulary.parts[$0] }.map {
                values.part = $0.value; return $0.end
            }
        case .half:
            return look(index) { vocabulary.halves[$0] }.map {
                values.half = $0.value; return $0.end
            }
        case .day, .nth, .digitNth:
            let text = tokens[index].text
            var number = nth(text)
            if number == nil, element != .digitNth { number = vocabulary.ordinals[text] }
            if number == nil, element == .day { number = Int(text) }
            // A day that no month has is still written as one.
            guard let number, 0...99 ~= number else { return nil }
            values.day = number
        case .year:
            guard tokens[index].text.utf8.count == 4, let year = Int(tokens[index].text), 1900...2100 ~= year else {
                return nil
            }
            values.year = year
        case .number:
            guard let number = Int(tokens[index].text) ?? vocabulary.numbers[tokens[index].text],
                0...100_000 ~= number
            else { return nil }
            values.numbers.append(number)
        case .hour:
            guard let hour = Int(tokens[index].text) ?? vocabulary.numbers[tokens[index].text], 0...24 ~= hour else {
                return nil
            }
            values.hour = hour
        }
        return index + 1
    }

    /// `19` of `19th`.
    private func nth(_ text: String) -> Int? {
        for ending in vocabulary.ordinalEndings where text.hasSuffix(ending) {
            if let number = Int(text.dropLast(ending.count)) { return number }
        }
        return nil
    }

    /// What stands at a token, or at several that are written together.
    private func look<Value>(_ index: Int, _ find: (String) -> Value?) -> (value: Value, end: Int)? {
        for count in [1, 2, 3] {
            guard let word = joined(index, count) else { return nil }
            if let value = find(word) { return (value, index + count) }
        }
        return nil
    }

    /// The text of so many tokens without space between them.
    private func joined(_ start: Int, _ count: Int) -> String? {
        guard start + count <= tokens.count else { return nil }
        if count == 1 { return tokens[start].bare }
        var text = tokens[start].text
        for index in start + 1..<start + count {
            guard tokens[index].range.lowerBound == tokens[index - 1].range.upperBound else { return nil }
            text += tokens[index].text
        }
        return text
    }

    /// Whether exactly one sign parts the tokens.
    private func isWritten(_ range: Range<Int>, with sign: Unicode.Scalar) -> Bool {
        range.dropFirst().allSatisfy {
            tokens[$0].range.lowerBound == tokens[$0 - 1].range.upperBound + 1 && tokens[$0].follows == sign
        }
    }
}
