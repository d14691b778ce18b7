import Foundation

/// Places and positions.
extension CSSearchableItemAttributeSet {
    /// A synopsis to be published.
    public var headline: String? {
        get { self["headline"] }
        set { self["headline"] = newValue }
    }
    /// Editorial instructions.
    public var instructions: String? {
        get { self["instructions"] }
        set { self["instructions"] = newValue }
    }
    /// Street.
    public var thoroughfare: String? {
        get { self["thoroughfare"] }
        set { self["thoroughfare"] = newValue }
    }
    /// Number in the street.
    public var subThoroughfare: String? {
        get { self["subThoroughfare"] }
        set { self["subThoroughfare"] = newValue }
    }
    /// Postal code.
    public var postalCode: String? {
        get { self["postalCode"] }
        set { self["postalCode"] = newValue }
    }
    /// City.
    public var city: String? {
        get { self["city"] }
        set { self["city"] = newValue }
    }
    /// State or province.
    public var stateOrProvince: String? {
        get { self["stateOrProvince"] }
        set { self["stateOrProvince"] = newValue }
    }
    /// Country.
    public var country: String? {
        get { self["country"] }
        set { self["country"] = newValue }
    }
    /// The whole address.
    public var fullyFormattedAddress: String? {
        get { self["fullyFormattedAddress"] }
        set { self["fullyFormattedAddress"] = newValue }
    }
    /// Metres above the sea (WGS 84).
    public var altitude: NSNumber? {
        get { self["altitude"] }
        set { self["altitude"] = newValue }
    }
    /// Degrees north (WGS 84).
    public var latitude: NSNumber? {
        get { self["latitude"] }
        set { self["latitude"] = newValue }
    }
    /// Degrees east (WGS 84).
    public var longitude: NSNumber? {
        get { self["longitude"] }
        set { self["longitude"] = newValue }
    }
    /// Kilometres an hour.
    public var speed: NSNumber? {
        get { self["speed"] }
        set { self["speed"] = newValue }
    }
    /// When it happened.
    public var timestamp: Date? {
        get { self["timestamp"] }
        set { self["timestamp"] = newValue }
    }
    /// Direction of the image in degrees from true north.
    public var imageDirection: NSNumber? {
        get { self["imageDirection"] }
        set { self["imageDirection"] = newValue }
    }
    /// Name of the place.
    public var namedLocation: String? {
        get { self["namedLocation"] }
        set { self["namedLocation"] = newValue }
    }
    /// Direction of travel in degrees from true north.
    public var gpsTrack: NSNumber? {
        get { self["gpsTrack"] }
        set { self["gpsTrack"] = newValue }
    }
    /// Status of the receiver.
    public var gpsStatus: String? {
        get { self["gpsStatus"] }
        set { self["gpsStatus"] = newValue }
    }
    /// Mode of measurement.
    public var gpsMeasureMode: String? {
        get { self["gpsMeasureMode"] }
        set { self["gpsMeasureMode"] = newValue }
    }
    /// Dilution of precision.
    public var gpsdop: NSNumber? {
        get { self["gpsdop"] }
        set { self["gpsdop"] = newValue }
    }
    /// Geodetic datum.
    public var gpsMapDatum: String? {
        get { self["gpsMapDatum"] }
        set { self["gpsMapDatum"] = newValue }
    }
    /// Latitude of the destination.
    public var gpsDestLatitude: NSNumber? {
        get { self["gpsDestLatitude"] }
        set { self["gpsDestLatitude"] = newValue }
    }
    /// Longitude of the destination.
    public var gpsDestLongitude: NSNumber? {
        get { self["gpsDestLongitude"] }
        set { self["gpsDestLongitude"] = newValue }
    }
    /// Bearing to the destination.
    public var gpsDestBearing: NSNumber? {
        get { self["gpsDestBearing"] }
        set { self["gpsDestBearing"] = newValue }
    }
    /// Distance to the destination.
    public var gpsDestDistance: NSNumber? {
        get { self["gpsDestDistance"] }
        set { self["gpsDestDistance"] = newValue }
    }
    /// How the position was found.
    public var gpsProcessingMethod: String? {
        get { self["gpsProcessingMethod"] }
        set { self["gpsProcessingMethod"] = newValue }
    }
    /// Name of the area.
    public var gpsAreaInformation: String? {
        get { self["gpsAreaInformation"] }
        set { self["gpsAreaInformation"] = newValue }
    }
    /// When the position was found.
    public var gpsDateStamp: Date? {
        get { self["gpsDateStamp"] }
        set { self["gpsDateStamp"] = newValue }
    }
    /// Whether a differential correction was used.
    public var gpsDifferental: NSNumber? {
        get { self["gpsDifferental"] }
        set { self["gpsDifferental"] = newValue }
    }
}

extension AttributeTable {
    static let places: [Attribute] = [
        Attribute("headline", .text, \.headline),
        Attribute("instructions", .text, \.instructions),
        Attribute("thoroughfare", .text, \.thoroughfare),
        Attribute("subThoroughfare", .text, \.subThoroughfare),
        Attribute("postalCode", .text, \.postalCode),
        Attribute("city", .text, \.city),
        Attribute("stateOrProvince", .text, \.stateOrProvince),
        Attribute("country", .text, \.country),
        Attribute("fullyFormattedAddress", .text, \.fullyFormattedAddress),
        Attribute("altitude", .number, \.altitude),
        Attribute("latitude", .number, \.latitude),
        Attribute("longitude", .number, \.longitude),
        Attribute("speed", .number, \.speed),
        Attribute("timestamp", .date, \.timestamp),
        Attribute("imageDirection", .number, \.imageDirection),
        Attribute("namedLocation", .text, \.namedLocation),
        Attribute("gpsTrack", .number, \.gpsTrack),
        Attribute("gpsStatus", .text, \.gpsStatus),
        Attribute("gpsMeasureMode", .text, \.gpsMeasureMode),
        Attribute("gpsdop", .number, \.gpsdop),
        Attribute("gpsMapDatum", .text, \.gpsMapDatum),
        Attribute("gpsDestLatitude", .number, \.gpsDestLatitude),
        Attribute("gpsDestLongitude", .number, \.gpsDestLongitude),
        Attribute("gpsDestBearing", .number, \.gpsDestBearing),
        Attribute("gpsDestDistance", .number, \.gpsDestDistance),
        Attribute("gpsProcessingMethod", .text, \.gpsProcessingMethod),
        Attribute("gpsAreaInformation", .text, \.gpsAreaInformation),
        Attribute("gpsDateStamp", .date, \.gpsDateStamp),
        Attribute("gpsDifferental", .number, \.gpsDifferental),
    ]
}
