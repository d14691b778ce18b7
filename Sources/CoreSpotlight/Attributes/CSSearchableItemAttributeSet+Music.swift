import Foundation

/// Music.
extension CSSearchableItemAttributeSet {
    /// Samples a second.
    public var audioSampleRate: NSNumber? {
        get { self["audioSampleRate"] }
        set { self["audioSampleRate"] = newValue }
    }
    /// Number of channels.
    public var audioChannelCount: NSNumber? {
        get { self["audioChannelCount"] }
        set { self["audioChannelCount"] = newValue }
    }
    /// Beats a minute.
    public var tempo: NSNumber? {
        get { self["tempo"] }
        set { self["tempo"] = newValue }
    }
    /// Musical key, such as `F#m`.
    public var keySignature: String? {
        get { self["keySignature"] }
        set { self["keySignature"] = newValue }
    }
    /// Time signature, such as `4/4`.
    public var timeSignature: String? {
        get { self["timeSignature"] }
        set { self["timeSignature"] = newValue }
    }
    /// Application that encoded it.
    public var audioEncodingApplication: String? {
        get { self["audioEncodingApplication"] }
        set { self["audioEncodingApplication"] = newValue }
    }
    /// Who composed it.
    public var composer: String? {
        get { self["composer"] }
        set { self["composer"] = newValue }
    }
    /// Who wrote the words.
    public var lyricist: String? {
        get { self["lyricist"] }
        set { self["lyricist"] = newValue }
    }
    /// Title of the album.
    public var album: String? {
        get { self["album"] }
        set { self["album"] = newValue }
    }
    /// Who performs it.
    public var artist: String? {
        get { self["artist"] }
        set { self["artist"] = newValue }
    }
    /// Number of the track on the album.
    public var audioTrackNumber: NSNumber? {
        get { self["audioTrackNumber"] }
        set { self["audioTrackNumber"] = newValue }
    }
    /// When it was recorded.
    public var recordingDate: Date? {
        get { self["recordingDate"] }
        set { self["recordingDate"] = newValue }
    }
    /// Genre of the music.
    public var musicalGenre: String? {
        get { self["musicalGenre"] }
        set { self["musicalGenre"] = newValue }
    }
    /// Whether it is made for General MIDI.
    public var isGeneralMIDISequence: NSNumber? {
        get { self["generalMIDISequence"] }
        set { self["generalMIDISequence"] = newValue }
    }
    /// Category of the instrument.
    public var musicalInstrumentCategory: String? {
        get { self["musicalInstrumentCategory"] }
        set { self["musicalInstrumentCategory"] = newValue }
    }
    /// Name of the instrument.
    public var musicalInstrumentName: String? {
        get { self["musicalInstrumentName"] }
        set { self["musicalInstrumentName"] = newValue }
    }
}

extension AttributeTable {
    static let music: [Attribute] = [
        Attribute("audioSampleRate", .number, \.audioSampleRate),
        Attribute("audioChannelCount", .number, \.audioChannelCount),
        Attribute("tempo", .number, \.tempo),
        Attribute("keySignature", .text, \.keySignature),
        Attribute("timeSignature", .text, \.timeSignature),
        Attribute("audioEncodingApplication", .text, \.audioEncodingApplication),
        Attribute("composer", .text, \.composer),
        Attribute("lyricist", .text, \.lyricist),
        Attribute("album", .text, \.album),
        Attribute("artist", .text, \.artist),
        Attribute("audioTrackNumber", .number, \.audioTrackNumber),
        Attribute("recordingDate", .date, \.recordingDate),
        Attribute("musicalGenre", .text, \.musicalGenre),
        Attribute("generalMIDISequence", .flag, \.isGeneralMIDISequence),
        Attribute("musicalInstrumentCategory", .text, \.musicalInstrumentCategory),
        Attribute("musicalInstrumentName", .text, \.musicalInstrumentName),
    ]
}
