import AlmagestEntities
import Foundation
import TestDaemons
import Testing

/// Which app a program is: by `ALMAGEST_BUNDLE`, else by its code, else by the manifest that names it.
@Suite struct BundleTests {
    /// The environment of somebody whose manifests name the provider of the tests.
    private func person(_ manifest: String) throws -> (home: String, environment: [String: String]) {
        let home = FileManager.default.temporaryDirectory.path + "/bundle-\(UUID().uuidString)"
        let folder = home + "/almagest/providers.d"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(manifest.utf8).write(to: URL(fileURLWithPath: folder + "/stars.json"))
        return (home, ["XDG_CONFIG_HOME": home, "HOME": home])
    }

    @Test func theEnvironmentComesBeforeTheCodeAndThatBeforeTheManifest() async throws {
        let (home, environment) = try person(
            #"{"bundle":"org.example.Installed","command":["\#(StartedProvider.program)"]}"#)
        defer { try? FileManager.default.removeItem(atPath: home) }
        #expect(try await StartedProvider("good", environment: environment).bundle == "org.example.Installed")
        #expect(try await StartedProvider("named", environment: environment).bundle == "org.example.Named")
        let told = environment.merging(["ALMAGEST_BUNDLE": "org.example.Told"]) { _, new in new }
        #expect(try await StartedProvider("named", environment: told).bundle == "org.example.Told")
    }

    @Test(arguments: [
        #"{"bundle":"org.example.A","command":["/usr/bin/other"]}"#,
        #"{"bundle":"org.example.A","bundle":"org.example.B","command":["PROGRAM"]}"#, "{",
    ])
    func whereNothingSaysItTheProgramEndsWithTheThreeWays(_ manifest: String) async throws {
        let (home, environment) = try person(manifest.replacing("PROGRAM", with: StartedProvider.program))
        defer { try? FileManager.default.removeItem(atPath: home) }
        let provider = try StartedProvider("good", environment: environment)
        await #expect(throws: AlmagestError.self) { try await provider.bundle }
        let said = provider.said()
        let program = URL(fileURLWithPath: StartedProvider.program).resolvingSymlinksInPath().path
        #expect(
            said.contains(
                "The app's bundle is not known. (Set ALMAGEST_BUNDLE, or CSSearchableIndex.bundleIdentifier in code, or "
                    + "install a manifest in providers.d that names \(program).)"), "\(said)")
    }
}
