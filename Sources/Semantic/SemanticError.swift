import AlmagestEntities

/// What can keep meaning out of a search.
public enum SemanticError: Error, Sendable, Hashable {
    /// No inference library, or none that opens; the reason.
    case libraryUnavailable(String)
    /// No model is there, or it cannot be read; the reason.
    case modelUnavailable(String)
    /// The model is of a kind that this does not know.
    case modelUnsupported(String)
    /// The inference library refused to compute; its words.
    case inferenceFailed(String)
    /// It was closed meanwhile.
    case closed
    /// Whoever asked waits no longer.
    case cancelled
}

extension SemanticError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .libraryUnavailable(let reason): "The inference library is not there: \(reason)"
        case .modelUnavailable(let reason): "The embedding model is not there: \(reason)"
        case .modelUnsupported(let reason): "The embedding model can't be used: \(reason)"
        case .inferenceFailed(let reason): "Embedding failed: \(reason)"
        case .closed: "Search by meaning has been closed."
        case .cancelled: "The request was cancelled."
        }
    }
}

extension AlmagestError {
    /// For whoever asked for a search by meaning.
    public init(_ error: SemanticError) {
        let hint =
            switch error {
            case .libraryUnavailable, .modelUnavailable: "Run `make setup`, or search by word (`mode: lexical`)."
            case .modelUnsupported: "Build the model with scripts/build-model.py from a BERT encoder without case."
            case .inferenceFailed, .closed, .cancelled: nil as String?
            }
        self.init(error == .cancelled ? .cancelled : .unavailable, error.description, hint: hint)
    }
}
