// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/audio.json. Change that, then run it.

extension SchemaDomain {
    static let audio = SchemaDomain(
        "audio", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("audio.album", id: "AlbumEntity", since: "27.0", evidence: .adopters, note: "One adopter also declares songs: [@audio.song]; others do without."),
                [
                    SchemaMember("title", .text),
                    SchemaMember("artistName", .text),
                    SchemaMember("artists", .list(.entity("audio.artist"))),
                    SchemaMember("universalProductCode", .text, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.algorithmicRadioStation", id: "AlgorithmicRadioStationEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                    SchemaMember("curatedForMe", .bool, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.ambientSound", id: "AmbientSoundEntity", since: "27.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("audio.artist", id: "ArtistEntity", since: "27.0", evidence: .adopters),
                [
                    SchemaMember("name", .text),
                ]),
            EntitySchema(
                SchemaFacts("audio.audiobook", id: "MediaBookEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text, optional: true),
                    SchemaMember("author", .text, optional: true),
                    SchemaMember("genre", .text, optional: true),
                    SchemaMember("narrator", .text, optional: true),
                    SchemaMember("publisher", .text, optional: true),
                    SchemaMember("seriesTitle", .text, optional: true),
                    SchemaMember("releaseDate", .date, optional: true),
                    SchemaMember("purchaseDate", .date, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.classicalMusicRecording", id: "ClassicalMusicRecordingEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                    SchemaMember("artistName", .text),
                    SchemaMember("composerName", .text, optional: true),
                    SchemaMember("artists", .list(.entity("audio.artist"))),
                    SchemaMember("composers", .list(.entity("audio.artist"))),
                    SchemaMember("internationalStandardRecordingCode", .text, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.liveRadioStation", id: "LiveRadioStationEntity", since: "27.0", evidence: .adopters),
                [
                    SchemaMember("title", .text),
                    SchemaMember("providerName", .text, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.newsBrief", id: "NewsBriefEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                    SchemaMember("providerName", .text, optional: true),
                    SchemaMember("date", .date, optional: true),
                    SchemaMember("provider", .entity("audio.newsProvider"), optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.newsProvider", id: "NewsProviderEntity", since: "27.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("audio.playlist", id: "PlaylistEntity", since: "27.0", evidence: .adopters),
                [
                    SchemaMember("title", .text),
                    SchemaMember("owner", .union("audio.PlaylistOwner"), optional: true),
                    SchemaMember("createdByMe", .bool, optional: true),
                    SchemaMember("curatedForMe", .bool, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.podcastCollection", id: "PodcastCollectionEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                ]),
            EntitySchema(
                SchemaFacts("audio.podcastEpisode", id: "PodcastEpisodeEntity", since: "27.0", evidence: .adopters),
                [
                    SchemaMember("title", .text),
                    SchemaMember("showName", .text, optional: true),
                    SchemaMember("show", .entity("audio.podcastShow"), optional: true),
                    SchemaMember("releaseDate", .date, optional: true),
                    SchemaMember("duration", .number, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.podcastShow", id: "PodcastShowEntity", since: "27.0", evidence: .unknown),
                nil),
            EntitySchema(
                SchemaFacts("audio.radioShow", id: "RadioShowEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                ]),
            EntitySchema(
                SchemaFacts("audio.radioShowEpisode", id: "RadioShowEpisodeEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text),
                    SchemaMember("showName", .text, optional: true),
                    SchemaMember("releaseDate", .date, optional: true),
                    SchemaMember("show", .entity("audio.radioShow"), optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.song", id: "SongEntity", since: "27.0", evidence: .adopters),
                [
                    SchemaMember("title", .text),
                    SchemaMember("artistName", .text),
                    SchemaMember("artists", .list(.entity("audio.artist"))),
                    SchemaMember("albumTitle", .text, optional: true),
                    SchemaMember("album", .entity("audio.album"), optional: true),
                    SchemaMember("composerName", .text, optional: true),
                    SchemaMember("composers", .list(.entity("audio.artist"))),
                    SchemaMember("internationalStandardRecordingCode", .text, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.songCollection", id: "SongCollectionEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("title", .text, optional: true),
                ]),
            EntitySchema(
                SchemaFacts("audio.warmupAudioQueueResult", id: "WarmupAudioQueueResult", since: "27.0", evidence: .adopters, note: "Has no members; usually adopted as TransientAppEntity."),
                []),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("audio.addToLibrary", id: "AddAudioToLibraryIntent", since: "27.0", evidence: .adopter),
                [
                    SchemaMember("audioEntity", .union("audio.AudioItem")),
                ]),
            IntentSchema(
                SchemaFacts("audio.addToPlaylist", id: "AddAudioToPlaylistIntent", since: "27.0", evidence: .sample),
                [
                    SchemaMember("audioEntity", .union("audio.AudioItem")),
                    SchemaMember("playlist", .entity("audio.playlist")),
                ]),
            IntentSchema(
                SchemaFacts("audio.createStation", id: "CreateStationIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("audio.playAudio", id: "PlayAudioIntent", since: "27.0", evidence: .adopters, note: "The documentation confirms audioEntity and the base protocol AudioStartingIntent; adopters compile it with AudioPlaybackIntent."),
                [
                    SchemaMember("audioEntity", .union("audio.AudioItem")),
                    SchemaMember("playbackAttributes", .set(.enumeration("audio.playbackAttributes")), default: "[]"),
                    SchemaMember("queueLocation", .enumeration("audio.queueInsertionLocation"), optional: true),
                    SchemaMember("warmupAudioQueueResult", .entity("audio.warmupAudioQueueResult"), optional: true),
                ]),
            IntentSchema(
                SchemaFacts("audio.recognizeAudio", id: "RecognizeAudioIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("audio.updateAudioAffinity", id: "UpdateAudioAffinityIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("audio.warmupAudioQueue", id: "WarmupAudioQueueIntent", since: "27.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("audio.appViewIdentifier", id: "AudioAppViewIdentifier", since: "27.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("audio.affinityState", id: "AffinityState", since: "27.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("audio.activity", id: "AudioActivity", since: "27.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("audio.invocationSource", id: "InvocationSource", since: "27.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("audio.playbackAttributes", id: "PlaybackAttributes", since: "27.0", evidence: .adopters),
                ["shuffle", "repeat"]),
            EnumSchema(
                SchemaFacts("audio.queueInsertionLocation", id: "QueueInsertionLocation", since: "27.0", evidence: .adopters),
                ["next", "tail"]),
        ],
        unions: [
            UnionSchema(
                SchemaFacts("audio.AudioItem", evidence: .adopters, note: "An app lists the cases it supports; any other audio entity may be one."),
                [
                    SchemaMember("song", .entity("audio.song")),
                    SchemaMember("album", .entity("audio.album")),
                    SchemaMember("artist", .entity("audio.artist")),
                    SchemaMember("playlist", .entity("audio.playlist")),
                ], open: true),
            UnionSchema(
                SchemaFacts("audio.PlaylistOwner", evidence: .adopters, note: "The names of the cases vary between adopters."),
                [
                    SchemaMember("person", .person),
                    SchemaMember("name", .text),
                ]),
        ])
}
