import Foundation

/// Where vectors lie: those of the configured model in the data directory itself, and those of the model before it in
/// `before/`, from the moment another model is configured until its vectors can answer.
///
/// All of it is made from the catalog: what a crash leaves halfway costs work, and loses nothing.
struct SemanticFolders: Sendable {
    let directory: URL

    var before: URL { directory.appending(path: "before") }

    /// Prepares the folders for vectors made as `wanted` says. Returns what those in `before/` were made with, if there
    /// are any that can still answer.
    func prepare(for wanted: VectorOrigin) throws -> VectorOrigin? {
        if let former = VectorOrigin(in: before) {
            if former.identity == wanted.identity {
                // Turned back before the other model was ready.
                try removeParts(in: directory)
                try moveParts(from: before, to: directory)
                try removeBefore()
            } else if !former.isThere {
                try removeBefore()
            } else if VectorOrigin(in: directory)?.identity != wanted.identity {
                // A third model: what the second one had begun can neither answer nor go on.
                try removeParts(in: directory)
            }
        } else {
            try removeBefore()
            if let own = VectorOrigin(in: directory), own.identity != wanted.identity, own.isThere {
                try FileManager.default.createDirectory(
                    at: before, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                try moveParts(from: directory, to: before)
            }
        }
        if VectorOrigin(in: directory) != wanted { try wanted.write(to: directory) }
        return VectorOrigin(in: before)
    }

    /// Removes what the model before had, once the other answers.
    func removeBefore() throws { try FileManager.default.removeItemIfThere(before) }

    private func parts(of folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0 == "vectors" || $0.hasPrefix("embeddings.sqlite")
        }
    }

    private func removeParts(in folder: URL) throws {
        // First what says what they are: parts without it are begun anew.
        try VectorOrigin.remove(from: folder)
        for name in try parts(of: folder) { try FileManager.default.removeItem(at: folder.appending(path: name)) }
    }

    private func moveParts(from source: URL, to target: URL) throws {
        for name in try parts(of: source) {
            try FileManager.default.moveItem(at: source.appending(path: name), to: target.appending(path: name))
        }
        // Last, so that parts are only taken for whole when they are.
        try VectorOrigin(in: source)?.write(to: target)
        try VectorOrigin.remove(from: source)
    }
}
