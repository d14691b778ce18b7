internal import AlmagestEntities
import Foundation
import Glibc
import Synchronization

/// Who the app is to the daemon.
enum AppBundle {
    private static let configured = Mutex<String?>(nil)
    private static let installed = Mutex<String?>(nil)

    /// What the app said in code.
    static var inCode: String? {
        get { configured.withLock { $0 } }
        set { configured.withLock { $0 = newValue } }
    }

    /// `ALMAGEST_BUNDLE`, else what was configured in code, else that of the manifest which names the executable.
    ///
    /// - Throws: `missingParameter` with the three ways, or `invalidIdentifier`.
    static func identifier() throws(AlmagestError) -> String {
        try identifier(
            environment: EnvironmentVariables.values("ALMAGEST_BUNDLE", "XDG_CONFIG_HOME", "HOME"), inCode: inCode)
    }

    static func identifier(environment: [String: String], inCode: String?) throws(AlmagestError) -> String {
        let found: String?
        if let named = environment["ALMAGEST_BUNDLE"], !named.isEmpty {
            found = named
        } else {
            found = inCode ?? installedBundle(environment)
        }
        guard let found else {
            throw AlmagestError(
                .missingParameter, "The app's bundle is not known.",
                hint: "Set ALMAGEST_BUNDLE, or CSSearchableIndex.bundleIdentifier in code, or install a manifest in "
                    + "providers.d that names \(executable ?? "this program").")
        }
        try EntityID(bundle: found, type: "x", id: "x").validate()
        return found
    }

    private static func installedBundle(_ environment: [String: String]) -> String? {
        installed.withLock { known in
            if known == nil, let executable { known = bundle(of: executable, in: folders(environment)) }
            return known
        }
    }

    private static var executable: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    /// Where manifests are, the person's own first.
    static func folders(_ environment: [String: String]) -> [String] {
        let configuration =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.config"
        return [configuration + "/almagest/providers.d", "/usr/share/almagest/providers.d"]
    }

    /// The bundle of the manifest whose command starts that program.
    static func bundle(of executable: String, in folders: [String]) -> String? {
        let wanted = resolved(executable, beside: "/")
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            // As the daemon reads the folder.
            for name in names.sorted() where name.hasSuffix(".json") && !name.hasSuffix(".schemas.json") {
                guard let manifest = read(folder + "/" + name),
                    resolved(manifest.program, beside: folder).hasSameBytes(as: wanted)
                else { continue }
                return manifest.bundle
            }
        }
        return nil
    }

    private static let maximumManifestBytes = 1 << 20

    /// What of a manifest matters here; nil for one that the daemon would not read either, such as with a key twice.
    private static func read(_ path: String) -> (bundle: String, program: String)? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumManifestBytes,
            let data = FileManager.default.contents(atPath: path), let root = try? JSONDocument(Array(data)).root,
            let bundle = root["bundle"]?.string,
            let program = root["command"]?.elements.first(where: { _ in true })?.string
        else { return nil }
        return (bundle, program)
    }

    /// The file that a command means: a bare name is looked up in PATH, a relative path in the manifest's folder.
    private static func resolved(_ command: String, beside folder: String) -> String {
        var path = command.hasPrefix("/") ? command : folder + "/" + command
        if !command.contains("/") {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            let candidates = folders.map { "\($0)/\(command)" }
            path = candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? path
        }
        return URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
