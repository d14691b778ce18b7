import Catalog

/// Makes segments: from names, or from other segments.
enum SegmentBuilder {
    /// Names longer than this many bytes are cut.
    static let maximumNameBytes = 512

    static func build(_ entries: [NameEntry]) -> Segment {
        let sorted = entries.sorted { $0.rank < $1.rank }
        var texts = Strings()
        var forms = Strings()
        var isMarked: [UInt8] = []
        /// Words of all names, one after the other, and where each name's begin.
        var all = Strings()
        var nameWordStarts: [UInt32] = [0]
        for entry in sorted {
            var text = entry.text
            text.withUTF8 { texts.append(UnsafeRawBufferPointer($0)) }
            let folded = NameForm.fold(entry.text, keepingDiacritics: false)
            let form = NameForm(folded: folded, .index)
            isMarked.append(NameForm.fold(entry.text, keepingDiacritics: true) == folded ? 0 : 1)
            form.bytes.withUnsafeBytes { bytes in
                forms.append(bytes)
                var seen: [Range<Int>] = []
                for word in form.words + form.signs {
                    let new = UnsafeRawBufferPointer(rebasing: bytes[word])
                    let isKnown = seen.contains {
                        Bytes.compare(UnsafeRawBufferPointer(rebasing: bytes[$0]), new) == 0
                    }
                    if isKnown { continue }
                    seen.append(word)
                    all.append(new)
                }
            }
            nameWordStarts.append(UInt32(all.count))
        }
        let (words, nameWords) = distinct(all)
        return Segment(
            ranks: sorted.map(\.rank.bits), revisions: sorted.map(\.revision), texts: texts, forms: forms,
            isMarked: isMarked, words: words, nameWordStarts: nameWordStarts, nameWords: nameWords,
            byForm: alphabetical(forms))
    }

    /// The distinct strings in order, and the number of each given one among them.
    private static func distinct(_ all: Strings) -> (words: Strings, numbers: [UInt32]) {
        let order = alphabetical(all)
        var words = Strings()
        var numbers = [UInt32](repeating: 0, count: all.count)
        var last = -1
        for i in order {
            let isNew =
                last < 0 || all.with(Int(i)) { a in all.with(last) { b in Bytes.compare(a, b) != 0 } }
            if isNew {
                all.with(Int(i)) { words.append($0) }
                last = Int(i)
            }
            numbers[Int(i)] = UInt32(words.count - 1)
        }
        return (words, numbers)
    }

    private static func alphabetical(_ strings: Strings) -> [UInt32] {
        var order = (0..<UInt32(strings.count)).map { $0 }
        strings.bytes.withUnsafeBytes { bytes in
            strings.starts.withUnsafeBufferPointer { starts in
                func string(_ i: UInt32) -> UnsafeRawBufferPointer {
                    UnsafeRawBufferPointer(rebasing: bytes[Int(starts[Int(i)])..<Int(starts[Int(i) + 1])])
                }
                order.sort {
                    let compared = Bytes.compare(string($0), string($1))
                    return compared != 0 ? compared < 0 : $0 < $1
                }
            }
        }
        return order
    }

    // MARK: Merging

    /// A place in one of several segments.
    private struct Place {
        var segment: UInt32
        var item: UInt32
    }

    /// The names of the segments that are to be kept, in one. Sorted runs are merged, so it takes linear time.
    static func merge(_ segments: [Segment], keeping keep: (RowID, Seq) -> Bool) -> Segment {
        var names: [Place] = []
        for (s, segment) in segments.enumerated() {
            for i in 0..<segment.count where keep(segment.row(i), segment.revisions[i]) {
                names.append(Place(segment: UInt32(s), item: UInt32(i)))
            }
        }
        func rank(_ place: Place) -> UInt64 { segments[Int(place.segment)].ranks[Int(place.item)] }
        names.sort { rank($0) < rank($1) }
        // The two lanes may have brought the same revision twice.
        var kept: [Place] = []
        kept.reserveCapacity(names.count)
        for place in names {
            if let last = kept.last, rank(last) == rank(place) { continue }
            kept.append(place)
        }
        let (words, wordNumbers) = mergeWords(segments, kept)

        var ranks: [UInt64] = []
        var revisions: [Seq] = []
        var texts = Strings()
        var forms = Strings()
        var isMarked: [UInt8] = []
        var nameWordStarts: [UInt32] = [0]
        var nameWords: [UInt32] = []
        var newNumbers = segments.map { [UInt32](repeating: .max, count: $0.count) }
        for (number, place) in kept.enumerated() {
            let segment = segments[Int(place.segment)]
            let name = Int(place.item)
            newNumbers[Int(place.segment)][name] = UInt32(number)
            ranks.append(segment.ranks[name])
            revisions.append(segment.revisions[name])
            segment.texts.with(name) { texts.append($0) }
            segment.forms.with(name) { forms.append($0) }
            isMarked.append(segment.isMarked[name])
            for word in segment.words(of: name) { nameWords.append(wordNumbers[Int(place.segment)][Int(word)]) }
            nameWordStarts.append(UInt32(nameWords.count))
        }
        var byForm: [UInt32] = []
        byForm.reserveCapacity(kept.count)
        for (s, segment) in segments.enumerated() {
            for name in segment.byForm where newNumbers[s][Int(name)] != .max {
                byForm.append(newNumbers[s][Int(name)])
            }
        }
        forms.bytes.withUnsafeBytes { bytes in
            func form(_ i: UInt32) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(rebasing: bytes[forms.range(Int(i))])
            }
            byForm.sort {
                let compared = Bytes.compare(form($0), form($1))
                return compared != 0 ? compared < 0 : $0 < $1
            }
        }
        return Segment(
            ranks: ranks, revisions: revisions, texts: texts, forms: forms, isMarked: isMarked, words: words,
            nameWordStarts: nameWordStarts, nameWords: nameWords, byForm: byForm)
    }

    /// The words that kept names have, and the new number of each old one.
    private static func mergeWords(
        _ segments: [Segment], _ kept: [Place]
    ) -> (words: Strings, numbers: [[UInt32]]) {
        var isUsed = segments.map { [Bool](repeating: false, count: $0.words.count) }
        for place in kept {
            for word in segments[Int(place.segment)].words(of: Int(place.item)) {
                isUsed[Int(place.segment)][Int(word)] = true
            }
        }
        var places: [Place] = []
        for (s, segment) in segments.enumerated() {
            for word in 0..<segment.words.count where isUsed[s][word] {
                places.append(Place(segment: UInt32(s), item: UInt32(word)))
            }
        }
        func compare(_ a: Place, _ b: Place) -> Int {
            segments[Int(a.segment)].words.with(Int(a.item)) { x in
                segments[Int(b.segment)].words.with(Int(b.item)) { y in Bytes.compare(x, y) }
            }
        }
        places.sort { compare($0, $1) < 0 }
        var words = Strings()
        var numbers = segments.map { [UInt32](repeating: 0, count: $0.words.count) }
        var last: Place?
        for place in places {
            if last.map({ compare($0, place) != 0 }) ?? true {
                segments[Int(place.segment)].words.with(Int(place.item)) { words.append($0) }
                last = place
            }
            numbers[Int(place.segment)][Int(place.item)] = UInt32(words.count - 1)
        }
        return (words, numbers)
    }
}
