// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas. Change that, then run it.

extension AppSchema.Entity {
    public static var audio: AppSchema.AudioEntities { .init() }
    public static var books: AppSchema.BooksEntities { .init() }
    public static var browser: AppSchema.BrowserEntities { .init() }
    public static var calendar: AppSchema.CalendarEntities { .init() }
    public static var clock: AppSchema.ClockEntities { .init() }
    public static var files: AppSchema.FilesEntities { .init() }
    public static var journal: AppSchema.JournalEntities { .init() }
    public static var mail: AppSchema.MailEntities { .init() }
    public static var maps: AppSchema.MapsEntities { .init() }
    public static var messages: AppSchema.MessagesEntities { .init() }
    public static var notes: AppSchema.NotesEntities { .init() }
    public static var phone: AppSchema.PhoneEntities { .init() }
    public static var photos: AppSchema.PhotosEntities { .init() }
    public static var presentation: AppSchema.PresentationEntities { .init() }
    public static var reader: AppSchema.ReaderEntities { .init() }
    public static var reminders: AppSchema.RemindersEntities { .init() }
    public static var spreadsheet: AppSchema.SpreadsheetEntities { .init() }
    public static var whiteboard: AppSchema.WhiteboardEntities { .init() }
    public static var wordProcessor: AppSchema.WordProcessorEntities { .init() }
}

extension AppSchema {
    @dynamicMemberLookup
    public struct AudioEntities: Hashable, Sendable {
        public var `album`: Entity { .init(name: "audio.album") }
        public var `algorithmicRadioStation`: Entity { .init(name: "audio.algorithmicRadioStation") }
        public var `ambientSound`: Entity { .init(name: "audio.ambientSound") }
        public var `artist`: Entity { .init(name: "audio.artist") }
        public var `audiobook`: Entity { .init(name: "audio.audiobook") }
        public var `classicalMusicRecording`: Entity { .init(name: "audio.classicalMusicRecording") }
        public var `liveRadioStation`: Entity { .init(name: "audio.liveRadioStation") }
        public var `newsBrief`: Entity { .init(name: "audio.newsBrief") }
        public var `newsProvider`: Entity { .init(name: "audio.newsProvider") }
        public var `playlist`: Entity { .init(name: "audio.playlist") }
        public var `podcastCollection`: Entity { .init(name: "audio.podcastCollection") }
        public var `podcastEpisode`: Entity { .init(name: "audio.podcastEpisode") }
        public var `podcastShow`: Entity { .init(name: "audio.podcastShow") }
        public var `radioShow`: Entity { .init(name: "audio.radioShow") }
        public var `radioShowEpisode`: Entity { .init(name: "audio.radioShowEpisode") }
        public var `song`: Entity { .init(name: "audio.song") }
        public var `songCollection`: Entity { .init(name: "audio.songCollection") }
        public var `warmupAudioQueueResult`: Entity { .init(name: "audio.warmupAudioQueueResult") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "audio.\(name)") }
    }
    @dynamicMemberLookup
    public struct BooksEntities: Hashable, Sendable {
        public var `book`: Entity { .init(name: "books.book") }
        public var `audiobook`: Entity { .init(name: "books.audiobook") }
        public var `settings`: Entity { .init(name: "books.settings") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "books.\(name)") }
    }
    @dynamicMemberLookup
    public struct BrowserEntities: Hashable, Sendable {
        public var `tab`: Entity { .init(name: "browser.tab") }
        public var `bookmark`: Entity { .init(name: "browser.bookmark") }
        public var `window`: Entity { .init(name: "browser.window") }
        public var `tabGroup`: Entity { .init(name: "browser.tabGroup") }
        public var `readingListItem`: Entity { .init(name: "browser.readingListItem") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "browser.\(name)") }
    }
    @dynamicMemberLookup
    public struct CalendarEntities: Hashable, Sendable {
        public var `attendee`: Entity { .init(name: "calendar.attendee") }
        public var `calendar`: Entity { .init(name: "calendar.calendar") }
        public var `event`: Entity { .init(name: "calendar.event") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "calendar.\(name)") }
    }
    @dynamicMemberLookup
    public struct ClockEntities: Hashable, Sendable {
        public var `alarm`: Entity { .init(name: "clock.alarm") }
        public var `stopwatch`: Entity { .init(name: "clock.stopwatch") }
        public var `timer`: Entity { .init(name: "clock.timer") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "clock.\(name)") }
    }
    @dynamicMemberLookup
    public struct FilesEntities: Hashable, Sendable {
        public var `file`: Entity { .init(name: "files.file") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "files.\(name)") }
    }
    @dynamicMemberLookup
    public struct JournalEntities: Hashable, Sendable {
        public var `entry`: Entity { .init(name: "journal.entry") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "journal.\(name)") }
    }
    @dynamicMemberLookup
    public struct MailEntities: Hashable, Sendable {
        public var `account`: Entity { .init(name: "mail.account") }
        public var `mailbox`: Entity { .init(name: "mail.mailbox") }
        public var `draft`: Entity { .init(name: "mail.draft") }
        public var `message`: Entity { .init(name: "mail.message") }
        public var `thread`: Entity { .init(name: "mail.thread") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "mail.\(name)") }
    }
    @dynamicMemberLookup
    public struct MapsEntities: Hashable, Sendable {
        public var `currentLocation`: Entity { .init(name: "maps.currentLocation") }
        public var `navigationSession`: Entity { .init(name: "maps.navigationSession") }
        public var `place`: Entity { .init(name: "maps.place") }
        public var `operatingHours`: Entity { .init(name: "maps.operatingHours") }
        public var `operatingTimeRange`: Entity { .init(name: "maps.operatingTimeRange") }
        public var `rating`: Entity { .init(name: "maps.rating") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "maps.\(name)") }
    }
    @dynamicMemberLookup
    public struct MessagesEntities: Hashable, Sendable {
        public var `conversation`: Entity { .init(name: "messages.conversation") }
        public var `customAttachment`: Entity { .init(name: "messages.customAttachment") }
        public var `message`: Entity { .init(name: "messages.message") }
        public var `messagePerson`: Entity { .init(name: "messages.messagePerson") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "messages.\(name)") }
    }
    @dynamicMemberLookup
    public struct NotesEntities: Hashable, Sendable {
        public var `note`: Entity { .init(name: "notes.note") }
        public var `account`: Entity { .init(name: "notes.account") }
        public var `folder`: Entity { .init(name: "notes.folder") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "notes.\(name)") }
    }
    @dynamicMemberLookup
    public struct PhoneEntities: Hashable, Sendable {
        public var `phonePerson`: Entity { .init(name: "phone.phonePerson") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "phone.\(name)") }
    }
    @dynamicMemberLookup
    public struct PhotosEntities: Hashable, Sendable {
        public var `album`: Entity { .init(name: "photos.album") }
        public var `recognizedPerson`: Entity { .init(name: "photos.recognizedPerson") }
        public var `asset`: Entity { .init(name: "photos.asset") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "photos.\(name)") }
    }
    @dynamicMemberLookup
    public struct PresentationEntities: Hashable, Sendable {
        public var `slide`: Entity { .init(name: "presentation.slide") }
        public var `template`: Entity { .init(name: "presentation.template") }
        public var `document`: Entity { .init(name: "presentation.document") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "presentation.\(name)") }
    }
    @dynamicMemberLookup
    public struct ReaderEntities: Hashable, Sendable {
        public var `page`: Entity { .init(name: "reader.page") }
        public var `document`: Entity { .init(name: "reader.document") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "reader.\(name)") }
    }
    @dynamicMemberLookup
    public struct RemindersEntities: Hashable, Sendable {
        public var `group`: Entity { .init(name: "reminders.group") }
        public var `list`: Entity { .init(name: "reminders.list") }
        public var `reminder`: Entity { .init(name: "reminders.reminder") }
        public var `section`: Entity { .init(name: "reminders.section") }
        public var `locationTrigger`: Entity { .init(name: "reminders.locationTrigger") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "reminders.\(name)") }
    }
    @dynamicMemberLookup
    public struct SpreadsheetEntities: Hashable, Sendable {
        public var `sheet`: Entity { .init(name: "spreadsheet.sheet") }
        public var `document`: Entity { .init(name: "spreadsheet.document") }
        public var `template`: Entity { .init(name: "spreadsheet.template") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "spreadsheet.\(name)") }
    }
    @dynamicMemberLookup
    public struct WhiteboardEntities: Hashable, Sendable {
        public var `board`: Entity { .init(name: "whiteboard.board") }
        public var `item`: Entity { .init(name: "whiteboard.item") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "whiteboard.\(name)") }
    }
    @dynamicMemberLookup
    public struct WordProcessorEntities: Hashable, Sendable {
        public var `document`: Entity { .init(name: "wordProcessor.document") }
        public var `template`: Entity { .init(name: "wordProcessor.template") }
        public var `page`: Entity { .init(name: "wordProcessor.page") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Entity { .init(name: "wordProcessor.\(name)") }
    }
}

extension AppSchema.Intent {
    public static var assistant: AppSchema.AssistantIntents { .init() }
    public static var audio: AppSchema.AudioIntents { .init() }
    public static var books: AppSchema.BooksIntents { .init() }
    public static var browser: AppSchema.BrowserIntents { .init() }
    public static var calendar: AppSchema.CalendarIntents { .init() }
    public static var camera: AppSchema.CameraIntents { .init() }
    public static var clock: AppSchema.ClockIntents { .init() }
    public static var files: AppSchema.FilesIntents { .init() }
    public static var journal: AppSchema.JournalIntents { .init() }
    public static var mail: AppSchema.MailIntents { .init() }
    public static var maps: AppSchema.MapsIntents { .init() }
    public static var messages: AppSchema.MessagesIntents { .init() }
    public static var notes: AppSchema.NotesIntents { .init() }
    public static var phone: AppSchema.PhoneIntents { .init() }
    public static var photos: AppSchema.PhotosIntents { .init() }
    public static var presentation: AppSchema.PresentationIntents { .init() }
    public static var reader: AppSchema.ReaderIntents { .init() }
    public static var reminders: AppSchema.RemindersIntents { .init() }
    public static var spreadsheet: AppSchema.SpreadsheetIntents { .init() }
    public static var system: AppSchema.SystemIntents { .init() }
    public static var visualIntelligence: AppSchema.VisualIntelligenceIntents { .init() }
    public static var whiteboard: AppSchema.WhiteboardIntents { .init() }
    public static var wordProcessor: AppSchema.WordProcessorIntents { .init() }
}

extension AppSchema {
    @dynamicMemberLookup
    public struct AssistantIntents: Hashable, Sendable {
        public var `activate`: Intent { .init(name: "assistant.activate") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "assistant.\(name)") }
    }
    @dynamicMemberLookup
    public struct AudioIntents: Hashable, Sendable {
        public var `addToLibrary`: Intent { .init(name: "audio.addToLibrary") }
        public var `addToPlaylist`: Intent { .init(name: "audio.addToPlaylist") }
        public var `createStation`: Intent { .init(name: "audio.createStation") }
        public var `playAudio`: Intent { .init(name: "audio.playAudio") }
        public var `recognizeAudio`: Intent { .init(name: "audio.recognizeAudio") }
        public var `updateAudioAffinity`: Intent { .init(name: "audio.updateAudioAffinity") }
        public var `warmupAudioQueue`: Intent { .init(name: "audio.warmupAudioQueue") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "audio.\(name)") }
    }
    @dynamicMemberLookup
    public struct BooksIntents: Hashable, Sendable {
        public var `openBook`: Intent { .init(name: "books.openBook") }
        public var `search`: Intent { .init(name: "books.search") }
        public var `playAudiobook`: Intent { .init(name: "books.playAudiobook") }
        public var `navigatePage`: Intent { .init(name: "books.navigatePage") }
        public var `updateFontSize`: Intent { .init(name: "books.updateFontSize") }
        public var `updateLineSpacing`: Intent { .init(name: "books.updateLineSpacing") }
        public var `updateCharacterSpacing`: Intent { .init(name: "books.updateCharacterSpacing") }
        public var `updateWordSpacing`: Intent { .init(name: "books.updateWordSpacing") }
        public var `updateSettings`: Intent { .init(name: "books.updateSettings") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "books.\(name)") }
    }
    @dynamicMemberLookup
    public struct BrowserIntents: Hashable, Sendable {
        public var `search`: Intent { .init(name: "browser.search") }
        public var `createTab`: Intent { .init(name: "browser.createTab") }
        public var `switchTab`: Intent { .init(name: "browser.switchTab") }
        public var `closeTabs`: Intent { .init(name: "browser.closeTabs") }
        public var `createWindow`: Intent { .init(name: "browser.createWindow") }
        public var `closeWindows`: Intent { .init(name: "browser.closeWindows") }
        public var `bookmarkTab`: Intent { .init(name: "browser.bookmarkTab") }
        public var `bookmarkURL`: Intent { .init(name: "browser.bookmarkURL") }
        public var `openBookmark`: Intent { .init(name: "browser.openBookmark") }
        public var `deleteBookmarks`: Intent { .init(name: "browser.deleteBookmarks") }
        public var `findOnPage`: Intent { .init(name: "browser.findOnPage") }
        public var `openURLInTab`: Intent { .init(name: "browser.openURLInTab") }
        public var `clearHistory`: Intent { .init(name: "browser.clearHistory") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "browser.\(name)") }
    }
    @dynamicMemberLookup
    public struct CalendarIntents: Hashable, Sendable {
        public var `createEvent`: Intent { .init(name: "calendar.createEvent") }
        public var `deleteEvent`: Intent { .init(name: "calendar.deleteEvent") }
        public var `updateEvent`: Intent { .init(name: "calendar.updateEvent") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "calendar.\(name)") }
    }
    @dynamicMemberLookup
    public struct CameraIntents: Hashable, Sendable {
        public var `switchDevice`: Intent { .init(name: "camera.switchDevice") }
        public var `startCapture`: Intent { .init(name: "camera.startCapture") }
        public var `openInCaptureMode`: Intent { .init(name: "camera.openInCaptureMode") }
        public var `setDevice`: Intent { .init(name: "camera.setDevice") }
        public var `stopCapture`: Intent { .init(name: "camera.stopCapture") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "camera.\(name)") }
    }
    @dynamicMemberLookup
    public struct ClockIntents: Hashable, Sendable {
        public var `cancelTimer`: Intent { .init(name: "clock.cancelTimer") }
        public var `createAlarm`: Intent { .init(name: "clock.createAlarm") }
        public var `createTimer`: Intent { .init(name: "clock.createTimer") }
        public var `deleteAlarm`: Intent { .init(name: "clock.deleteAlarm") }
        public var `dismissAlarm`: Intent { .init(name: "clock.dismissAlarm") }
        public var `lapStopwatch`: Intent { .init(name: "clock.lapStopwatch") }
        public var `pauseTimer`: Intent { .init(name: "clock.pauseTimer") }
        public var `resumeTimer`: Intent { .init(name: "clock.resumeTimer") }
        public var `snoozeAlarm`: Intent { .init(name: "clock.snoozeAlarm") }
        public var `startStopwatch`: Intent { .init(name: "clock.startStopwatch") }
        public var `stopStopwatch`: Intent { .init(name: "clock.stopStopwatch") }
        public var `resetStopwatch`: Intent { .init(name: "clock.resetStopwatch") }
        public var `updateAlarm`: Intent { .init(name: "clock.updateAlarm") }
        public var `updateTimer`: Intent { .init(name: "clock.updateTimer") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "clock.\(name)") }
    }
    @dynamicMemberLookup
    public struct FilesIntents: Hashable, Sendable {
        public var `createFolder`: Intent { .init(name: "files.createFolder") }
        public var `renameFile`: Intent { .init(name: "files.renameFile") }
        public var `openFile`: Intent { .init(name: "files.openFile") }
        public var `moveFiles`: Intent { .init(name: "files.moveFiles") }
        public var `deleteFiles`: Intent { .init(name: "files.deleteFiles") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "files.\(name)") }
    }
    @dynamicMemberLookup
    public struct JournalIntents: Hashable, Sendable {
        public var `createEntry`: Intent { .init(name: "journal.createEntry") }
        public var `createAudioEntry`: Intent { .init(name: "journal.createAudioEntry") }
        public var `search`: Intent { .init(name: "journal.search") }
        public var `updateEntry`: Intent { .init(name: "journal.updateEntry") }
        public var `deleteEntry`: Intent { .init(name: "journal.deleteEntry") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "journal.\(name)") }
    }
    @dynamicMemberLookup
    public struct MailIntents: Hashable, Sendable {
        public var `createDraft`: Intent { .init(name: "mail.createDraft") }
        public var `updateDraft`: Intent { .init(name: "mail.updateDraft") }
        public var `saveDraft`: Intent { .init(name: "mail.saveDraft") }
        public var `deleteDraft`: Intent { .init(name: "mail.deleteDraft") }
        public var `sendDraft`: Intent { .init(name: "mail.sendDraft") }
        public var `forwardMail`: Intent { .init(name: "mail.forwardMail") }
        public var `replyMail`: Intent { .init(name: "mail.replyMail") }
        public var `archiveMail`: Intent { .init(name: "mail.archiveMail") }
        public var `deleteMail`: Intent { .init(name: "mail.deleteMail") }
        public var `updateMail`: Intent { .init(name: "mail.updateMail") }
        public var `openDraft`: Intent { .init(name: "mail.openDraft") }
        public var `openMessage`: Intent { .init(name: "mail.openMessage") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "mail.\(name)") }
    }
    @dynamicMemberLookup
    public struct MapsIntents: Hashable, Sendable {
        public var `shareETA`: Intent { .init(name: "maps.shareETA") }
        public var `startNavigation`: Intent { .init(name: "maps.startNavigation") }
        public var `stopShareETA`: Intent { .init(name: "maps.stopShareETA") }
        public var `updateNavigationWaypoints`: Intent { .init(name: "maps.updateNavigationWaypoints") }
        public var `reportIncident`: Intent { .init(name: "maps.reportIncident") }
        public var `stopNavigation`: Intent { .init(name: "maps.stopNavigation") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "maps.\(name)") }
    }
    @dynamicMemberLookup
    public struct MessagesIntents: Hashable, Sendable {
        public var `editSentMessage`: Intent { .init(name: "messages.editSentMessage") }
        public var `sendMessage`: Intent { .init(name: "messages.sendMessage") }
        public var `setMessageReadStatus`: Intent { .init(name: "messages.setMessageReadStatus") }
        public var `draftMessage`: Intent { .init(name: "messages.draftMessage") }
        public var `unsendMessage`: Intent { .init(name: "messages.unsendMessage") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "messages.\(name)") }
    }
    @dynamicMemberLookup
    public struct NotesIntents: Hashable, Sendable {
        public var `createNote`: Intent { .init(name: "notes.createNote") }
        public var `updateNote`: Intent { .init(name: "notes.updateNote") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "notes.\(name)") }
    }
    @dynamicMemberLookup
    public struct PhoneIntents: Hashable, Sendable {
        public var `startCall`: Intent { .init(name: "phone.startCall") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "phone.\(name)") }
    }
    @dynamicMemberLookup
    public struct PhotosIntents: Hashable, Sendable {
        public var `createAlbum`: Intent { .init(name: "photos.createAlbum") }
        public var `openAlbum`: Intent { .init(name: "photos.openAlbum") }
        public var `updateAlbum`: Intent { .init(name: "photos.updateAlbum") }
        public var `deleteAlbum`: Intent { .init(name: "photos.deleteAlbum") }
        public var `createAssets`: Intent { .init(name: "photos.createAssets") }
        public var `openAsset`: Intent { .init(name: "photos.openAsset") }
        public var `postToSharedAlbum`: Intent { .init(name: "photos.postToSharedAlbum") }
        public var `addAssetsToAlbum`: Intent { .init(name: "photos.addAssetsToAlbum") }
        public var `removeAssetsFromAlbum`: Intent { .init(name: "photos.removeAssetsFromAlbum") }
        public var `search`: Intent { .init(name: "photos.search") }
        public var `setWarmth`: Intent { .init(name: "photos.setWarmth") }
        public var `cleanupPhoto`: Intent { .init(name: "photos.cleanupPhoto") }
        public var `toggleSuggestedEdits`: Intent { .init(name: "photos.toggleSuggestedEdits") }
        public var `setFilter`: Intent { .init(name: "photos.setFilter") }
        public var `crop`: Intent { .init(name: "photos.crop") }
        public var `updateAsset`: Intent { .init(name: "photos.updateAsset") }
        public var `duplicateAssets`: Intent { .init(name: "photos.duplicateAssets") }
        public var `deleteAssets`: Intent { .init(name: "photos.deleteAssets") }
        public var `copyEdits`: Intent { .init(name: "photos.copyEdits") }
        public var `pasteEdits`: Intent { .init(name: "photos.pasteEdits") }
        public var `setDepth`: Intent { .init(name: "photos.setDepth") }
        public var `setExposure`: Intent { .init(name: "photos.setExposure") }
        public var `setSaturation`: Intent { .init(name: "photos.setSaturation") }
        public var `setRotation`: Intent { .init(name: "photos.setRotation") }
        public var `toggleDepth`: Intent { .init(name: "photos.toggleDepth") }
        public var `updateRecognizedPerson`: Intent { .init(name: "photos.updateRecognizedPerson") }
        public var `straighten`: Intent { .init(name: "photos.straighten") }
        public var `editAsset`: Intent { .init(name: "photos.editAsset") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "photos.\(name)") }
    }
    @dynamicMemberLookup
    public struct PresentationIntents: Hashable, Sendable {
        public var `create`: Intent { .init(name: "presentation.create") }
        public var `open`: Intent { .init(name: "presentation.open") }
        public var `update`: Intent { .init(name: "presentation.update") }
        public var `startPlayback`: Intent { .init(name: "presentation.startPlayback") }
        public var `stopPlayback`: Intent { .init(name: "presentation.stopPlayback") }
        public var `createSlide`: Intent { .init(name: "presentation.createSlide") }
        public var `openSlide`: Intent { .init(name: "presentation.openSlide") }
        public var `setSlideTitle`: Intent { .init(name: "presentation.setSlideTitle") }
        public var `addImageToSlide`: Intent { .init(name: "presentation.addImageToSlide") }
        public var `addVideoToSlide`: Intent { .init(name: "presentation.addVideoToSlide") }
        public var `addAudioToSlide`: Intent { .init(name: "presentation.addAudioToSlide") }
        public var `addTextBoxToSlide`: Intent { .init(name: "presentation.addTextBoxToSlide") }
        public var `addCommentToSlide`: Intent { .init(name: "presentation.addCommentToSlide") }
        public var `addWebVideoToSlide`: Intent { .init(name: "presentation.addWebVideoToSlide") }
        public var `deleteSlide`: Intent { .init(name: "presentation.deleteSlide") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "presentation.\(name)") }
    }
    @dynamicMemberLookup
    public struct ReaderIntents: Hashable, Sendable {
        public var `rotateDocuments`: Intent { .init(name: "reader.rotateDocuments") }
        public var `resizeDocuments`: Intent { .init(name: "reader.resizeDocuments") }
        public var `openPage`: Intent { .init(name: "reader.openPage") }
        public var `enhanceDocuments`: Intent { .init(name: "reader.enhanceDocuments") }
        public var `searchDocuments`: Intent { .init(name: "reader.searchDocuments") }
        public var `openDocument`: Intent { .init(name: "reader.openDocument") }
        public var `rotatePages`: Intent { .init(name: "reader.rotatePages") }
        public var `deletePages`: Intent { .init(name: "reader.deletePages") }
        public var `insertPages`: Intent { .init(name: "reader.insertPages") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "reader.\(name)") }
    }
    @dynamicMemberLookup
    public struct RemindersIntents: Hashable, Sendable {
        public var `createList`: Intent { .init(name: "reminders.createList") }
        public var `createReminder`: Intent { .init(name: "reminders.createReminder") }
        public var `createSection`: Intent { .init(name: "reminders.createSection") }
        public var `deleteReminders`: Intent { .init(name: "reminders.deleteReminders") }
        public var `updateGroup`: Intent { .init(name: "reminders.updateGroup") }
        public var `updateList`: Intent { .init(name: "reminders.updateList") }
        public var `updateReminder`: Intent { .init(name: "reminders.updateReminder") }
        public var `updateSection`: Intent { .init(name: "reminders.updateSection") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "reminders.\(name)") }
    }
    @dynamicMemberLookup
    public struct SpreadsheetIntents: Hashable, Sendable {
        public var `create`: Intent { .init(name: "spreadsheet.create") }
        public var `open`: Intent { .init(name: "spreadsheet.open") }
        public var `update`: Intent { .init(name: "spreadsheet.update") }
        public var `delete`: Intent { .init(name: "spreadsheet.delete") }
        public var `createSheet`: Intent { .init(name: "spreadsheet.createSheet") }
        public var `openSheet`: Intent { .init(name: "spreadsheet.openSheet") }
        public var `updateSheet`: Intent { .init(name: "spreadsheet.updateSheet") }
        public var `addImageToSheet`: Intent { .init(name: "spreadsheet.addImageToSheet") }
        public var `addVideoToSheet`: Intent { .init(name: "spreadsheet.addVideoToSheet") }
        public var `addAudioToSheet`: Intent { .init(name: "spreadsheet.addAudioToSheet") }
        public var `addTextBoxToSheet`: Intent { .init(name: "spreadsheet.addTextBoxToSheet") }
        public var `addCommentToSheet`: Intent { .init(name: "spreadsheet.addCommentToSheet") }
        public var `addWebVideoToSheet`: Intent { .init(name: "spreadsheet.addWebVideoToSheet") }
        public var `deleteSheet`: Intent { .init(name: "spreadsheet.deleteSheet") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "spreadsheet.\(name)") }
    }
    @dynamicMemberLookup
    public struct SystemIntents: Hashable, Sendable {
        public var `search`: Intent { .init(name: "system.search") }
        public var `searchInApp`: Intent { .init(name: "system.searchInApp") }
        public var `open`: Intent { .init(name: "system.open") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "system.\(name)") }
    }
    @dynamicMemberLookup
    public struct VisualIntelligenceIntents: Hashable, Sendable {
        public var `semanticContentSearch`: Intent { .init(name: "visualIntelligence.semanticContentSearch") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "visualIntelligence.\(name)") }
    }
    @dynamicMemberLookup
    public struct WhiteboardIntents: Hashable, Sendable {
        public var `createItem`: Intent { .init(name: "whiteboard.createItem") }
        public var `createBoard`: Intent { .init(name: "whiteboard.createBoard") }
        public var `openBoard`: Intent { .init(name: "whiteboard.openBoard") }
        public var `updateBoard`: Intent { .init(name: "whiteboard.updateBoard") }
        public var `deleteBoard`: Intent { .init(name: "whiteboard.deleteBoard") }
        public var `updateItem`: Intent { .init(name: "whiteboard.updateItem") }
        public var `deleteItem`: Intent { .init(name: "whiteboard.deleteItem") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "whiteboard.\(name)") }
    }
    @dynamicMemberLookup
    public struct WordProcessorIntents: Hashable, Sendable {
        public var `create`: Intent { .init(name: "wordProcessor.create") }
        public var `open`: Intent { .init(name: "wordProcessor.open") }
        public var `createPage`: Intent { .init(name: "wordProcessor.createPage") }
        public var `openPage`: Intent { .init(name: "wordProcessor.openPage") }
        public var `addTextBoxToPage`: Intent { .init(name: "wordProcessor.addTextBoxToPage") }
        public var `addVideoToPage`: Intent { .init(name: "wordProcessor.addVideoToPage") }
        public var `addImageToPage`: Intent { .init(name: "wordProcessor.addImageToPage") }
        public var `addAudioToPage`: Intent { .init(name: "wordProcessor.addAudioToPage") }
        public var `addWebVideoToPage`: Intent { .init(name: "wordProcessor.addWebVideoToPage") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Intent { .init(name: "wordProcessor.\(name)") }
    }
}

extension AppSchema.Enum {
    public static var audio: AppSchema.AudioEnums { .init() }
    public static var books: AppSchema.BooksEnums { .init() }
    public static var browser: AppSchema.BrowserEnums { .init() }
    public static var calendar: AppSchema.CalendarEnums { .init() }
    public static var camera: AppSchema.CameraEnums { .init() }
    public static var clock: AppSchema.ClockEnums { .init() }
    public static var mail: AppSchema.MailEnums { .init() }
    public static var maps: AppSchema.MapsEnums { .init() }
    public static var messages: AppSchema.MessagesEnums { .init() }
    public static var phone: AppSchema.PhoneEnums { .init() }
    public static var photos: AppSchema.PhotosEnums { .init() }
    public static var reader: AppSchema.ReaderEnums { .init() }
    public static var reminders: AppSchema.RemindersEnums { .init() }
    public static var whiteboard: AppSchema.WhiteboardEnums { .init() }
}

extension AppSchema {
    @dynamicMemberLookup
    public struct AudioEnums: Hashable, Sendable {
        public var `appViewIdentifier`: Enum { .init(name: "audio.appViewIdentifier") }
        public var `affinityState`: Enum { .init(name: "audio.affinityState") }
        public var `activity`: Enum { .init(name: "audio.activity") }
        public var `invocationSource`: Enum { .init(name: "audio.invocationSource") }
        public var `playbackAttributes`: Enum { .init(name: "audio.playbackAttributes") }
        public var `queueInsertionLocation`: Enum { .init(name: "audio.queueInsertionLocation") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "audio.\(name)") }
    }
    @dynamicMemberLookup
    public struct BooksEnums: Hashable, Sendable {
        public var `contentType`: Enum { .init(name: "books.contentType") }
        public var `font`: Enum { .init(name: "books.font") }
        public var `fontSize`: Enum { .init(name: "books.fontSize") }
        public var `navigationDirection`: Enum { .init(name: "books.navigationDirection") }
        public var `relativeFontChange`: Enum { .init(name: "books.relativeFontChange") }
        public var `relativeCharacterSpacingChange`: Enum { .init(name: "books.relativeCharacterSpacingChange") }
        public var `relativeLineSpacingChange`: Enum { .init(name: "books.relativeLineSpacingChange") }
        public var `relativeWordSpacingChange`: Enum { .init(name: "books.relativeWordSpacingChange") }
        public var `theme`: Enum { .init(name: "books.theme") }
        public var `pageNavigationSetting`: Enum { .init(name: "books.pageNavigationSetting") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "books.\(name)") }
    }
    @dynamicMemberLookup
    public struct BrowserEnums: Hashable, Sendable {
        public var `clearHistoryTimeFrame`: Enum { .init(name: "browser.clearHistoryTimeFrame") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "browser.\(name)") }
    }
    @dynamicMemberLookup
    public struct CalendarEnums: Hashable, Sendable {
        public var `attendeeType`: Enum { .init(name: "calendar.attendeeType") }
        public var `eventStatus`: Enum { .init(name: "calendar.eventStatus") }
        public var `eventSpan`: Enum { .init(name: "calendar.eventSpan") }
        public var `attendeeStatus`: Enum { .init(name: "calendar.attendeeStatus") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "calendar.\(name)") }
    }
    @dynamicMemberLookup
    public struct CameraEnums: Hashable, Sendable {
        public var `captureMode`: Enum { .init(name: "camera.captureMode") }
        public var `captureDevice`: Enum { .init(name: "camera.captureDevice") }
        public var `captureDuration`: Enum { .init(name: "camera.captureDuration") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "camera.\(name)") }
    }
    @dynamicMemberLookup
    public struct ClockEnums: Hashable, Sendable {
        public var `alarmTriggerState`: Enum { .init(name: "clock.alarmTriggerState") }
        public var `stopwatchState`: Enum { .init(name: "clock.stopwatchState") }
        public var `timerState`: Enum { .init(name: "clock.timerState") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "clock.\(name)") }
    }
    @dynamicMemberLookup
    public struct MailEnums: Hashable, Sendable {
        public var `category`: Enum { .init(name: "mail.category") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "mail.\(name)") }
    }
    @dynamicMemberLookup
    public struct MapsEnums: Hashable, Sendable {
        public var `incident`: Enum { .init(name: "maps.incident") }
        public var `navigationPreferences`: Enum { .init(name: "maps.navigationPreferences") }
        public var `operatingStatus`: Enum { .init(name: "maps.operatingStatus") }
        public var `priceRange`: Enum { .init(name: "maps.priceRange") }
        public var `transportType`: Enum { .init(name: "maps.transportType") }
        public var `ratingDescriptor`: Enum { .init(name: "maps.ratingDescriptor") }
        public var `amenity`: Enum { .init(name: "maps.amenity") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "maps.\(name)") }
    }
    @dynamicMemberLookup
    public struct MessagesEnums: Hashable, Sendable {
        public var `conversationAttribute`: Enum { .init(name: "messages.conversationAttribute") }
        public var `messageAttribute`: Enum { .init(name: "messages.messageAttribute") }
        public var `messageEffect`: Enum { .init(name: "messages.messageEffect") }
        public var `messageType`: Enum { .init(name: "messages.messageType") }
        public var `customReaction`: Enum { .init(name: "messages.customReaction") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "messages.\(name)") }
    }
    @dynamicMemberLookup
    public struct PhoneEnums: Hashable, Sendable {
        public var `audioVisualMode`: Enum { .init(name: "phone.audioVisualMode") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "phone.\(name)") }
    }
    @dynamicMemberLookup
    public struct PhotosEnums: Hashable, Sendable {
        public var `assetType`: Enum { .init(name: "photos.assetType") }
        public var `albumType`: Enum { .init(name: "photos.albumType") }
        public var `filterType`: Enum { .init(name: "photos.filterType") }
        public var `rotationDirection`: Enum { .init(name: "photos.rotationDirection") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "photos.\(name)") }
    }
    @dynamicMemberLookup
    public struct ReaderEnums: Hashable, Sendable {
        public var `documentKind`: Enum { .init(name: "reader.documentKind") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "reader.\(name)") }
    }
    @dynamicMemberLookup
    public struct RemindersEnums: Hashable, Sendable {
        public var `listType`: Enum { .init(name: "reminders.listType") }
        public var `locationTriggerEvent`: Enum { .init(name: "reminders.locationTriggerEvent") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "reminders.\(name)") }
    }
    @dynamicMemberLookup
    public struct WhiteboardEnums: Hashable, Sendable {
        public var `itemType`: Enum { .init(name: "whiteboard.itemType") }
        public var `color`: Enum { .init(name: "whiteboard.color") }
        /// For the macro to say which name is nearest.
        public subscript(dynamicMember name: String) -> Enum { .init(name: "whiteboard.\(name)") }
    }
}
