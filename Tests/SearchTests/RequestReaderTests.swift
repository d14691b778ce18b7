import Testing

@testable import Search

/// What the words of a request are taken for.
struct RequestReaderTests {
    private func content(_ request: String) -> [String] {
        let read = DateFinderTests.read(request)
        return read.content.map { read.tokens[$0].text }
    }

    @Test func wordsOfAskingTellNothing() {
        #expect(content("can you play Slow Burn") == ["slow", "burn"])
    }

    @Test func aNameOfSmallWordsIsAName() {
        #expect(content("I want to hear Do You Know Me") == ["do", "you", "know", "me"])
    }

    @Test func typesOrdersAndNumbersAreTold() {
        let read = DateFinderTests.read("my latest email from Raj")
        #expect(read.types.first?.words.contains { $0.key == "mailmessage" } == true)
        #expect(read.order?.order == .latest)
        #expect(DateFinderTests.read("track 6 of Velvet").numbers.first?.number == 6)
        #expect(DateFinderTests.read("all tracks on Velvet").wantsAll)
        #expect(!DateFinderTests.read("all things post").wantsAll)
    }

    @Test func wordsThatPointAreTold() {
        #expect(DateFinderTests.read("the third one").pointer == .nth(3))
        #expect(DateFinderTests.read("the last one").pointer == .last)
        #expect(DateFinderTests.read("open that conversation").pointer == .this)
        #expect(DateFinderTests.read("the other one").pointer == .other)
        #expect(DateFinderTests.read("no, the other song").pointer == .other)
        #expect(DateFinderTests.read("the other side").pointer == nil)
        #expect(DateFinderTests.read("play this is nicky jam").pointer == nil)
    }

    @Test func linksAreTakenHoweverTheyAreWritten() {
        let spellings = DirectAnswer.spellings("HTTPS://CometCal.example.org/event/8F3A/?from=mail#top")
        #expect(spellings.contains("https://cometcal.example.org/event/8F3A"))
    }

    @Test func typosAreLikeAndOtherWordsAreNot() {
        #expect(Likeness("tihs").to("this") > 0.5)
        #expect(Likeness("qualiiity").to("quality") > 0.5)
        #expect(Likeness("cat").to("dog") == 0)
        #expect(Likeness("1985").to("1984") == 0)
    }
}
