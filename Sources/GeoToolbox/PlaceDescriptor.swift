import Foundation

/// A point on the earth in degrees (WGS 84).
public struct CLLocationCoordinate2D: Hashable, Codable, Sendable {
    public var latitude: Double
    public var longitude: Double
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
    public init() { self.init(latitude: 0, longitude: 0) }
}

/// A place, told apart from others by where it is and by what it is called.
///
///     PlaceDescriptor(representations: [.address("Joshua Tree, CA")], commonName: "Joshua Tree")
public struct PlaceDescriptor: Hashable, Codable, Sendable {
    /// One way to say where the place is.
    public enum PlaceRepresentation: Hashable, Codable, Sendable {
        case coordinate(CLLocationCoordinate2D)
        case address(String)
        case deviceLocation(CLLocationCoordinate2D)
    }

    /// What map services call the place.
    public enum SupportingPlaceRepresentation: Hashable, Codable, Sendable {
        case serviceIdentifiers([String: String])
    }

    /// The most exact first.
    public let representations: [PlaceRepresentation]
    public let commonName: String?
    public let supportingRepresentations: [SupportingPlaceRepresentation]

    public init(
        representations: [PlaceRepresentation], commonName: String?,
        supportingRepresentations: [SupportingPlaceRepresentation] = []
    ) {
        self.representations = representations
        self.commonName = commonName
        self.supportingRepresentations = supportingRepresentations
    }

    public var coordinate: CLLocationCoordinate2D? {
        for representation in representations {
            switch representation {
            case .coordinate(let point), .deviceLocation(let point): return point
            case .address: continue
            }
        }
        return nil
    }

    public var address: String? {
        for case .address(let text) in representations { return text }
        return nil
    }

    /// The place's identifier with a map service, by the service's bundle.
    public func serviceIdentifier(for service: String) -> String? {
        for case .serviceIdentifiers(let all) in supportingRepresentations { return all[service] }
        return nil
    }
}
