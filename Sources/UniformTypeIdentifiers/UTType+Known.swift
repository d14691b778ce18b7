import Foundation

/// The types that are known. Identifiers and relations as Apple's documentation of uniform types has them.
extension UTType {
    public static let item = UTType(known: "public.item")
    public static let content = UTType(known: "public.content")
    public static let compositeContent = UTType(known: "public.composite-content")
    public static let data = UTType(known: "public.data")
    public static let directory = UTType(known: "public.directory")
    public static let folder = UTType(known: "public.folder")
    public static let text = UTType(known: "public.text")
    public static let plainText = UTType(known: "public.plain-text")
    public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
    public static let rtf = UTType(known: "public.rtf")
    public static let html = UTType(known: "public.html")
    public static let xml = UTType(known: "public.xml")
    public static let json = UTType(known: "public.json")
    public static let yaml = UTType(known: "public.yaml")
    public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
    public static let sourceCode = UTType(known: "public.source-code")
    public static let swiftSource = UTType(known: "public.swift-source")
    public static let markdown = UTType(known: "net.daringfireball.markdown")
    public static let log = UTType(known: "com.apple.log")
    public static let pdf = UTType(known: "com.adobe.pdf")
    public static let epub = UTType(known: "org.idpf.epub-container")
    public static let spreadsheet = UTType(known: "public.spreadsheet")
    public static let presentation = UTType(known: "public.presentation")
    public static let image = UTType(known: "public.image")
    public static let png = UTType(known: "public.png")
    public static let jpeg = UTType(known: "public.jpeg")
    public static let gif = UTType(known: "com.compuserve.gif")
    public static let tiff = UTType(known: "public.tiff")
    public static let bmp = UTType(known: "com.microsoft.bmp")
    public static let webP = UTType(known: "org.webmproject.webp")
    public static let heic = UTType(known: "public.heic")
    public static let svg = UTType(known: "public.svg-image")
    public static let rawImage = UTType(known: "public.camera-raw-image")
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    public static let movie = UTType(known: "public.movie")
    public static let video = UTType(known: "public.video")
    public static let mpeg4Movie = UTType(known: "public.mpeg-4")
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
    public static let audio = UTType(known: "public.audio")
    public static let mp3 = UTType(known: "public.mp3")
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    public static let aiff = UTType(known: "public.aiff-audio")
    public static let midi = UTType(known: "public.midi-audio")
    public static let playlist = UTType(known: "public.playlist")
    public static let m3uPlaylist = UTType(known: "public.m3u-playlist")
    public static let archive = UTType(known: "public.archive")
    public static let zip = UTType(known: "public.zip-archive")
    public static let gzip = UTType(known: "org.gnu.gnu-zip-archive")
    public static let url = UTType(known: "public.url")
    public static let fileURL = UTType(known: "public.file-url")
    public static let bookmark = UTType(known: "public.bookmark")
    public static let contact = UTType(known: "public.contact")
    public static let vCard = UTType(known: "public.vcard")
    public static let message = UTType(known: "public.message")
    public static let emailMessage = UTType(known: "public.email-message")
    public static let calendarEvent = UTType(known: "public.calendar-event")
    public static let toDoItem = UTType(known: "public.to-do-item")
    public static let executable = UTType(known: "public.executable")
    public static let application = UTType(known: "com.apple.application")
}

enum UTTypeTable {
    struct Entry: Sendable {
        var parents: [String]
        var extensions: [String] = []
        var mimeType: String?
    }

    static let entries: [String: Entry] = [
        "public.item": Entry(parents: []),
        "public.content": Entry(parents: []),
        "public.composite-content": Entry(parents: ["public.content"]),
        "public.data": Entry(parents: ["public.item"]),
        "public.directory": Entry(parents: ["public.item"]),
        "public.folder": Entry(parents: ["public.directory"]),
        "public.text": Entry(parents: ["public.data", "public.content"]),
        "public.plain-text": Entry(parents: ["public.text"], extensions: ["txt", "text"], mimeType: "text/plain"),
        "public.utf8-plain-text": Entry(parents: ["public.plain-text"], mimeType: "text/plain;charset=utf-8"),
        "public.rtf": Entry(parents: ["public.text"], extensions: ["rtf"], mimeType: "text/rtf"),
        "public.html": Entry(parents: ["public.text"], extensions: ["html", "htm"], mimeType: "text/html"),
        "public.xml": Entry(parents: ["public.text"], extensions: ["xml"], mimeType: "application/xml"),
        "public.json": Entry(parents: ["public.text"], extensions: ["json"], mimeType: "application/json"),
        "public.yaml": Entry(parents: ["public.text"], extensions: ["yaml", "yml"], mimeType: "application/yaml"),
        "public.comma-separated-values-text": Entry(
            parents: ["public.text"], extensions: ["csv"], mimeType: "text/csv"),
        "public.source-code": Entry(parents: ["public.plain-text"]),
        "public.swift-source": Entry(parents: ["public.source-code"], extensions: ["swift"]),
        "net.daringfireball.markdown": Entry(
            parents: ["public.plain-text"], extensions: ["md", "markdown"], mimeType: "text/markdown"),
        "com.apple.log": Entry(parents: ["public.plain-text"], extensions: ["log"]),
        "com.adobe.pdf": Entry(
            parents: ["public.data", "public.composite-content"], extensions: ["pdf"], mimeType: "application/pdf"),
        "org.idpf.epub-container": Entry(
            parents: ["public.data", "public.composite-content"], extensions: ["epub"], mimeType: "application/epub+zip"
        ),
        "public.spreadsheet": Entry(parents: ["public.content"]),
        "public.presentation": Entry(parents: ["public.composite-content"]),
        "public.image": Entry(parents: ["public.data", "public.content"]),
        "public.png": Entry(parents: ["public.image"], extensions: ["png"], mimeType: "image/png"),
        "public.jpeg": Entry(parents: ["public.image"], extensions: ["jpg", "jpeg"], mimeType: "image/jpeg"),
        "com.compuserve.gif": Entry(parents: ["public.image"], extensions: ["gif"], mimeType: "image/gif"),
        "public.tiff": Entry(parents: ["public.image"], extensions: ["tiff", "tif"], mimeType: "image/tiff"),
        "com.microsoft.bmp": Entry(parents: ["public.image"], extensions: ["bmp"], mimeType: "image/bmp"),
        "org.webmproject.webp": Entry(parents: ["public.image"], extensions: ["webp"], mimeType: "image/webp"),
        "public.heic": Entry(parents: ["public.image"], extensions: ["heic"], mimeType: "image/heic"),
        "public.svg-image": Entry(parents: ["public.image"], extensions: ["svg"], mimeType: "image/svg+xml"),
        "public.camera-raw-image": Entry(parents: ["public.image"]),
        "public.audiovisual-content": Entry(parents: ["public.data", "public.content"]),
        "public.movie": Entry(parents: ["public.audiovisual-content"]),
        "public.video": Entry(parents: ["public.movie"]),
        "public.mpeg-4": Entry(parents: ["public.movie"], extensions: ["mp4"], mimeType: "video/mp4"),
        "com.apple.quicktime-movie": Entry(parents: ["public.movie"], extensions: ["mov"], mimeType: "video/quicktime"),
        "public.audio": Entry(parents: ["public.audiovisual-content"]),
        "public.mp3": Entry(parents: ["public.audio"], extensions: ["mp3"], mimeType: "audio/mpeg"),
        "public.mpeg-4-audio": Entry(parents: ["public.audio"], extensions: ["m4a"], mimeType: "audio/mp4"),
        "com.microsoft.waveform-audio": Entry(parents: ["public.audio"], extensions: ["wav"], mimeType: "audio/wav"),
        "public.aiff-audio": Entry(parents: ["public.audio"], extensions: ["aiff", "aif"], mimeType: "audio/aiff"),
        "public.midi-audio": Entry(parents: ["public.audio"], extensions: ["mid", "midi"], mimeType: "audio/midi"),
        "public.playlist": Entry(parents: ["public.data"]),
        "public.m3u-playlist": Entry(
            parents: ["public.playlist", "public.text"], extensions: ["m3u", "m3u8"], mimeType: "audio/mpegurl"),
        "public.archive": Entry(parents: ["public.data"]),
        "public.zip-archive": Entry(parents: ["public.archive"], extensions: ["zip"], mimeType: "application/zip"),
        "org.gnu.gnu-zip-archive": Entry(parents: ["public.archive"], extensions: ["gz"], mimeType: "application/gzip"),
        "public.url": Entry(parents: ["public.data"]),
        "public.file-url": Entry(parents: ["public.url"]),
        "public.bookmark": Entry(parents: ["public.data"]),
        "public.contact": Entry(parents: ["public.data"]),
        "public.vcard": Entry(
            parents: ["public.text", "public.contact"], extensions: ["vcf", "vcard"], mimeType: "text/vcard"),
        "public.message": Entry(parents: ["public.data"]),
        "public.email-message": Entry(parents: ["public.message"], extensions: ["eml"], mimeType: "message/rfc822"),
        "public.calendar-event": Entry(parents: ["public.data"]),
        "public.to-do-item": Entry(parents: ["public.data"]),
        "public.executable": Entry(parents: ["public.item"]),
        "com.apple.application": Entry(parents: ["public.executable"]),
    ]

    static let byExtension = index { $0.extensions }
    static let byMIMEType = index { $0.mimeType.map { [$0] } ?? [] }

    private static func index(_ keys: (Entry) -> [String]) -> [String: String] {
        var result: [String: String] = [:]
        for (identifier, entry) in entries { for key in keys(entry) { result[key] = identifier } }
        return result
    }
}
