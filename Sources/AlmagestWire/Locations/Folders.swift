import Foundation
import Glibc

/// The folders of the XDG base directory specification.
enum Folders {
    /// The value of a variable that names a folder; relative ones are invalid and ignored, as the specification says.
    static func value(_ variable: String, _ environment: [String: String]) -> String? {
        guard let path = environment[variable], path.hasPrefix("/") else { return nil }
        return path
    }

    static func home(_ environment: [String: String]) -> String {
        if let home = value("HOME", environment) { return home }
        if let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir { return String(cString: folder) }
        return "/"
    }

    /// A path as it is from anywhere.
    static func absolute(_ path: String) -> String {
        let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        return URL(fileURLWithPath: full).standardizedFileURL.path
    }
}
