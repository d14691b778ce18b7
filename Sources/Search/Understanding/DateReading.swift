/// A date that a request speaks of.
struct DateReading: Sendable, Hashable {
    /// Tokens of the request.
    var tokens: Range<Int>
    /// Seconds since 1970, what is most likely meant first; all but the first only where the first has nothing.
    var spans: [Range<Double>]
    /// What is meant where the request tells of the past.
    var pastSpans: [Range<Double>]
    /// Only a year, which may as well be part of a name.
    var isYear = false

    /// The reading to use.
    func spans(inPast: Bool) -> [Range<Double>] { inPast && !pastSpans.isEmpty ? pastSpans : spans }
}

/// The values that the places of a pattern had.
struct DateValues {
    var weekday: Int?
    var month: Int?
    var day: Int?
    var year: Int?
    var numbers: [Int] = []
    var unit: DateUnit?
    var part: DayPart?
    var hour: Int?
    var half: String?
}

/// Works out what a pattern with its values means on the caller's calendar.
struct DateMeaning {
    let calendar: RequestCalendar

    /// Days in the order of likelihood, upcoming and past; nil when there is no such date ("February 31").
    func reading(_ meaning: DatePattern.Meaning, _ values: DateValues) -> (
        spans: [Range<Double>], past: [Range<Double>]
    )? {
        let today = calendar.today
        switch meaning {
        case .day(let offset): return fixed([today + offset])
        case .part(let offset, let part):
            guard let part = part ?? values.part else { return nil }
            return narrow([today + offset], [], part)
        case .weekday(let direction):
            guard let weekday = values.weekday else { return nil }
            let (days, past) = self.days(weekday, direction)
            return spans(days.map { $0...$0 }, past.map { $0...$0 })
        case .weekdayPart(let direction):
            guard let weekday = values.weekday, let part = values.part else { return nil }
            let (days, past) = self.days(weekday, direction)
            return narrow(days, past, part)
        case .month(let direction): return months(values, direction)
        case .monthNumber:
            guard let number = values.numbers.first, 1...12 ~= number else { return nil }
            var values = values
            values.month = number
            return months(values, .any)
        case .date: return date(month: values.month, day: values.day, year: values.year)
        case .dateWithNumber: return date(month: values.numbers.first, day: values.day, year: values.year)
        case .iso:
            guard values.numbers.count == 2 else { return nil }
            return date(month: values.numbers[0], day: values.numbers[1], year: values.year)
        case .dayOfMonth: return values.day.flatMap(dayOfMonth)
        case .unit(let offset, let unit):
            guard let unit = unit ?? values.unit else { return nil }
            return self.unit(unit, offset)
        case .shift(let sign):
            guard let number = values.numbers.first, let unit = values.unit else { return nil }
            return shift(sign * min(number, 10_000), unit)
        case .year:
            guard let year = values.year, let days = calendar.year(year) else { return nil }
            return spans([days], [])
        case .time: return nil
        }
    }

    private func fixed(_ days: [Int]) -> (spans: [Range<Double>], past: [Range<Double>])? {
        spans(days.map { $0...$0 }, [])
    }

    private func spans(_ days: [ClosedRange<Int>], _ past: [ClosedRange<Int>]) -> (
        spans: [Range<Double>], past: [Range<Double>]
    )? {
        let found = days.compactMap(calendar.span)
        guard !found.isEmpty else { return nil }
        return (found, past.compactMap(calendar.span))
    }

    private func narrow(_ days: [Int], _ past: [Int], _ part: DayPart) -> (
        spans: [Range<Double>], past: [Range<Double>]
    )? {
        let found = days.compactMap { calendar.span($0, hours: part.hours) }
        guard !found.isEmpty else { return nil }
        return (found, past.compactMap { calendar.span($0, hours: part.hours) })
    }

    /// Which day a weekday is. Where people differ ("next Friday" said on a Monday), the nearer one comes first.
    private func days(_ weekday: Int, _ direction: DatePattern.Direction) -> (days: [Int], past: [Int]) {
        let today = calendar.today
        let present = calendar.weekday(today)
        let ahead = (weekday - present + 7) % 7
        let behind = ahead == 0 ? -7 : ahead - 7
        let week = weekday - present
        func both(_ a: Int, _ b: Int) -> [Int] { a == b ? [today + a] : [today + a, today + b] }
        switch direction {
        case .next: return (both(ahead == 0 ? 7 : ahead, week + 7), [])
        case .last: return (both(behind, week - 7), [])
        case .nextweek: return ([today + week + 7], [])
        case .lastweek: return ([today + week - 7], [])
        case .any, .year: return ([today + ahead], [today + (ahead == 0 ? 0 : behind)])
        }
    }

    private func months(_ values: DateValues, _ direction: DatePattern.Direction) -> (
        spans: [Range<Double>], past: [Range<Double>]
    )? {
        guard let month = values.month else { return nil }
        if let year = values.year { return spans([calendar.month(year * 12 + month - 1)].compactMap { $0 }, []) }
        let present = calendar.monthIndex
        let ahead = (month - 1 - present % 12 + 12) % 12
        let nextOne = present + (ahead == 0 ? 12 : ahead)
        let lastOne = present + (ahead == 0 ? -12 : ahead - 12)
        func days(_ index: Int) -> [ClosedRange<Int>] { calendar.month(index).map { [$0] } ?? [] }
        switch direction {
        case .next: return spans(days(nextOne), [])
        case .last: return spans(days(lastOne), [])
        default: return spans(days(present + ahead), days(ahead == 0 ? present : lastOne))
        }
    }

    /// Without a year the next such day from today on, and the last one until today. A leap day may be years away.
    private func date(month: Int?, day: Int?, year: Int?) -> (spans: [Range<Double>], past: [Range<Double>])? {
        guard let month, let day else { return nil }
        if let year {
            guard let found = calendar.day(year: year, month: month, day: day) else { return nil }
            return fixed([found])
        }
        let present = calendar.date.year
        let next = (present...present + 8).lazy.compactMap { calendar.day(year: $0, month: month, day: day) }
            .first { $0 >= calendar.today }
        let last = (present - 8...present).reversed().lazy
            .compactMap { calendar.day(year: $0, month: month, day: day) }.first { $0 <= calendar.today }
        guard let found = next ?? last else { return nil }
        return spans([found...found], last.map { [$0...$0] } ?? [])
    }

    private func dayOfMonth(_ day: Int) -> (spans: [Range<Double>], past: [Range<Double>])? {
        func find(_ indices: some Sequence<Int>, _ fits: (Int) -> Bool) -> Int? {
            for index in indices {
                if let days = calendar.month(index), day <= days.count, fits(days.lowerBound + day - 1) {
                    return days.lowerBound + day - 1
                }
            }
            return nil
        }
        guard 1...31 ~= day else { return nil }
        let present = calendar.monthIndex
        guard let next = find(present...present + 3, { $0 >= calendar.today }) else { return nil }
        let last = find((present - 3...present).reversed()) { $0 <= calendar.today }
        return spans([next...next], last.map { [$0...$0] } ?? [])
    }

    private func unit(_ unit: DateUnit, _ offset: Int) -> (spans: [Range<Double>], past: [Range<Double>])? {
        let today = calendar.today
        let monday = today - calendar.weekday(today)
        switch unit {
        case .minute, .hour: return nil
        case .day: return fixed([today + offset])
        case .week: return spans([monday + offset * 7...monday + offset * 7 + 6], [])
        case .weekend:
            let saturday = monday + 5
            return spans([saturday + offset * 7...saturday + offset * 7 + 1], [])
        case .month: return spans([calendar.month(calendar.monthIndex + offset)].compactMap { $0 }, [])
        case .year: return spans([calendar.year(calendar.date.year + offset)].compactMap { $0 }, [])
        }
    }

    /// So long before or after now; who speaks in weeks or months does not count days.
    private func shift(_ count: Int, _ unit: DateUnit) -> (spans: [Range<Double>], past: [Range<Double>])? {
        let today = calendar.today
        switch unit {
        case .minute, .hour:
            let moment = calendar.now + Double(count) * (unit == .hour ? 3600 : 60)
            let width = unit == .hour ? 1800.0 : 300
            return ([moment - width..<moment + width], [])
        case .day: return fixed([today + count])
        case .week, .weekend:
            let day = today + count * 7
            return spans([day...day, day - 1...day + 1], [])
        case .month:
            guard let month = calendar.month(calendar.monthIndex + count) else { return nil }
            let day = month.lowerBound + min(calendar.date.day, month.count) - 1
            return spans([day - 3...day + 3, month], [])
        case .year: return spans([calendar.year(calendar.date.year + count)].compactMap { $0 }, [])
        }
    }
}
