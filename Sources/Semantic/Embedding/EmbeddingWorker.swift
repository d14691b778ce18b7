import Threads

/// One thread that embeds.
actor EmbeddingWorker {
    private let executor: ThreadExecutor
    private let source: EncoderSource
    private var session: EncoderSession?
    private var encoder: Encoder?

    init(name: String, niceness: Int32, source: EncoderSource) {
        executor = ThreadExecutor(name: name, niceness: niceness)
        self.source = source
    }

    deinit { executor.stop() }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Texts as tokens of the model.
    func tokens(of texts: [String]) throws(SemanticError) -> [[Int32]] {
        let tokenizer = try source.tokenizer.tokenizer()
        return texts.map { tokenizer.encode($0, maximumLength: source.description.maximumLength) }
    }

    /// The vectors of one batch, in the order of its texts, and how long it took.
    func vectors(of batch: TokenBatch) throws(SemanticError) -> (vectors: [[Float]], took: Duration) {
        let start = ContinuousClock.now
        let vectors = try currentSession().vectors(
            of: batch.texts, rows: batch.rows, length: batch.length, padding: source.tokenizer.tokenizer().padding)
        return (vectors, ContinuousClock.now - start)
    }

    /// The vector of one text; not computed for whoever gave up while others were served.
    func vector(of text: String) throws(SemanticError) -> [Float] {
        if Task.isCancelled { throw .cancelled }
        let tokenizer = try source.tokenizer.tokenizer()
        let tokens = tokenizer.encode(text, maximumLength: source.description.maximumLength)
        let length = TokenBatch.paddedLength(tokens.count, lengths: TokenBatch.queryLengths)
        return try currentSession().vectors(of: [tokens], rows: 1, length: length, padding: tokenizer.padding)
            .first ?? []
    }

    /// Lets go of the model.
    func release() {
        session = nil
        encoder = nil
    }

    private func currentSession() throws(SemanticError) -> EncoderSession {
        let newest = try source.encoder()
        if let session, encoder === newest { return session }
        let made = try EncoderSession(encoder: newest)
        session = made
        encoder = newest
        return made
    }
}
