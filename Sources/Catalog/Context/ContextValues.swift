import AlmagestEntities

/// Where an app has announced an entity outside its own windows.
public enum AnnotationPlace: String, Sendable, CaseIterable {
    case notification, nowPlaying, alarm
}

/// An entity that its app says is relevant now.
public struct RelevantEntity: Sendable, Equatable {
    public let entity: EntityID
    public let row: RowID
    /// Kind of the context in which it is, such as `audio`.
    public let kind: String
    /// When its app last said so, in seconds since 1970.
    public let updated: Double
}

/// What one statement of entities is about; a new one of the same subject replaces it.
struct ContextSubject: Hashable, Sendable {
    enum Purpose: Int, Sendable {
        case relevance, annotation
    }

    var purpose: Purpose
    private var exactBundle: ExactName
    private var exactKind: ExactName
    private var exactDetail: ExactName

    var bundle: String { exactBundle.text }
    /// Kind of context, or the place of an annotation.
    var kind: String { exactKind.text }
    /// The rest of the context as JSON in one canonical form; empty when there is none.
    var detail: String { exactDetail.text }

    init(_ purpose: Purpose, bundle: String, kind: String, detail: String = "") {
        self.purpose = purpose
        exactBundle = ExactName(bundle)
        exactKind = ExactName(kind)
        exactDetail = ExactName(detail)
    }
}
