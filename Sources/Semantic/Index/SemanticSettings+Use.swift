import Settings

extension EmbedderSettings {
    /// As configured.
    init(_ settings: SemanticSettings) {
        self.init()
        threads = settings.threads
        niceness = Int32(settings.niceness)
        precision =
            switch settings.precision {
            case .auto: nil
            case .f32: .f32
            case .bf16: .bf16
            }
        // 0 keeps the model; a year is as good.
        idle = .seconds(settings.unloadAfterSeconds == 0 ? 31_536_000 : settings.unloadAfterSeconds)
        batchTime = .milliseconds(settings.batchMilliseconds)
    }
}

extension EmbeddedText.Limits {
    /// As configured.
    init(_ settings: SemanticSettings) {
        self.init()
        passages = settings.maximumPassages
        tokens = settings.passageTokens
        overlap = settings.passageOverlap
    }
}
