/// Words with which people ask for values, and what the schemas call who made something. English.
enum ValueVocabulary {
    /// Say little about what is meant.
    static let noise: Set<String> = [
        "a", "an", "the", "some", "any", "my", "me", "i", "by", "from", "of", "in", "on", "to", "for", "that", "this",
        "play", "put", "open", "show", "find", "please", "called", "named", "titled", "version", "music", "sent",
        "shared", "gave", "with", "and", "s",
    ]

    /// Whose it is: the user's.
    static let own: Set<String> = ["my", "mine", "our"]

    /// What stands between a thing and who made it or what it is part of.
    static let makers: Set<String> = ["by", "from"]

    /// Somebody sent it: it may be a link in a message.
    static let sharing: Set<String> = [
        "sent", "send", "shared", "share", "forwarded", "texted", "mailed", "emailed", "messaged", "posted",
    ]

    /// Words for types, with the schemas that they mean.
    static let schemas: [String: [String]] = {
        var words: [String: [String]] = [:]
        for (names, schemas) in [
            (["song", "songs", "track", "tracks", "tune", "tunes"], ["audio.song", "audio.classicalMusicRecording"]),
            (["album", "albums", "record", "lp"], ["audio.album"]),
            (["playlist", "playlists", "mix"], ["audio.playlist", "audio.songCollection"]),
            (["artist", "artists", "band", "singer"], ["audio.artist"]),
            (["audiobook", "audiobooks"], ["audio.audiobook"]),
            (["episode", "episodes"], ["audio.podcastEpisode", "audio.radioShowEpisode"]),
            (["podcast", "podcasts"], ["audio.podcastShow", "audio.podcastEpisode", "audio.podcastCollection"]),
            (["station", "radio"], ["audio.liveRadioStation", "audio.algorithmicRadioStation", "audio.radioShow"]),
            (["event", "events", "meeting", "appointment"], ["calendar.event"]),
            (["calendar", "calendars"], ["calendar.calendar"]),
            (["message", "messages"], ["messages.message"]),
        ] as [([String], [String])] {
            for name in names { words[name] = schemas }
        }
        return words
    }()

    /// Properties that say who made an entity, or whose it is.
    static let makerProperties: Set<String> = [
        "artistName", "artists", "artist", "composerName", "composers", "composer", "owner", "author", "narrator",
        "publisher", "providerName", "provider", "hostName", "hosts", "organizer", "sender", "creator",
    ]

    /// Properties that say what an entity is part of.
    static let containerProperties: Set<String> = [
        "albumTitle", "album", "showName", "show", "seriesTitle", "calendar", "conversation", "folder", "notebook",
    ]
}
