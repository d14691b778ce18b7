import AppIntents
import Foundation
import Testing

@Suite struct AppShortcutTests {
    @Test func aPhraseIsSaidWithTheAppsNameAndWithWhateverIsSuggested() async throws {
        #expect(
            try await NoteShortcuts.spokenPhrases(applicationName: "Notes") == [
                "Write something in Notes", "Open Sectioned in Notes", "Open Sectioned in Notes",
                "Write a low note in Notes", "Write a high note in Notes",
            ])
        #expect(NoteShortcuts.appShortcuts.map(\.shortTitle.text) == ["Write", "Open", "Hurry"])
        #expect(NoteShortcuts.appShortcuts.first?.intent is PlainIntent)
        #expect(NoteShortcuts.negativePhrases.map(\.text) == ["Write me off"])
        #expect(NoteShortcuts.shortcutTileColor == .lime)
        NoteShortcuts.updateAppShortcutParameters()
    }

    @Test func whatNoAppMayHaveIsSaid() async throws {
        func said(_ type: (some AppShortcutsProvider).Type) async throws -> String {
            try await #require(throws: AppShortcutError.self) { try await type.spokenPhrases(applicationName: "A") }
                .description
        }
        #expect(try await said(ManyShortcuts.self) == "An app has at most 10 shortcuts, these are 11.")
        #expect(
            try await said(NamelessShortcut.self)
                == #"“Write it down” does not name the app: put \(.applicationName) into it."#)
        #expect(
            try await said(CrowdedShortcut.self)
                == #"“… for … in \(.applicationName)” has several parameters; a phrase has at most one."#)
    }
}

private struct OpenSectionIntent: AppIntent {
    static let title: LocalizedStringResource = "Open"
    @Parameter(title: "Section") var section: SectionedEntity?
    @Parameter(title: "Urgency") var urgency: Urgency
    func perform() async throws -> some IntentResult { .result() }
}

private struct NoteShortcuts: AppShortcutsProvider {
    static let shortcutTileColor: ShortcutTileColor = .lime
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: PlainIntent(), phrases: ["Write something in \(.applicationName)"], shortTitle: "Write",
            systemImageName: "pencil")
        AppShortcut(
            intent: OpenSectionIntent(), phrases: ["Open \(\.$section) in \(.applicationName)"], shortTitle: "Open",
            systemImageName: "book")
        if true {
            AppShortcut(
                intent: NoteIntent(), phrases: ["Write a \(\.$urgency) note in \(.applicationName)"],
                shortTitle: "Hurry", systemImageName: "hare")
        }
    }
    static var negativePhrases: [NegativeAppShortcutPhrase] { "Write me off" }
}

private struct ManyShortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        (0..<11).map {
            AppShortcut(
                intent: PlainIntent(), phrases: ["Write in \(.applicationName)"], shortTitle: "Write \($0)",
                systemImageName: "pencil")
        }
    }
}

private struct NamelessShortcut: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(intent: PlainIntent(), phrases: ["Write it down"], shortTitle: "Write", systemImageName: "pencil")
    }
}

private struct CrowdedShortcut: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: OpenSectionIntent(), phrases: ["\(\.$urgency) for \(\.$section) in \(.applicationName)"],
            shortTitle: "Open", systemImageName: "book")
    }
}
