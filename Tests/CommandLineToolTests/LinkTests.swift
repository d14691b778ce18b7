import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// Which donated links may be shown as such, and opened.
@Suite struct LinkTests {
    @Test(
        arguments: [
            ("https://example.org/a?b#c", true, true), ("http://example.org", true, true), ("tel:+49-30-1", true, true),
            ("mailto:glow@example.org", true, true), ("cometcal://event/8F3A", true, true), ("x-app.a+b:1", true, true),
            ("HTTPS://example.org", true, true), ("https://example.org/Z\u{FC}rich", false, true),
            ("javascript:alert(1)", false, false), ("JAVAscript:alert(1)", false, false),
            ("data:text/html,x", false, false),
            ("vbscript:x", false, false), ("view-source:javascript:x", false, false),
            ("file:///nonexistent", false, false),
            ("file://host/etc/passwd", false, false), ("file:///bin/sh", false, false), ("FILE:///etc", false, true),
            ("file:///etc/passwd", false, true), ("file:///etc/../bin/sh", false, false),
        ])
    func schemes(_ text: String, isShown: Bool, isOpened: Bool) throws {
        let link = try #require(Link(text))
        #expect(link.isShown == isShown)
        #expect(link.isOpened == isOpened)
    }

    @Test(
        arguments: [
            "", ":", "example.org", "/etc/passwd", "--help", "-h:x", "1a:b", " javascript:x", "java\nscript:x",
            "javascript\u{200B}:x", "https://a b", "https://a\u{1B}]8;;", "\u{FC}ber:x",
        ])
    func whatHasNoSchemeIsNoLink(_ text: String) { #expect(Link(text) == nil) }

    @Test func aProgramOrAStarterIsNotOpenedBehindALink() throws {
        let folder = try ScratchFolder()
        let starter = folder.url.appending(path: "a.desktop")
        try Data("[Desktop Entry]".utf8).write(to: starter)
        let linked = folder.url.appending(path: "note.txt")
        try FileManager.default.createSymbolicLink(at: linked, withDestinationURL: starter)
        let plain = folder.url.appending(path: "plain.txt")
        try Data("x".utf8).write(to: plain)
        #expect(Link(starter.absoluteString)?.isOpened == false)
        #expect(Link(linked.absoluteString)?.isOpened == false)
        #expect(Link(plain.absoluteString)?.isOpened == true)
        #expect(Link(folder.url.absoluteString)?.isOpened == true)
    }
}
