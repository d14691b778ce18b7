import AlmagestEntities
import AlmagestSchemas
import Foundation
import Glibc

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
        /// Files that manifests name, whether they are right or not.
        var named: [String] = []
    }

    /// Largest file that is read.
    private static let maximumBytes = 1 << 20

    /// Reads every `*.json` and what it names; a wrong file does not spoil the others.
    public func read() -> Contents {
        var contents = Contents()
        var bundles = Set<ExactName>()
        for file in files() {
            // The file that is at fault.
            var path = file.path
            do throws(AlmagestError) {
                let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
                var manifest = try ProviderManifest(json: Self.bytes(of: path), folder: folder)
                if let schemas = manifest.schemaFile {
                    contents.named.append(schemas)
                    path = schemas
                    let json = try Self.bytes(of: path)
                    let domain = try SchemaFile.domain(json)
                    path = file.path
                    try manifest.take(domain, from: json)
                }
                if bundles.insert(ExactName(manifest.bundle)).inserted { contents.manifests.append(manifest) }
            } catch {
                contents.faults.append((path, error))
            }
        }
        return contents
    }

    private static func bytes(of path: String) throws(AlmagestError) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw AlmagestError(errno == ENOENT ? .notFound : .noPermission, "The file cannot be read.")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw AlmagestError(.invalidParameter, "This is no file.") }
        let data: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            // Of an empty one there is nothing.
            data = try file.read(upToCount: maximumBytes + 1) ?? Data()
        } catch {
            throw AlmagestError(.noPermission, "The file cannot be read.")
        }
        guard data.count <= maximumBytes else {
            throw AlmagestError(.tooLarge, "Such a file has at most \(maximumBytes) bytes.")
        }
        return Array(data)
    }

    /// Changes whenever a manifest, or a file that one names, is added, changed or taken away.
    func signature(with named: [String]) -> Int {
        var hasher = Hasher()
        for file in files() + named.compactMap(File.init) {
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

        /// Nil when there is none.
        init?(_ path: String) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
            self.path = path
            modified = attributes[.modificationDate] as? Date ?? .distantPast
            size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        }
    }

    private func files() -> [File] {
        paths.flatMap { folder -> [File] in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schemas.json") }.sorted().prefix(1_000)
                .compactMap { File(folder + "/" + $0) }
        }
    }
}
