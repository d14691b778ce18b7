import AlmagestEntities
import Foundation
public import GeoToolbox

extension PlaceDescriptor: _SystemIntentValue {
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Place" }
    public var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(commonName ?? address ?? "Place")")
    }
    public func _wireValue() throws -> _WireValue? {
        .place(
            .init(
                name: commonName, latitude: try coordinate?.latitude.finite,
                longitude: try coordinate?.longitude.finite,
                address: address))
    }
    public static func _value(wire: _WireValue) -> PlaceDescriptor? {
        guard case .place(let place) = wire else { return nil }
        var representations: [PlaceRepresentation] = []
        if let latitude = place.latitude, let longitude = place.longitude {
            representations.append(.coordinate(.init(latitude: latitude, longitude: longitude)))
        }
        if let address = place.address { representations.append(.address(address)) }
        return PlaceDescriptor(representations: representations, commonName: place.name)
    }
}

extension CLPlacemark: _IntentValue {
    public typealias ValueType = CLPlacemark
    public typealias UnwrappedType = CLPlacemark
    public func _wireValue() throws -> _WireValue? {
        .place(.init(name: name, latitude: try latitude?.finite, longitude: try longitude?.finite, address: address))
    }
    public static func _value(wire: _WireValue) -> Self? {
        guard case .place(let place) = wire else { return nil }
        let point: CLLocationCoordinate2D? =
            if let latitude = place.latitude, let longitude = place.longitude {
                CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
            } else {
                nil
            }
        return CLPlacemark(name: place.name, coordinate: point, thoroughfare: place.address) as? Self
    }
}
