import AlmagestEntities

extension Understanding {
    /// Adds what a structured request says: the words of each property are looked for in properties of its name, its
    /// numbers and dates are conditions.
    mutating func add(_ properties: [Entity.Property], languages: [String], context: DateContext) {
        for property in properties { add(property.value, property.name, languages, context, depth: 0) }
    }

    private mutating func add(
        _ value: PropertyValue, _ name: String, _ languages: [String], _ context: DateContext, depth: Int
    ) {
        guard depth < 8, tokens.count < RequestToken.maximum else { return }
        switch value {
        case .date(let date):
            let span = date.interval(in: context)
            // A moment is met to the minute.
            let wide = span.isEmpty ? span.lowerBound..<span.lowerBound + 60 : span
            dates.append(DateReading(tokens: tokens.count..<tokens.count, spans: [wide], pastSpans: []))
        case .integer(let number):
            guard let number = Int(exactly: number) else { return }
            numbers.append(.init(tokens: tokens.count..<tokens.count, root: name.lowercased(), number: number))
        case .list(let values): for value in values { add(value, name, languages, context, depth: depth + 1) }
        case .record(let members):
            for member in members { add(member.value, member.name, languages, context, depth: depth + 1) }
        case .union(_, let value): add(value, name, languages, context, depth: depth + 1)
        default:
            let text = value.searchableText
            guard !text.isEmpty else { return }
            let offset = request.unicodeScalars.count + (request.isEmpty ? 0 : 1)
            request += (request.isEmpty ? "" : " ") + text
            let start = tokens.count
            for var token in RequestToken.tokens(of: text, languages: languages)
            where tokens.count < RequestToken.maximum {
                token.range = token.range.lowerBound + offset..<token.range.upperBound + offset
                tokens.append(token)
                roles.append(token.isStopWord ? .carrier : .content)
            }
            guard tokens.count > start, name != "title", name != "name" else { return }
            slots.append(.init(tokens: start..<tokens.count, roots: [name.lowercased()]))
        }
    }
}
