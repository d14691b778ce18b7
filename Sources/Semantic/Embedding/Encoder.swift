import COpenVINO
import Foundation

/// A loaded model. It goes from memory with the last reference to it and to its sessions.
final class Encoder: @unchecked Sendable {
    // Unchecked: the compiled model is only read after `init`; making sessions is thread-safe in the library.
    fileprivate let handle: OpaquePointer
    let description: ModelDescription
    private let library: InferenceLibrary
    private let weights: String

    /// Reads and compiles the model; takes some tenths of a second.
    init(
        location: ModelLocation, description: ModelDescription, precision: InferencePrecision, streams: Int
    ) throws(SemanticError) {
        self.description = description
        let library = try InferenceLibrary.open(location.library)
        let graph = location.model.appending(path: "model.xml").path
        let weights = location.model.appending(path: "model.bin").resolvingSymlinksInPath().path
        self.library = library
        self.weights = weights
        handle = try InferenceLibrary.withMessage(SemanticError.modelUnavailable) {
            almagest_ov_load(library.handle, graph, weights, precision.rawValue, Int32(streams), $0, $1)
        }
        // Loading leaves some 10 MB behind.
        almagest_ov_release_heap()
    }

    deinit {
        almagest_ov_unload(handle)
        almagest_ov_release_pages(library.folder.resolvingSymlinksInPath().path)
        almagest_ov_release_heap()
    }

    /// Gives back the pages of the weights file: what was read from it is held in another form by now.
    func releaseWeights() { almagest_ov_release_pages(weights) }
}

/// One inference at a time with a model; lives on one thread.
final class EncoderSession {
    private let encoder: Encoder
    private let handle: OpaquePointer
    private var shapes: Set<[Int]> = []

    init(encoder: Encoder) throws(SemanticError) {
        self.encoder = encoder
        handle = try InferenceLibrary.withMessage(SemanticError.inferenceFailed) {
            almagest_ov_request_make(encoder.handle, $0, $1)
        }
    }

    deinit { almagest_ov_request_free(handle) }

    /// The vectors of texts given as tokens, in their order, each of length 1.
    ///
    /// They are computed as one batch of `rows` × `length`: the fewer different shapes, the less memory the library keeps.
    func vectors(
        of texts: [[Int32]], rows: Int, length: Int, padding: Int32
    ) throws(SemanticError) -> [[Float]] {
        let dimensions = encoder.description.dimensions
        var ids: UnsafeMutablePointer<Int64>?
        var mask: UnsafeMutablePointer<Int64>?
        var output: UnsafePointer<Float>?
        var count = 0
        let written: Void? = try InferenceLibrary.withMessage(SemanticError.inferenceFailed) {
            almagest_ov_request_inputs(handle, rows, length, &ids, &mask, $0, $1) ? () : nil
        }
        guard written != nil, let ids, let mask else { throw .inferenceFailed("no inputs") }
        for row in 0..<rows {
            let text = row < texts.count ? texts[row] : []
            for place in 0..<length {
                let isToken = place < text.count
                ids[row * length + place] = Int64(isToken ? text[place] : padding)
                mask[row * length + place] = isToken ? 1 : 0
            }
        }
        let ran: Void? = try InferenceLibrary.withMessage(SemanticError.inferenceFailed) {
            almagest_ov_request_run(handle, &output, &count, $0, $1) ? () : nil
        }
        guard ran != nil, let output, count == rows * length * dimensions else {
            throw .inferenceFailed("the model gives \(count) numbers for \(rows) × \(length) tokens")
        }
        if shapes.insert([rows, length]).inserted { encoder.releaseWeights() }
        return texts.indices.map { row in
            let tokens = UnsafeBufferPointer(
                start: output + row * length * dimensions, count: min(texts[row].count, length) * dimensions)
            return pool(tokens, dimensions: dimensions)
        }
    }

    /// The vector of a text from those of its tokens.
    private func pool(_ tokens: UnsafeBufferPointer<Float>, dimensions: Int) -> [Float] {
        var vector = [Float](repeating: 0, count: dimensions)
        let counted = encoder.description.pooling == .cls ? min(tokens.count, dimensions) : tokens.count
        for start in stride(from: 0, to: counted, by: dimensions) {
            for i in 0..<dimensions { vector[i] += tokens[start + i] }
        }
        // The mean differs from the sum in length alone, and the length becomes 1.
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 0, length.isFinite else { return [Float](repeating: 0, count: dimensions) }
        for i in 0..<dimensions { vector[i] /= length }
        return vector
    }
}
