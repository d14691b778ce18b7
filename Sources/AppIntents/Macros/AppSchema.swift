/// Schemas by their names in Swift: `.calendar.event`.
///
/// A name that a domain doesn't have is let through to the macros, which know the nearest one.
public enum AppSchema {
    public struct Entity: Hashable, Sendable {
        /// `domain.name`.
        public let name: String
    }
    public struct Intent: Hashable, Sendable {
        /// `domain.name`.
        public let name: String
    }
    public struct Enum: Hashable, Sendable {
        /// `domain.name`.
        public let name: String
    }
}

/// The older name of `AppSchema`.
public typealias AssistantSchemas = AppSchema
