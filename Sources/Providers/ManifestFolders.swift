import AlmagestEntities
import Foundation

/// The folders that manifests are read from, those of the person before those of the system.
public struct ManifestFolders: Sendable {
    public let paths: [String]

    public init(_ paths: [String]) { self.paths = paths }

    /// `providers.d` beside the configuration file, in `$XDG_CONFIG_HOME/almagest` and in `/usr/share/almagest`.
    public static func resolve(
        configuration: URL, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ManifestFolders {
        var paths = [configuration.deletingLastPathComponent().path + "/providers.d"]
        if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") {
            paths.append(home + "/almagest/providers.d")
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            paths.append(home + "/.config/almagest/providers.d")
        }
        paths.append("/usr/share/almagest/providers.d")
        var seen = Set<String>()
        return ManifestFolders(paths.filter { seen.insert($0).inserted })
    }

    /// What the folders hold.
    public struct Contents: Sendable {
        /// The first of each bundle, in the order of the folders.
        public var manifests: [ProviderManifest] = []
        /// Files that are wrong, each with what is.
        public var faults: [(file: String, error: AlmagestError)] = []
    }

    /// Largest file that is read.
    private static let maximumBytes = 1 << 20

    /// Reads every `*.json`; a wrong file does not spoil the others.
    public func read() -> Contents {
        var contents = Contents()
        var bundles = Set<ExactName>()
        for file in files() {
            do throws(AlmagestError) {
                guard let data = FileManager.default.contents(atPath: file.path) else {
                    throw AlmagestError(.noPermission, "The file cannot be read.")
                }
                guard data.count <= Self.maximumBytes else {
                    throw AlmagestError(.tooLarge, "A manifest has at most \(Self.maximumBytes) bytes.")
                }
                let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
                let manifest = try ProviderManifest(json: Array(data), folder: folder)
                if bundles.insert(ExactName(manifest.bundle)).inserted { contents.manifests.append(manifest) }
            } catch {
                contents.faults.append((file.path, error))
            }
        }
        return contents
    }

    /// Changes whenever a manifest is added, changed or taken away.
    var signature: Int {
        var hasher = Hasher()
        for file in files() {
            hasher.combine(file.path)
            hasher.combine(file.modified)
            hasher.combine(file.size)
        }
        return hasher.finalize()
    }

    private struct File {
        var path: String
        var modified: Date
        var size: Int
    }

    private func files() -> [File] {
        paths.flatMap { folder -> [File] in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { $0.hasSuffix(".json") }.sorted().prefix(1_000).compactMap { name in
                let path = folder + "/" + name
                guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
                return File(
                    path: path, modified: attributes[.modificationDate] as? Date ?? .distantPast,
                    size: (attributes[.size] as? NSNumber)?.intValue ?? 0)
            }
        }
    }
}
