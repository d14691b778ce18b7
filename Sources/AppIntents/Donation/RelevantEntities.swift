import AlmagestEntities
import CoreSpotlight
import Foundation

/// What entities are relevant for.
public struct AppEntityContext: Hashable, Sendable {
    public struct AudioContext: Hashable, Sendable {
        let name: String
        public static let nowPlaying = AudioContext(name: "nowPlaying")
    }

    let kind: String
    let detail: [String: String]

    public static func audio(_ context: AudioContext) -> AppEntityContext {
        AppEntityContext(kind: "audio", detail: ["audio": context.name])
    }

    /// A workout, by its kind of activity, such as `running`.
    public static func workout(activityType: String) -> AppEntityContext {
        AppEntityContext(kind: "workout", detail: ["activityType": activityType])
    }

    func write(to writer: inout JSONWriter) {
        writer.key("context")
        writer.beginObject()
        writer.key("kind")
        writer.string(kind)
        for (name, value) in detail.sorted(by: { $0.key < $1.key }) {
            writer.key(name)
            writer.string(value)
        }
        writer.endObject()
    }
}

/// Says which entities matter in a situation, until that is taken back.
public struct RelevantEntities: Sendable {
    public static let shared = RelevantEntities()

    private init() {}

    /// Replaces what was said for that context; an empty list clears it.
    ///
    /// - Throws: `AlmagestError`, `invalidIdentifier` for a transient entity.
    public func updateEntities(_ entities: [any AppEntity], for context: AppEntityContext) async throws {
        try await send("relevant.update", entities, context)
    }

    /// Takes entities out of all contexts.
    public func removeEntities(_ entities: [any AppEntity]) async throws {
        try await send("relevant.remove", entities, nil)
    }

    /// Takes entities out of one context.
    public func removeEntities(_ entities: [any AppEntity], from context: AppEntityContext) async throws {
        try await send("relevant.remove", entities, context)
    }

    public func removeAllEntities() async throws { try await send("relevant.remove", nil, nil) }

    public func removeAllEntities(for context: AppEntityContext) async throws {
        try await send("relevant.remove", nil, context)
    }

    private func send(_ call: String, _ entities: [any AppEntity]?, _ context: AppEntityContext?) async throws {
        func identifier<Content: AppEntity>(_ entity: Content) -> EntityIdentifier { EntityIdentifier(for: entity) }
        let link = try DaemonLink.shared()
        let identifiers = try entities?.map { try identifier($0).entityID() }
        let parameters = CallParameters.object { writer in
            writer.key("bundle")
            writer.string(link.bundle)
            context?.write(to: &writer)
            if let identifiers { CallParameters.write(identifiers, as: "entities", to: &writer) }
        }
        _ = try await link.write(call, parameters).value
    }
}
