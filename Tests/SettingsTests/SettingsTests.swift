import AlmagestEntities
import Foundation
import TestSupport
import Testing

@testable import Settings

@Suite("Settings")
struct SettingsTests {
    private func decode(_ text: String) throws(AlmagestError) -> Settings { try Settings(json5: Data(text.utf8)) }

    private func fault(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> AlmagestError? {
        #expect(throws: AlmagestError.self, sourceLocation: sourceLocation) { try decode(text) }
    }

    private var shippedFile: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("config/almagest.json5")
    }

    @Test("The file that is shipped says exactly the defaults")
    func shippedDefaults() throws {
        #expect(try Settings(contentsOf: shippedFile) == Settings())
    }

    @Test("The file that is shipped has every key, each behind a comment of its own or its section's")
    func shippedKeys() throws {
        let root = try JSON5Reader.read([UInt8](Data(contentsOf: shippedFile)))
        #expect(Set(paths(of: root, "")) == Set(Settings.keys))
        #expect(Settings.keys.count == Set(Settings.keys).count)
        #expect(Settings.keys.contains("lexical.weights.title"))
    }

    private func paths(of value: ConfigurationValue, _ path: String) -> [String] {
        guard case .object(let members) = value.content else { return [path] }
        return members.flatMap { paths(of: $0.value, path.isEmpty ? $0.key : "\(path).\($0.key)") }
    }

    @Test("What is given is taken, what is left out keeps its default")
    func partial() throws {
        let settings = try decode(
            """
            {
              // People comment,
              limits: { 'connections': 0x10, },
              semantic: { enabled: false, modelPath: "/models/m", precision: "bf16" }, /* and trail commas */
              lexical: { weights: { title: 7 }, b: .5 },
            }
            """)
        var expected = Settings()
        expected.limits.connections = 16
        expected.semantic.enabled = false
        expected.semantic.modelPath = "/models/m"
        expected.semantic.precision = .bf16
        expected.lexical.weights.title = 7
        expected.lexical.b = 0.5
        #expect(settings == expected)
        #expect(try decode("{}") == Settings())
    }

    @Test(
        "A key that does not exist is named, with the one that was meant",
        arguments: [
            ("{lexcial: {}}", "lexcial", "lexical"),
            ("{limits: {conections: 5}}", "limits.conections", "connections"),
            ("{lexical: {weights: {Title: 5}}}", "lexical.weights.Title", "title"),
            ("{daemon: {loglevel: 'info'}}", "daemon.loglevel", "logLevel"),
        ])
    func unknownKeys(text: String, path: String, meant: String) {
        let error = fault(text)
        #expect(error?.name == .unknownParameter)
        #expect(error?.path == path)
        #expect(error?.hint == "Did you mean “\(meant)”?")
    }

    @Test("A key that is like no other gets the list of those there are")
    func strangeKey() {
        #expect(fault("{search: {colour: 1}}")?.hint?.contains("snippetScalars") == true)
    }

    @Test(
        "A wrong type or a value out of range is an error with its path",
        arguments: [
            ("{limits: {connections: 'many'}}", "limits.connections"),
            ("{limits: {connections: 1.5}}", "limits.connections"),
            ("{limits: {connections: 0}}", "limits.connections"),
            ("{limits: {connections: true}}", "limits.connections"),
            ("{limits: {connections: null}}", "limits.connections"),
            ("{limits: {messageBytes: 1e300}}", "limits.messageBytes"),
            ("{limits: {messageBytes: NaN}}", "limits.messageBytes"),
            ("{limits: []}", "limits"),
            ("{lexical: {b: 1.1}}", "lexical.b"),
            ("{lexical: {k1: Infinity}}", "lexical.k1"),
            ("{semantic: {enabled: 1}}", "semantic.enabled"),
            ("{semantic: {precision: 'f16'}}", "semantic.precision"),
            ("{semantic: {modelPath: 3}}", "semantic.modelPath"),
            ("{daemon: {logLevel: {}}}", "daemon.logLevel"),
        ])
    func wrongValues(text: String, path: String) {
        let error = fault(text)
        #expect(error?.name == .invalidParameter)
        #expect(error?.path == path)
    }

    @Test("What is not JSON5 is an error, not a crash", arguments: ["", "//", "{", "[1]x", "{a:}", "{'a: 1}", "\u{0}"])
    func notJSON5(text: String) {
        #expect(fault(text)?.name == .parseError)
    }

    @Test(
        "Every fault says line, column, key and what is wrong",
        arguments: [
            (
                "{\n  limits: {\n    connections: 5,\n    'connections': 6}}", 4, 5, "limits.connections",
                "first in line 3, column 5"
            ),
            ("{limits: {connections: 5}, limits: {}}", 1, 28, "limits", "the key “limits” stands twice"),
            ("{lexical: {b: 0.5, \\u0062: 0.6}}", 1, 20, "lexical.b", "first in line 1, column 12"),
            (
                "{\r\n limits: {\r messageBytes: 1e999}}", 3, 16, "limits.messageBytes",
                "is 1e999, not a whole number from 1024 to"
            ),
            ("{lexical: {k1: 1e999}}", 1, 16, "lexical.k1", "is 1e999, not a number from 0.0 to 10.0"),
            ("{lexical: {k1: -Infinity}}", 1, 16, "lexical.k1", "is -Infinity, not a number"),
            ("{limits: {messageBytes: NaN}}", 1, 25, "limits.messageBytes", "is NaN, not a whole number"),
            ("{limits: {messageBytes: -5}}", 1, 25, "limits.messageBytes", "is -5, not a whole number from 1024"),
            (
                "{limits: {messageBytes: 0xFFFFFFFFFFFFFFFFFF}}", 1, 25, "limits.messageBytes",
                "is 0xFFFFFFFFFFFFFFFFFF, not"
            ),
            ("{limits: {connections: 1.5}}", 1, 24, "limits.connections", "is 1.5, not a whole number from 1 to 65536"),
            ("{limits: {connections: '5'}}", 1, 24, "limits.connections", "is a text, not a whole number from 1"),
            ("{limits: {connections: 0x}}", 1, 24, "limits.connections", "“0x” is no number"),
            ("{limits: {connections: 010}}", 1, 24, "limits.connections", "“010” is no number"),
            ("{limits: {connections: 5 6}}", 1, 26, "limits", "expected a comma or }, found “6”"),
            ("{daemon: {logLevel: info}}", 1, 21, "daemon.logLevel", "“info” is no value; a text stands in quotes"),
            ("{daemon: {logLevel: 'in\nfo'}}", 1, 21, "daemon.logLevel", "no closing quote in its line"),
            ("{semantic: {modelPath: '\\uD800'}}", 1, 25, "semantic.modelPath", "half of a surrogate pair"),
            ("{/* ü */ search: {\n// é\n  colour: 1}}", 3, 3, "search.colour", "There is no setting “colour”"),
            ("{limits: []}", 1, 10, "limits", "is a list, not an object"),
            ("{limits", 1, 8, "limits", "ends where a colon should be"),
            ("{limits: {connections: 1}", 1, 26, nil, "ends where a comma or } should be"),
            ("{} /* ", 1, 4, nil, "a comment has no end"),
            ("[]", 1, 1, nil, "is a list, not an object"),
        ] as [(String, Int, Int, String?, String)])
    func places(text: String, line: Int, column: Int, path: String?, message: String) {
        let error = fault(text)
        #expect(error?.line == line)
        #expect(error?.path == path)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix("(column \(column)).") == true, "\(error?.message ?? "")")
    }

    @Test("Bytes that are not UTF-8 are an error with their place")
    func notUTF8() {
        let error = #expect(throws: AlmagestError.self) {
            try Settings(json5: Data(Array("{\n// é".utf8) + [0xC3, 0x28] + Array("\n}".utf8)))
        }
        #expect(error?.line == 2)
        #expect(error?.message.hasSuffix("not UTF-8 (column 5).") == true)
    }

    @Test("An error in a file names the file first")
    func faultInAFile() throws {
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "almagest.json5")
        try Data("{\n  limits: {\n    connections: 'many'\n  }\n}".utf8).write(to: file)
        let error = #expect(throws: AlmagestError.self) { try Settings(contentsOf: file) }
        #expect(
            error?.description
                == "\(file.path): line 3: limits.connections: The setting is a text, not a whole number from 1 to 65536 (column 18)."
        )
    }

    @Test("What is JSON5 but no object is an error", arguments: ["[]", "3", "'text'", "null"])
    func notAnObject(text: String) {
        #expect(fault(text)?.name == .invalidParameter)
    }

    @Test("A file that is missing is an error only if somebody named it")
    func missingFile() throws {
        let file = URL(fileURLWithPath: "/nowhere/almagest.json5")
        #expect(try Settings(contentsOf: file, required: false) == Settings())
        let error = #expect(throws: AlmagestError.self) { try Settings(contentsOf: file) }
        #expect(error?.name == .notFound)
    }

    @Test("Log levels are ordered from silent to talkative")
    func logLevels() {
        #expect(DaemonSettings.LogLevel.allCases.sorted() == [.error, .warning, .info, .debug])
    }
}
