import Foundation
import TestSupport
import Testing

@testable import Lexical

/// Relevance over published collections, where they are.
@Suite(.enabled(if: ProjectFiles.sharedData != nil), .serialized)
struct RelevanceTests {
    @Test(
        "nDCG@10 stays above its floor",
        arguments: [
            ("adi", 0.42), ("cranfield", 0.33), ("xquad-ar", 0.925), ("xquad-de", 0.925), ("xquad-en", 0.925),
            ("xquad-ru", 0.925), ("xquad-zh", 0.925),
        ])
    func floor(_ name: String, _ least: Double) async throws {
        let value = try await Collection(name).nDCG()
        #expect(value >= least, "\(name) \(value)")
    }

    /// For tuning: `ALMAGEST_LEXICAL_SWEEP='k1=1.2 title=1;…' ` prints every collection for each setting.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["ALMAGEST_LEXICAL_SWEEP"] != nil))
    func sweep() async throws {
        let sweep = ProcessInfo.processInfo.environment["ALMAGEST_LEXICAL_SWEEP"] ?? ""
        let names =
            ProcessInfo.processInfo.environment["ALMAGEST_LEXICAL_COLLECTIONS"]
            ?? "adi cisi cranfield nfcorpus npl locomo madial qmsum timelineqa xquad-ar xquad-de xquad-en xquad-ru xquad-zh"
        let collections = try names.split(separator: " ").map { (String($0), try Collection(String($0))) }
        for line in sweep.split(separator: ";", omittingEmptySubsequences: false) {
            var settings = LexicalParameters()
            for pair in line.split(separator: " ") {
                let parts = pair.split(separator: "=")
                let value = Double(parts[1]) ?? 0
                switch parts[0] {
                case "k1": settings.k1 = value
                case "b": settings.b = value
                case "title": settings.fields.title = UInt32(value)
                case "other": settings.otherForm = value
                case "exact": settings.exactBonus = value
                case "gram": settings.gramWeight = value
                case "compound": settings.compoundWeight = value
                default: Issue.record("unknown setting \(parts[0])")
                }
            }
            var all: [Double] = []
            var text = ""
            for (name, collection) in collections {
                let value = try await collection.nDCG(settings, scoped: name == "qmsum")
                all.append(value)
                text += " \(name) " + String(format: "%.4f", value)
            }
            print("[\(line)] mean", String(format: "%.4f", all.reduce(0, +) / Double(all.count)), text)
        }
    }
}
