import AlmagestEntities
import Testing

@Suite struct LinkTests {
    @Test(arguments: [
        "https://cal.example.org/event/8F3A", "http://cal.example.org/event/8F3A/",
        "HTTPS://Cal.Example.ORG/event/8F3A",
        "https://cal.example.org:443/event/8F%33A#top", "https://user@cal.example.org//event/%38F3A",
    ])
    func spellingsOfOneLinkAreEqual(_ text: String) {
        #expect(Link(text) == Link("https://cal.example.org/event/8F3A"))
        #expect(Link(text)?.key == "//cal.example.org/event/8F3A")
    }

    @Test(arguments: ["", "x", "https://", "https:///x", "mailto:a@b.c", "https://a b", "1http://x", ":", "https:x"])
    func whatIsNoLinkIsNone(_ text: String) { #expect(Link(text) == nil) }

    @Test func pathsKeepTheirCaseAndAnEncodedSlashIsNoSlash() {
        #expect(Link("https://x.org/A") != Link("https://x.org/a"))
        #expect(Link("https://x.org/a%2Fb") != Link("https://x.org/a/b"))
        #expect(Link("cometcal://event/1") != Link("https://event/1"))
    }

    @Test func aLinkMayCarryMoreParametersThanItsTargetNeeds() throws {
        let watch = try #require(Link("https://v.example.org/watch?v=abc"))
        let shared = try #require(Link("https://v.example.org/watch?utm_source=mail&v=abc"))
        #expect(shared.leads(to: watch))
        #expect(!watch.leads(to: shared))
        #expect(try !#require(Link("https://v.example.org/watch?v=abd")).leads(to: watch))
    }

    @Test func templatesGiveTheIdentifierAndTheLinkBack() throws {
        let path = try LinkTemplate("https://x.example.org/event/{id}/show")
        let query = try LinkTemplate("https://x.example.org/open?kind=song&id={id}")
        for id in ["8F3A", "a/b", "Ü %", "x{id}"] {
            for template in [path, query] {
                let link = try #require(Link(template.link(for: id)))
                #expect(template.identifier(in: link) == id)
            }
        }
        #expect(try path.identifier(in: #require(Link("https://x.example.org/event//show"))) == nil)
        #expect(try query.identifier(in: #require(Link("https://x.example.org/open?kind=album&id=7"))) == nil)
        for wrong in ["https://x.org/", "https://{id}/", "https://x.org/{id}/{id}", "nothing {id}"] {
            #expect(throws: AlmagestError.self) { try LinkTemplate(wrong) }
        }
    }

    @Test func linksAreFoundInTextWithoutTheSentencesPunctuation() {
        let text = """
            See https://a.example.org/x. Or (http://b.example.org/y_(z))! www.c.example.org, "HTTPS://d.example.org/ü"
            nothttp://e.example.org https://localhost/f https://a.example.org/x
            """
        #expect(
            Link.links(in: text).map(\.key) == [
                "//a.example.org/x", "//b.example.org/y_%28z%29", "//www.c.example.org", "//d.example.org/%C3%BC",
            ])
    }

    @Test func aTextOfNothingButLinksIsBounded() {
        let text = (0..<10_000).map { "https://x\($0).org/ " }.joined()
        #expect(Link.links(in: text).count == Link.maximumInText)
    }
}
