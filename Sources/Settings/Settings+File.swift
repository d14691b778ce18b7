import AlmagestEntities
import Foundation

extension Settings {
    /// Decodes JSON5. Unknown keys, wrong types and values out of range are errors that name the key's path.
    public init(json5: Data) throws(AlmagestError) {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let root: ConfigurationValue
        do {
            root = try decoder.decode(ConfigurationValue.self, from: json5)
        } catch {
            throw AlmagestError(
                .parseError, "The configuration is not valid JSON5: \(Settings.reason(of: error))",
                hint: "config/almagest.json5 shows the form.")
        }
        guard case .object(let members) = root else {
            throw AlmagestError(.invalidParameter, "The configuration is \(root.kind), not an object.")
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
            throw AlmagestError(
                error.name, "\(file.path): \(error.message)", path: error.path, line: error.line, hint: error.hint)
        }
    }

    private static func reason(of error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
        if let underlying = context.underlyingError as NSError?,
            let detail = underlying.userInfo[NSDebugDescriptionErrorKey] as? String
        {
            return detail
        }
        return context.debugDescription
    }
}
