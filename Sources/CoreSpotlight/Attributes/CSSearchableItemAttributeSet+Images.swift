import Foundation

/// Photographs and other images.
extension CSSearchableItemAttributeSet {
    /// Height in pixels.
    public var pixelHeight: NSNumber? {
        get { self["pixelHeight"] }
        set { self["pixelHeight"] = newValue }
    }
    /// Width in pixels.
    public var pixelWidth: NSNumber? {
        get { self["pixelWidth"] }
        set { self["pixelWidth"] = newValue }
    }
    /// Number of pixels.
    public var pixelCount: NSNumber? {
        get { self["pixelCount"] }
        set { self["pixelCount"] = newValue }
    }
    /// Color space, such as `RGB`.
    public var colorSpace: String? {
        get { self["colorSpace"] }
        set { self["colorSpace"] = newValue }
    }
    /// Bits of a sample.
    public var bitsPerSample: NSNumber? {
        get { self["bitsPerSample"] }
        set { self["bitsPerSample"] = newValue }
    }
    /// Whether the flash was used.
    public var isFlashOn: NSNumber? {
        get { self["flashOn"] }
        set { self["flashOn"] = newValue }
    }
    /// Focal length in millimetres.
    public var focalLength: NSNumber? {
        get { self["focalLength"] }
        set { self["focalLength"] = newValue }
    }
    /// Whether the focal length is that of 35 mm film.
    public var isFocalLength35mm: NSNumber? {
        get { self["focalLength35mm"] }
        set { self["focalLength35mm"] = newValue }
    }
    /// Maker of the camera.
    public var acquisitionMake: String? {
        get { self["acquisitionMake"] }
        set { self["acquisitionMake"] = newValue }
    }
    /// Model of the camera.
    public var acquisitionModel: String? {
        get { self["acquisitionModel"] }
        set { self["acquisitionModel"] = newValue }
    }
    /// Owner of the camera.
    public var cameraOwner: String? {
        get { self["cameraOwner"] }
        set { self["cameraOwner"] = newValue }
    }
    /// Model of the lens.
    public var lensModel: String? {
        get { self["lensModel"] }
        set { self["lensModel"] = newValue }
    }
    /// ISO speed.
    public var isoSpeed: NSNumber? {
        get { self["isoSpeed"] }
        set { self["isoSpeed"] = newValue }
    }
    /// 0 landscape, 1 portrait.
    public var orientation: NSNumber? {
        get { self["orientation"] }
        set { self["orientation"] = newValue }
    }
    /// Names of layers.
    public var layerNames: [String]? {
        get { self["layerNames"] }
        set { self["layerNames"] = newValue }
    }
    /// 0 automatic, 1 by hand.
    public var whiteBalance: NSNumber? {
        get { self["whiteBalance"] }
        set { self["whiteBalance"] = newValue }
    }
    /// Aperture as an APEX value.
    public var aperture: NSNumber? {
        get { self["aperture"] }
        set { self["aperture"] = newValue }
    }
    /// Name of the color profile.
    public var profileName: String? {
        get { self["profileName"] }
        set { self["profileName"] = newValue }
    }
    /// Dots an inch across.
    public var resolutionWidthDPI: NSNumber? {
        get { self["resolutionWidthDPI"] }
        set { self["resolutionWidthDPI"] = newValue }
    }
    /// Dots an inch down.
    public var resolutionHeightDPI: NSNumber? {
        get { self["resolutionHeightDPI"] }
        set { self["resolutionHeightDPI"] = newValue }
    }
    /// 0 automatic, 1 by hand, 2 bracketed.
    public var exposureMode: NSNumber? {
        get { self["exposureMode"] }
        set { self["exposureMode"] = newValue }
    }
    /// Exposure in seconds.
    public var exposureTime: NSNumber? {
        get { self["exposureTime"] }
        set { self["exposureTime"] = newValue }
    }
    /// Version of the EXIF header.
    public var exifVersion: String? {
        get { self["exifVersion"] }
        set { self["exifVersion"] = newValue }
    }
    /// Version of the GPS header.
    public var exifgpsVersion: String? {
        get { self["exifgpsVersion"] }
        set { self["exifgpsVersion"] = newValue }
    }
    /// Whether it has an alpha channel.
    public var hasAlphaChannel: NSNumber? {
        get { self["hasAlphaChannel"] }
        set { self["hasAlphaChannel"] = newValue }
    }
    /// Whether red eyes were corrected.
    public var isRedEyeOn: NSNumber? {
        get { self["redEyeOn"] }
        set { self["redEyeOn"] = newValue }
    }
    /// How light was metered.
    public var meteringMode: String? {
        get { self["meteringMode"] }
        set { self["meteringMode"] = newValue }
    }
    /// Smallest f-number of the lens as an APEX value.
    public var maxAperture: NSNumber? {
        get { self["maxAperture"] }
        set { self["maxAperture"] = newValue }
    }
    /// Focal length by the diameter of the aperture.
    public var fNumber: NSNumber? {
        get { self["fNumber"] }
        set { self["fNumber"] = newValue }
    }
    /// Program of the exposure.
    public var exposureProgram: String? {
        get { self["exposureProgram"] }
        set { self["exposureProgram"] = newValue }
    }
    /// The exposure as text, such as `1/250 s`.
    public var exposureTimeString: String? {
        get { self["exposureTimeString"] }
        set { self["exposureTimeString"] = newValue }
    }
}

extension AttributeTable {
    static let images: [Attribute] = [
        Attribute("pixelHeight", .number, \.pixelHeight),
        Attribute("pixelWidth", .number, \.pixelWidth),
        Attribute("pixelCount", .number, \.pixelCount),
        Attribute("colorSpace", .text, \.colorSpace),
        Attribute("bitsPerSample", .number, \.bitsPerSample),
        Attribute("flashOn", .flag, \.isFlashOn),
        Attribute("focalLength", .number, \.focalLength),
        Attribute("focalLength35mm", .flag, \.isFocalLength35mm),
        Attribute("acquisitionMake", .text, \.acquisitionMake),
        Attribute("acquisitionModel", .text, \.acquisitionModel),
        Attribute("cameraOwner", .text, \.cameraOwner),
        Attribute("lensModel", .text, \.lensModel),
        Attribute("isoSpeed", .number, \.isoSpeed),
        Attribute("orientation", .number, \.orientation),
        Attribute("layerNames", .texts, \.layerNames),
        Attribute("whiteBalance", .number, \.whiteBalance),
        Attribute("aperture", .number, \.aperture),
        Attribute("profileName", .text, \.profileName),
        Attribute("resolutionWidthDPI", .number, \.resolutionWidthDPI),
        Attribute("resolutionHeightDPI", .number, \.resolutionHeightDPI),
        Attribute("exposureMode", .number, \.exposureMode),
        Attribute("exposureTime", .number, \.exposureTime),
        Attribute("exifVersion", .text, \.exifVersion),
        Attribute("exifgpsVersion", .text, \.exifgpsVersion),
        Attribute("hasAlphaChannel", .flag, \.hasAlphaChannel),
        Attribute("redEyeOn", .flag, \.isRedEyeOn),
        Attribute("meteringMode", .text, \.meteringMode),
        Attribute("maxAperture", .number, \.maxAperture),
        Attribute("fNumber", .number, \.fNumber),
        Attribute("exposureProgram", .text, \.exposureProgram),
        Attribute("exposureTimeString", .text, \.exposureTimeString),
    ]
}
