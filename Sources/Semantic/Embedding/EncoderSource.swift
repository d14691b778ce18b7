import Foundation
import Synchronization

/// Loads the model when it is first used, and lets go of it.
final class EncoderSource: Sendable {
    let location: ModelLocation
    let description: ModelDescription
    let tokenizer: TokenizerSource
    let precision: InferencePrecision
    /// How many inferences can run at the same time.
    let streams: Int

    private struct State {
        var encoder: Encoder?
        var lastUse = ContinuousClock.now
        var onLoad: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())
    /// Held while the model is loaded; `state` isn't, so that whoever only asks does not wait for that.
    private let loading = Mutex<Void>(())

    init(
        location: ModelLocation, description: ModelDescription, tokenizer: TokenizerSource,
        precision: InferencePrecision, streams: Int
    ) {
        self.location = location
        self.description = description
        self.tokenizer = tokenizer
        self.precision = precision
        self.streams = streams
    }

    /// Calls `action` whenever the model has been loaded.
    func whenLoaded(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onLoad = action } }

    /// The loaded model. Whoever needs it meanwhile waits on its thread, so never call this from Swift's own threads.
    func encoder() throws(SemanticError) -> Encoder {
        if let encoder = used() { return encoder }
        return try loading.withLock { _ throws(SemanticError) in
            if let encoder = used() { return encoder }
            let encoder = try Encoder(
                location: location, description: description, precision: precision, streams: streams)
            let onLoad = state.withLock { state in
                state.encoder = encoder
                state.lastUse = .now
                return state.onLoad
            }
            onLoad?()
            return encoder
        }
    }

    /// The model if it is loaded; it stays so for as long as after any use.
    @discardableResult
    func used() -> Encoder? {
        state.withLock { state in
            state.lastUse = .now
            return state.encoder
        }
    }

    var isLoaded: Bool { state.withLock { $0.encoder != nil } }

    /// When it may be let go of, if nothing uses it until then; nil when it isn't loaded.
    func deadline(idle: Duration) -> ContinuousClock.Instant? {
        state.withLock { $0.encoder == nil ? nil : $0.lastUse + idle }
    }

    /// Lets go of it; sessions still hold it.
    func release() {
        let encoder = state.withLock { state in
            defer { state.encoder = nil }
            return state.encoder
        }
        // Freed outside the lock.
        withExtendedLifetime(encoder) {}
    }
}

/// Reads the tokenizer when it is first used, and keeps it: some 2 MB.
final class TokenizerSource: Sendable {
    private let file: URL
    private let loaded = Mutex<WordPieceTokenizer?>(nil)

    init(file: URL) { self.file = file }

    func tokenizer() throws(SemanticError) -> WordPieceTokenizer {
        try loaded.withLock { loaded throws(SemanticError) in
            if let loaded { return loaded }
            let made = try WordPieceTokenizer(file: file)
            loaded = made
            return made
        }
    }
}
