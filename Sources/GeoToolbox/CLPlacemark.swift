import Foundation

/// A place with the parts of its address.
public final class CLPlacemark: Hashable, Sendable {
    public let name: String?
    public let latitude: Double?
    public let longitude: Double?
    public let thoroughfare: String?
    public let locality: String?
    public let administrativeArea: String?
    public let postalCode: String?
    public let country: String?

    public init(
        name: String? = nil, coordinate: CLLocationCoordinate2D? = nil, thoroughfare: String? = nil,
        locality: String? = nil, administrativeArea: String? = nil, postalCode: String? = nil, country: String? = nil
    ) {
        self.name = name
        latitude = coordinate?.latitude
        longitude = coordinate?.longitude
        self.thoroughfare = thoroughfare
        self.locality = locality
        self.administrativeArea = administrativeArea
        self.postalCode = postalCode
        self.country = country
    }

    /// The address on one line; nil when no part of it is known.
    public var address: String? {
        let parts = [thoroughfare, postalCode, locality, administrativeArea, country].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var parts: [String?] {
        [
            name, thoroughfare, locality, administrativeArea, postalCode, country, latitude.map { "\($0)" },
            longitude.map { "\($0)" },
        ]
    }

    public static func == (a: CLPlacemark, b: CLPlacemark) -> Bool { a.parts == b.parts }
    public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}
