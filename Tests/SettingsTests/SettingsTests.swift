import AlmagestEntities
import Foundation
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
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let root = try decoder.decode(ConfigurationValue.self, from: Data(contentsOf: shippedFile))
        #expect(Set(paths(of: root, "")) == Set(Settings.keys))
        #expect(Settings.keys.count == Set(Settings.keys).count)
        #expect(Settings.keys.contains("lexical.weights.title"))
    }

    private func paths(of value: ConfigurationValue, _ path: String) -> [String] {
        guard case .object(let members) = value else { return [path] }
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
