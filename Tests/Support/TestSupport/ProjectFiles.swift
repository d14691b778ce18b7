import Foundation

/// The project's own files and the test collections beside it.
public enum ProjectFiles {
    /// The folder of `Package.swift`.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of published test collections; nil where it is absent, and the tests that read it are skipped.
    public static let sharedData: URL? = {
        let given = ProcessInfo.processInfo.environment["ALMAGEST_SHARED_DATA"].map { URL(filePath: $0) }
        let folder = given ?? root.deletingLastPathComponent().appending(path: "shared/data")
        return FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) ? folder : nil
    }()
}
