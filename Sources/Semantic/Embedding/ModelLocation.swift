import Foundation

/// Where the inference library and the embedding model are.
public struct ModelLocation: Sendable, Hashable {
    /// The folder that holds libopenvino_c.so.*.
    public var library: URL
    /// The folder that holds model.json.
    public var model: URL

    public init(library: URL, model: URL) {
        self.library = library
        self.model = model
    }

    /// The model that set-up makes.
    public static let defaultModel = "all-MiniLM-L6-v2"

    /// Whether both are there, as far as names tell.
    public var isComplete: Bool { hasLibrary && Self.holdsModel(model) }

    var hasLibrary: Bool { Self.holdsLibrary(library) }

    /// Looks where they may be: at the configured paths; else beside the installed program, in `../lib/almagest` and
    /// `../share/almagest/model/NAME`; else in a `.deps` folder at or above it, as set-up leaves it in a source tree.
    ///
    /// A configured path is taken whether or not something is there: a mistake in it must be seen, not covered up.
    /// Nil when either is nowhere.
    public static func find(
        configuredLibrary: String? = nil, configuredModel: String? = nil, name: String = defaultModel,
        executable: URL = currentExecutable
    ) -> ModelLocation? {
        let folder = executable.deletingLastPathComponent()
        var libraries = [folder.appending(path: "../lib/almagest").standardizedFileURL]
        var models = [folder.appending(path: "../share/almagest/model/\(name)").standardizedFileURL]
        for above in sequence(first: folder, next: { $0.path == "/" ? nil : $0.deletingLastPathComponent() }) {
            libraries.append(above.appending(path: ".deps/openvino/lib"))
            models.append(above.appending(path: ".deps/model/\(name)"))
        }
        let library = configuredLibrary.map { URL(filePath: $0) } ?? libraries.first(where: holdsLibrary)
        let model = configuredModel.map { URL(filePath: $0) } ?? models.first(where: holdsModel)
        guard let library, let model else { return nil }
        return ModelLocation(library: library, model: model)
    }

    /// The running program, links resolved.
    public static var currentExecutable: URL { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath() }

    private static func holdsLibrary(_ folder: URL) -> Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return names?.contains { $0.hasPrefix("libopenvino_c.so") } ?? false
    }

    private static func holdsModel(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "model.json").path)
    }
}
