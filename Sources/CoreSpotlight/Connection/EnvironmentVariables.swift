import Glibc

/// Variables of the environment by their names: reading all of them takes longer than making an entity.
enum EnvironmentVariables {
    static func values(_ names: String...) -> [String: String] {
        var found: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }
}
