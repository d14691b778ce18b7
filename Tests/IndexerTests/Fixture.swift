import AlmagestEntities
import AlmagestSchemas
import Catalog
import Foundation
import Indexer
import TestSupport

/// A catalog in a folder of its own with an indexer over it.
final class Fixture: Sendable {
    let folder: ScratchFolder
    let catalog: Catalog
    let indexer: Indexer

    static let app = "org.example.Notes"

    /// - Parameter started: whether the projections are driven from the beginning.
    init(_ projections: RecordedProjection..., started: Bool = true) async throws {
        folder = try ScratchFolder()
        catalog = try await Catalog(directory: folder.url, checkMerged: Indexer.mergeCheck(AppSchemas()))
        indexer = Indexer(catalog: catalog, projections: projections)
        if started { try await indexer.start() }
    }

    /// Donates entities with these titles, which are their identifiers too unless there is one for all.
    @discardableResult
    func donate(
        _ titles: [String], id: String? = nil, bundle: String = app, interactive: Bool = false
    ) async throws -> Seq {
        let entities = titles.map {
            #"{"bundle":"\#(bundle)","type":"Note","id":"\#(id ?? $0)","display":{"title":"\#($0)"}}"#
        }
        let prepared = try indexer.prepare(JSONDocument("[\(entities.joined(separator: ","))]").root, from: nil)
        return try await indexer.write(prepared, atomic: true, batch: nil, interactive: interactive).seq
    }

    /// Whether what was written at `seq` can be found in the projection within a minute.
    func reaches(_ seq: Seq, in projection: RecordedProjection) async -> Bool {
        await indexer.wait(for: seq, in: [projection.name], until: .now + .seconds(60)).isEmpty
    }

    func state(of projection: RecordedProjection) throws -> ProjectionState {
        guard let state = indexer.states.first(where: { $0.name == projection.name }) else {
            throw AlmagestError(.notFound, "There is no projection \(projection.name).")
        }
        return state
    }

    func close() async {
        await indexer.close()
        await catalog.close()
    }
}

func titles(_ range: ClosedRange<Int>, _ word: String = "note") -> [String] { range.map { "\(word)\($0)" } }
