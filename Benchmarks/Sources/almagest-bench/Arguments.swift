import Foundation

/// What stops a measurement.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// An operation and its `--name value` options.
struct Arguments {
    let operation: String
    private let values: [String: String]

    init(_ arguments: ArraySlice<String>) throws(BenchmarkError) {
        var rest = arguments
        guard let operation = rest.popFirst() else { throw BenchmarkError("Which operation? --help lists them.") }
        self.operation = operation
        var values: [String: String] = [:]
        while let name = rest.popFirst() {
            guard name.hasPrefix("--"), let value = rest.popFirst() else {
                throw BenchmarkError("\(name): an option and its value are expected.")
            }
            values[String(name.dropFirst(2))] = value
        }
        self.values = values
    }

    func text(_ name: String) -> String? { values[name] }

    func file(_ name: String) throws(BenchmarkError) -> URL {
        guard let path = values[name] else { throw BenchmarkError("--\(name) is missing.") }
        return URL(filePath: path)
    }

    func number(_ name: String, default number: Int) throws(BenchmarkError) -> Int {
        guard let text = values[name] else { return number }
        guard let value = Int(text), value >= 0 else { throw BenchmarkError("--\(name): a number is expected.") }
        return value
    }

    /// A folder for files of this run, removed by the caller.
    func scratch() throws -> URL {
        let parent = values["scratch"].map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
        let folder = parent.appending(path: "almagest-bench-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
