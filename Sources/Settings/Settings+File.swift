import AlmagestEntities
import Foundation

extension Settings {
    /// Decodes JSON5. Keys that are unknown or given twice, wrong types and values out of range are errors with line,
    /// column and the key's path.
    public init(json5: Data) throws(AlmagestError) {
        let root = try JSON5Reader.read([UInt8](json5))
        guard case .object(let members) = root.content else {
            throw AlmagestError(
                .invalidParameter, "The configuration is \(root.kind), not an object (column \(root.place.column)).",
                line: root.place.line)
        }
        self.init()
        var reader = SectionReader(members: members, path: "")
        try read(from: &reader)
        try reader.finish()
    }

    /// Reads a file of JSON5. One that isn't there is an error only if `required`; otherwise it means the defaults.
    public init(contentsOf file: URL, required: Bool = true) throws(AlmagestError) {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
            if isMissing && !required {
                self.init()
                return
            }
            throw AlmagestError(
                isMissing ? .notFound : .noPermission,
                isMissing
                    ? "There is no configuration at \(file.path)."
                    : "The configuration at \(file.path) cannot be read.",
                hint: error.localizedDescription)
        }
        do {
            try self.init(json5: data)
        } catch {
            // The file stands before the line.
            var said = error
            said.hint = nil
            throw AlmagestError(error.name, "\(file.path): \(said)", hint: error.hint)
        }
    }
}
