import AlmagestEntities
import TestSupport
import Testing

@Suite struct DurationValueTests {
    @Test(arguments: [
        ("PT3H", 10_800.0, "PT3H"), ("P1DT30M", 88_200, "P1DT30M"), ("P2W", 1_209_600, "P14D"), ("PT0S", 0, "PT0S"),
        ("PT90M", 5400, "PT1H30M"), ("PT0.5S", 0.5, "PT0.5S"), ("PT1,25H", 4500, "PT1H15M"), ("-PT15M", -900, "-PT15M"),
        ("+P1D", 86_400, "P1D"), ("PT36H", 129_600, "P1DT12H"),
        ("P1W1DT1H1M1.000001S", 694_861.000001, "P8DT1H1M1.000001S"),
    ])
    func aDurationHasItsSecondsAndText(_ text: String, _ seconds: Double, _ again: String) throws {
        let duration = try DurationValue(parsing: text)
        #expect(duration.seconds == seconds)
        #expect(duration.text == again)
        #expect(try DurationValue(parsing: again) == duration)
    }

    @Test(arguments: [
        ("P1Y", "years and months have no fixed length"), ("P3M", "years and months have no fixed length"),
        ("P", "something has to follow"), ("PT", "something has to follow"), ("P1DT", "something has to follow"),
        ("3H", "it begins with P"), ("", "it begins with P"), ("PT3", "has no unit"), ("PTH", "needs a number"),
        ("PT1M2H", "from weeks to seconds"), ("PT1H1H", "from weeks to seconds"), ("PT1.5H3M", "only the last part"),
        ("PT1.S", "a fraction needs digits"), ("P1H", "is no unit here"), ("PT1D", "is no unit here"),
        ("PT1H ", "needs a number"), ("P99999999999W", "longer than 10,000 years"),
        ("PT9999999999999999S", "1 to 15 digits"), ("PTT1H", "T comes once"),
    ])
    func whatIsNoDurationIsRefusedWithASentence(_ text: String, _ sentence: String) {
        let error = #expect(throws: AlmagestError.self) { try DurationValue(parsing: text) }
        #expect(error?.name == .invalidDate)
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }

    @Test func randomDurationsRoundTripThroughTheirText() throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<20_000 {
            let duration = random.duration()
            #expect(try DurationValue(parsing: duration.text) == duration, "\(duration.text)")
        }
    }
}
