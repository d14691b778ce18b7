/// The type of the activity with which a result is opened.
public let CSSearchableItemActionType = "com.apple.corespotlightitem"
/// Key of the opened item's identifier in that activity.
public let CSSearchableItemActivityIdentifier = "kCSSearchableItemActivityIdentifier"
/// The type of the activity with which a search goes on in the app.
public let CSQueryContinuationActionType = "com.apple.corespotlightquery"
/// Key of the words to search for in that activity.
public let CSSearchQueryString = "kCSSearchQueryString"

/// Well-known identifiers for `mailboxIdentifiers`.
public let CSMailboxInbox = "CSMailboxInbox"
public let CSMailboxDrafts = "CSMailboxDrafts"
public let CSMailboxSent = "CSMailboxSent"
public let CSMailboxJunk = "CSMailboxJunk"
public let CSMailboxTrash = "CSMailboxTrash"
public let CSMailboxArchive = "CSMailboxArchive"
