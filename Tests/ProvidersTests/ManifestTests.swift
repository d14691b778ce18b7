import AlmagestEntities
import Testing

@testable import Providers

@Suite struct ManifestTests {
    private func read(_ json: String) throws(AlmagestError) -> ProviderManifest {
        try ProviderManifest(json: Array(json.utf8), folder: "/opt/app")
    }

    @Test func everythingThatAManifestSaysIsRead() throws {
        let manifest = try read(
            """
            {"bundle": "org.example.CometCal", "name": "CometCal",
             "types": [{"type": "EventEntity", "schema": "calendar.event",
                        "links": ["https://cometcal.example.org/event/{id}"]}, {"type": "CalendarEntity"}],
             "calls": ["entities", "provider.open"], "command": ["bin/provider", "--quiet"], "targets": ["extension"]}
            """)
        #expect(manifest.name == "CometCal")
        #expect(manifest.schema(of: "EventEntity") == "calendar.event")
        #expect(manifest.schema(of: "CalendarEntity") == nil)
        #expect(manifest.calls == [.entities, .open])
        #expect(manifest.command == ["/opt/app/bin/provider", "--quiet"])
        #expect(manifest.targets == [.extension])
        let link = try #require(Link("http://CometCal.example.org/event/8F%33A/?from=mail"))
        #expect(manifest.entity(for: link)?.text == "org.example.CometCal/EventEntity/8F3A")
    }

    @Test(arguments: [
        (#"[]"#, AlmagestError.Name.invalidParameter, String?.none),
        (#"{"#, .parseError, nil),
        (#"{"name":"x"}"#, .missingParameter, "bundle"),
        (#"{"bundle":""}"#, .invalidParameter, "bundle"),
        (#"{"bundle":"b","comand":["x"]}"#, .unknownParameter, "comand"),
        (#"{"bundle":"b","types":[{"schema":"x"}]}"#, .missingParameter, "types[0].type"),
        (#"{"bundle":"b","types":[{"type":"t","links":["https://x.org/"]}]}"#, .invalidParameter, "types[0].links[0]"),
        (#"{"bundle":"b","calls":["fly"]}"#, .invalidParameter, "calls[0]"),
        (#"{"bundle":"b","targets":["widget"]}"#, .invalidParameter, "targets[0]"),
        (#"{"bundle":"b","command":[7]}"#, .invalidParameter, "command[0]"),
    ])
    func whatIsWrongIsSaidWithItsPlace(_ json: String, _ name: AlmagestError.Name, _ path: String?) {
        let error = #expect(throws: AlmagestError.self) { try read(json) }
        #expect(error?.name == name)
        if let path { #expect(error?.path == path) }
    }
}
