import Foundation
import Synchronization

/// How a value is shown to people.
///
///     DisplayRepresentation(title: "\(playlist.title)", subtitle: "12 songs", image: .init(systemName: "music.note"))
public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    public var title: LocalizedStringResource
    public var subtitle: LocalizedStringResource?
    public var image: Image?
    public var synonyms: [LocalizedStringResource]
    /// Fetches the image when somebody wants to see it.
    private var lazyImage: LazyImage?

    public init(
        title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.synonyms = synonyms
    }

    /// With an image that is fetched only when it is to be shown.
    public init(
        title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil,
        synonyms: [LocalizedStringResource] = [], image: @escaping @Sendable () async throws -> Image?
    ) {
        self.init(title: title, subtitle: subtitle, synonyms: synonyms)
        lazyImage = LazyImage(fetch: image)
    }

    public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(stringLiteral: value)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
    }

    /// Parts of a representation.
    public struct Components: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let text = Components(rawValue: 1)
        public static let image = Components(rawValue: 2)
    }

    /// Only those parts; a lazy image is fetched when it is among them.
    ///
    /// - Throws: what fetching the image throws.
    public func resolved(_ components: Components = [.text, .image]) async throws -> DisplayRepresentation {
        var shown = self
        shown.lazyImage = nil
        if !components.contains(.image) {
            shown.image = nil
        } else if image == nil, let lazyImage {
            shown.image = try await lazyImage.fetch()
        }
        if !components.contains(.text) {
            shown.subtitle = nil
            shown.synonyms = []
        }
        return shown
    }

    private struct LazyImage: Hashable, Sendable {
        let fetch: @Sendable () async throws -> Image?
        // Closures can't be compared: what they belong to is.
        static func == (a: LazyImage, b: LazyImage) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }
}

extension DisplayRepresentation {
    /// A picture by name, link or bytes.
    public struct Image: Hashable, Codable, Sendable {
        public enum DisplayStyle: String, Hashable, Codable, Sendable { case `default`, circular }
        enum Source: Hashable, Codable, Sendable {
            case named(String), system(String), data(Data), url(URL)
        }
        let source: Source
        public var isTemplate: Bool?
        public var displayStyle: DisplayStyle
        /// Points.
        public var width: Double?
        public var height: Double?

        init(_ source: Source, _ isTemplate: Bool?, _ displayStyle: DisplayStyle) {
            self.source = source
            self.isTemplate = isTemplate
            self.displayStyle = displayStyle
        }

        public init(named name: String, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.named(name), isTemplate, displayStyle)
        }
        public init(systemName: String, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.system(systemName), isTemplate, displayStyle)
        }
        public init(data: Data, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.data(data), isTemplate, displayStyle)
        }
        public init(url: URL, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.url(url), isTemplate, displayStyle)
        }
        public init(
            url: URL, width: Double, height: Double, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default
        ) {
            self.init(.url(url), isTemplate, displayStyle)
            self.width = width
            self.height = height
        }
    }
}
