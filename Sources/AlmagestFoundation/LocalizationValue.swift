import Foundation

extension String {
    /// A text with places for values, as string literals and interpolation make it.
    ///
    ///     let value: String.LocalizationValue = "\(3) songs"   // key "%lld songs", text "3 songs"
    public struct LocalizationValue: Hashable, Codable, Sendable, ExpressibleByStringInterpolation {
        /// The key in tables of translations: places are `%@`, `%lld` or `%lf`.
        public let key: String
        /// The text in the language that it was written in.
        public let text: String

        public init(stringLiteral value: String) {
            key = value
            text = value
        }

        public init(_ value: String) { self.init(stringLiteral: value) }

        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            text = stringInterpolation.text
        }

        /// Collects the parts of an interpolated literal.
        public struct StringInterpolation: StringInterpolationProtocol, Sendable {
            var key = ""
            var text = ""

            public init(literalCapacity: Int, interpolationCount: Int) {
                text.reserveCapacity(literalCapacity + interpolationCount * 8)
            }

            public mutating func appendLiteral(_ literal: String) {
                key += literal
                text += literal
            }

            public mutating func appendInterpolation(_ value: some Any) { append("%@", String(describing: value)) }
            public mutating func appendInterpolation(_ value: some StringProtocol) { append("%@", String(value)) }
            public mutating func appendInterpolation(_ value: LocalizedStringResource) { append("%@", value.text) }
            public mutating func appendInterpolation(_ value: some BinaryInteger) { append("%lld", "\(value)") }
            public mutating func appendInterpolation(_ value: some BinaryFloatingPoint) { append("%lf", "\(value)") }

            public mutating func appendInterpolation<Value>(_ value: Value?) {
                append("%@", value.map { String(describing: $0) } ?? "")
            }

            /// A value in a format such as `.dateTime`.
            public mutating func appendInterpolation<Style: FormatStyle>(_ value: Style.FormatInput, format: Style)
            where Style.FormatOutput == String {
                append("%@", format.format(value))
            }

            /// A number as C's `printf` writes it: `\(x, specifier: "%.1f")`.
            public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
                append(specifier, String(format: specifier, value))
            }

            private mutating func append(_ place: String, _ value: String) {
                key += place
                text += value
            }
        }
    }

    /// The text in the language that it was written in; there are no tables of translations here.
    public init(localized value: LocalizationValue, comment: StaticString? = nil) { self = value.text }

    /// The text in the language that it was written in; there are no tables of translations here.
    public init(localized resource: LocalizedStringResource) { self = resource.text }
}
