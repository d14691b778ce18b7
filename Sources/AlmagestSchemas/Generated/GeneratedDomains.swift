// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas. Change that, then run it.

extension SchemaDomain {
    static let generated: [SchemaDomain] = [
        .assistant,
        .audio,
        .books,
        .browser,
        .calendar,
        .camera,
        .clock,
        .files,
        .journal,
        .mail,
        .maps,
        .messages,
        .notes,
        .phone,
        .photos,
        .presentation,
        .reader,
        .reminders,
        .spreadsheet,
        .system,
        .visualIntelligence,
        .whiteboard,
        .wordProcessor,
    ]
}
