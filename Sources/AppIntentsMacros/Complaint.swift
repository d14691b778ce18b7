import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Something to tell whoever wrote the code, in the compiler's own form.
struct Complaint: DiagnosticMessage {
    let message: String
    let severity: DiagnosticSeverity
    /// Names the kind of complaint.
    let id: String

    var diagnosticID: MessageID { MessageID(domain: "AppIntentsMacros", id: id) }

    static func error(_ id: String, _ message: String) -> Complaint {
        Complaint(message: message, severity: .error, id: id)
    }

    static func warning(_ id: String, _ message: String) -> Complaint {
        Complaint(message: message, severity: .warning, id: id)
    }
}

/// An offer to change the code.
struct Remedy: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "AppIntentsMacros", id: "remedy") }
}

extension MacroExpansionContext {
    func say(_ complaint: Complaint, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
        diagnose(Diagnostic(node: Syntax(node), message: complaint, fixIts: fixIts))
    }
}
