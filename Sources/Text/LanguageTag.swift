/// Language tags as the modules here use them: the primary subtag of BCP 47, in lower case.
enum LanguageTag {
    /// `pt` of `pt-BR`, `no` of `nb` and `nn`, `he` of `iw`.
    static func primary(_ tag: String) -> String {
        let subtag = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return aliases[subtag] ?? subtag
    }

    private static let aliases = [
        "nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil", "sh": "sr",
    ]

    /// The languages that Snowball stems.
    static let stemmed: Set<String> = [
        "ar", "ca", "da", "de", "el", "en", "es", "eu", "fi", "fr", "ga", "hi", "hu", "hy", "id", "it", "lt", "ne",
        "nl", "no", "pt", "ro", "ru", "sr", "sv", "ta", "tr", "yi",
    ]

    /// Languages in which ä ö ü are no spelling of ae oe ue.
    static let withoutUmlautSpelling: Set<String> = [
        "az", "ca", "es", "et", "fi", "fr", "gl", "hu", "it", "kk", "nl", "pt", "sk", "sv", "tk", "tr", "tt", "uz",
        "vi",
    ]

    /// Languages that write compounds as one word.
    static let compounding: Set<String> = ["af", "da", "de", "fi", "hu", "is", "lb", "nl", "no", "sv"]
}
