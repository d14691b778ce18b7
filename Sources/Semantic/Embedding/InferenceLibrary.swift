import COpenVINO
import Foundation
import Synchronization

/// The inference library, opened once for each folder and never closed: its threads may outlive every model.
struct InferenceLibrary: @unchecked Sendable {
    // Unchecked: the library's functions may be called from any thread, and the pointer stays valid.
    let handle: OpaquePointer
    let folder: URL

    private static let opened = Mutex<[String: InferenceLibrary]>([:])

    /// Opens the library in a folder.
    ///
    /// - Throws: `SemanticError.libraryUnavailable`.
    static func open(_ folder: URL) throws(SemanticError) -> InferenceLibrary {
        try opened.withLock { opened throws(SemanticError) in
            if let library = opened[folder.path] { return library }
            let handle = try withMessage(SemanticError.libraryUnavailable) {
                almagest_ov_open(folder.path, $0, $1)
            }
            let library = InferenceLibrary(handle: handle, folder: folder)
            opened[folder.path] = library
            return library
        }
    }

    /// Calls a function that answers with nil and a message when it fails.
    static func withMessage<R>(
        _ error: (String) -> SemanticError, _ body: (UnsafeMutablePointer<CChar>?, Int) -> R?
    ) throws(SemanticError) -> R {
        var message = [CChar](repeating: 0, count: 1024)
        let result = message.withUnsafeMutableBufferPointer { body($0.baseAddress, $0.count) }
        guard let result else {
            let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw error(String(decoding: bytes, as: UTF8.self))
        }
        return result
    }
}

/// How exactly the model computes.
public enum InferencePrecision: String, Sendable {
    case f32, bf16

    /// bf16 where the processor multiplies it natively: half the time, cosine 0.99999 to f32.
    public static var best: InferencePrecision { almagest_ov_native_bf16() ? .bf16 : .f32 }
}
