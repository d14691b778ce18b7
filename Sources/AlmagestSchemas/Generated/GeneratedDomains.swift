// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas. Change that, then run it.

extension SchemaDomain {
    static let generated: [SchemaDomain] = [
        .audio,
        .calendar,
        .journal,
        .mail,
        .messages,
        .photos,
        .system,
    ]
}
