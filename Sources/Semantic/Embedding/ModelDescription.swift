import AlmagestEntities
import Foundation

/// What `model.json` says of an embedding model.
public struct ModelDescription: Sendable, Hashable {
    /// How the vectors of tokens become the vector of a text.
    public enum Pooling: String, Sendable {
        /// Their mean.
        case mean
        /// That of the first token.
        case cls
    }

    public var name: String
    /// A hash of the weights and of how they are used: vectors of different identities must not be compared.
    public var identity: String
    /// Length of a vector.
    public var dimensions: Int
    /// Tokens of a text, the model's own included; the rest is left out.
    public var maximumLength: Int
    public var pooling: Pooling
    /// Put before what is searched for, and before what is searched.
    public var queryPrefix: String
    public var passagePrefix: String
    /// What its cosines say beside those of another model.
    let scale: CosineScale

    /// Reads `model.json` in the model's folder.
    public init(folder: URL) throws(SemanticError) {
        let file = folder.appending(path: "model.json")
        do {
            let json = try JSONDocument([UInt8](Data(contentsOf: file))).root
            name = try json.required("name", at: "").string(at: "name")
            identity = try json.required("identity", at: "").string(at: "identity")
            dimensions = Int(try json.required("dimensions", at: "").integer(at: "dimensions", in: 1...8192))
            maximumLength = Int(try json.required("maximumLength", at: "").integer(at: "maximumLength", in: 8...8192))
            let pooling = try json.required("pooling", at: "").string(at: "pooling")
            guard let known = Pooling(rawValue: pooling) else {
                throw SemanticError.modelUnsupported("its pooling is \(pooling)")
            }
            self.pooling = known
            queryPrefix = json["queryPrefix"]?.string ?? ""
            passagePrefix = json["passagePrefix"]?.string ?? ""
            scale = CosineScale(
                try json["unrelated"].map {
                    .init(
                        mean: try $0.required("mean", at: "unrelated").number(at: "unrelated.mean"),
                        deviation: try $0.required("deviation", at: "unrelated").number(at: "unrelated.deviation"))
                })
        } catch let error as SemanticError {
            throw error
        } catch let error as AlmagestError {
            throw .modelUnavailable("\(file.path): \(error.message)")
        } catch {
            throw .modelUnavailable("\(file.path): \(error.localizedDescription)")
        }
    }
}
