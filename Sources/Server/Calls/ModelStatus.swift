import AlmagestEntities

extension StatusCalls {
    /// The model whose vectors answer, and how far those of a newly configured one are.
    func writeModels(to reply: inout JSONWriter) {
        if let name = semantic.current.modelName {
            reply.key("model")
            reply.string(name)
        }
        guard let coming = semantic.coming else { return }
        reply.key("coming")
        reply.beginObject()
        reply.key("model")
        reply.string(coming.model)
        reply.key("seq")
        reply.integer(coming.seq)
        if let failure = coming.failure {
            reply.key("message")
            reply.string(failure)
        }
        reply.endObject()
    }
}
