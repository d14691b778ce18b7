import Foundation

/// Media of every kind, and their origin.
extension CSSearchableItemAttributeSet {
    /// Who edited it.
    public var editors: [String]? {
        get { self["editors"] }
        set { self["editors"] = newValue }
    }
    /// Who is seen in it or written about.
    public var participants: [String]? {
        get { self["participants"] }
        set { self["participants"] = newValue }
    }
    /// Projects that it is part of.
    public var projects: [String]? {
        get { self["projects"] }
        set { self["projects"] = newValue }
    }
    /// When it was downloaded.
    public var downloadedDate: Date? {
        get { self["downloadedDate"] }
        set { self["downloadedDate"] = newValue }
    }
    /// Where it came from.
    public var contentSources: [String]? {
        get { self["contentSources"] }
        set { self["contentSources"] = newValue }
    }
    /// A comment on it.
    public var comment: String? {
        get { self["comment"] }
        set { self["comment"] = newValue }
    }
    /// Its copyright.
    public var copyright: String? {
        get { self["copyright"] }
        set { self["copyright"] = newValue }
    }
    /// When it was used last.
    public var lastUsedDate: Date? {
        get { self["lastUsedDate"] }
        set { self["lastUsedDate"] = newValue }
    }
    /// When the content was made.
    public var contentCreationDate: Date? {
        get { self["contentCreationDate"] }
        set { self["contentCreationDate"] = newValue }
    }
    /// When the content changed last.
    public var contentModificationDate: Date? {
        get { self["contentModificationDate"] }
        set { self["contentModificationDate"] = newValue }
    }
    /// When it came to its place.
    public var addedDate: Date? {
        get { self["addedDate"] }
        set { self["addedDate"] = newValue }
    }
    /// Length in seconds.
    public var duration: NSNumber? {
        get { self["duration"] }
        set { self["duration"] = newValue }
    }
    /// People who have to do with it.
    public var contactKeywords: [String]? {
        get { self["contactKeywords"] }
        set { self["contactKeywords"] = newValue }
    }
    /// Codecs of the media.
    public var codecs: [String]? {
        get { self["codecs"] }
        set { self["codecs"] = newValue }
    }
    /// Kinds of media in it.
    public var mediaTypes: [String]? {
        get { self["mediaTypes"] }
        set { self["mediaTypes"] = newValue }
    }
    /// Whether it is prepared for streaming.
    public var isStreamable: NSNumber? {
        get { self["streamable"] }
        set { self["streamable"] = newValue }
    }
    /// Bits a second, all together.
    public var totalBitRate: NSNumber? {
        get { self["totalBitRate"] }
        set { self["totalBitRate"] = newValue }
    }
    /// Bits a second of the video.
    public var videoBitRate: NSNumber? {
        get { self["videoBitRate"] }
        set { self["videoBitRate"] = newValue }
    }
    /// Bits a second of the audio.
    public var audioBitRate: NSNumber? {
        get { self["audioBitRate"] }
        set { self["audioBitRate"] = newValue }
    }
    /// 0 fast start, 1 RTSP.
    public var deliveryType: NSNumber? {
        get { self["deliveryType"] }
        set { self["deliveryType"] = newValue }
    }
    /// Organizations that made it.
    public var organizations: [String]? {
        get { self["organizations"] }
        set { self["organizations"] = newValue }
    }
    /// Role of the creator.
    public var role: String? {
        get { self["role"] }
        set { self["role"] = newValue }
    }
    /// BCP 47 languages of the content; the first becomes the entity's language.
    public var languages: [String]? {
        get { self["languages"] }
        set { self["languages"] = newValue }
    }
    /// About rights held in it.
    public var rights: String? {
        get { self["rights"] }
        set { self["rights"] = newValue }
    }
    /// Who published it.
    public var publishers: [String]? {
        get { self["publishers"] }
        set { self["publishers"] = newValue }
    }
    /// Who contributed to it.
    public var contributors: [String]? {
        get { self["contributors"] }
        set { self["contributors"] = newValue }
    }
    /// Extent of the content in space or time.
    public var coverage: [String]? {
        get { self["coverage"] }
        set { self["coverage"] = newValue }
    }
    /// Out of five stars.
    public var rating: NSNumber? {
        get { self["rating"] }
        set { self["rating"] = newValue }
    }
    /// In words, such as the number of reviewers.
    public var ratingDescription: String? {
        get { self["ratingDescription"] }
        set { self["ratingDescription"] = newValue }
    }
    /// How often it was played.
    public var playCount: NSNumber? {
        get { self["playCount"] }
        set { self["playCount"] = newValue }
    }
    /// About the item.
    public var information: String? {
        get { self["information"] }
        set { self["information"] = newValue }
    }
    /// Director of a film.
    public var director: String? {
        get { self["director"] }
        set { self["director"] = newValue }
    }
    /// Producer of the content.
    public var producer: String? {
        get { self["producer"] }
        set { self["producer"] = newValue }
    }
    /// Genre, of a film for example.
    public var genre: String? {
        get { self["genre"] }
        set { self["genre"] = newValue }
    }
    /// Who performs in it.
    public var performers: [String]? {
        get { self["performers"] }
        set { self["performers"] = newValue }
    }
    /// Original format of a film.
    public var originalFormat: String? {
        get { self["originalFormat"] }
        set { self["originalFormat"] = newValue }
    }
    /// Original source of a film.
    public var originalSource: String? {
        get { self["originalSource"] }
        set { self["originalSource"] = newValue }
    }
    /// Whether it is on this machine.
    public var isLocal: NSNumber? {
        get { self["local"] }
        set { self["local"] = newValue }
    }
    /// 1 for explicit content, 0 for clean.
    public var contentRating: NSNumber? {
        get { self["contentRating"] }
        set { self["contentRating"] = newValue }
    }
    /// Link to the item; it becomes the entity's link.
    public var url: URL? {
        get { self["url"] }
        set { self["url"] = newValue }
    }
}

extension AttributeTable {
    static let media: [Attribute] = [
        Attribute("editors", .texts, \.editors),
        Attribute("participants", .texts, \.participants),
        Attribute("projects", .texts, \.projects),
        Attribute("downloadedDate", .date, \.downloadedDate),
        Attribute("contentSources", .texts, \.contentSources),
        Attribute("comment", .text, \.comment),
        Attribute("copyright", .text, \.copyright),
        Attribute("lastUsedDate", .date, \.lastUsedDate),
        Attribute("contentCreationDate", .date, \.contentCreationDate),
        Attribute("contentModificationDate", .date, \.contentModificationDate),
        Attribute("addedDate", .date, \.addedDate),
        Attribute("duration", .number, \.duration),
        Attribute("contactKeywords", .texts, \.contactKeywords),
        Attribute("codecs", .texts, \.codecs),
        Attribute("mediaTypes", .texts, \.mediaTypes),
        Attribute("streamable", .flag, \.isStreamable),
        Attribute("totalBitRate", .number, \.totalBitRate),
        Attribute("videoBitRate", .number, \.videoBitRate),
        Attribute("audioBitRate", .number, \.audioBitRate),
        Attribute("deliveryType", .number, \.deliveryType),
        Attribute("organizations", .texts, \.organizations),
        Attribute("role", .text, \.role),
        Attribute("languages", .texts, \.languages),
        Attribute("rights", .text, \.rights),
        Attribute("publishers", .texts, \.publishers),
        Attribute("contributors", .texts, \.contributors),
        Attribute("coverage", .texts, \.coverage),
        Attribute("rating", .number, \.rating),
        Attribute("ratingDescription", .text, \.ratingDescription),
        Attribute("playCount", .number, \.playCount),
        Attribute("information", .text, \.information),
        Attribute("director", .text, \.director),
        Attribute("producer", .text, \.producer),
        Attribute("genre", .text, \.genre),
        Attribute("performers", .texts, \.performers),
        Attribute("originalFormat", .text, \.originalFormat),
        Attribute("originalSource", .text, \.originalSource),
        Attribute("local", .flag, \.isLocal),
        Attribute("contentRating", .number, \.contentRating),
        Attribute("url", .link, \.url),
    ]
}
