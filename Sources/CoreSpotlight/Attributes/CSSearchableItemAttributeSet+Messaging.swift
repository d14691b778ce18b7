import Foundation

/// Mail and messages.
extension CSSearchableItemAttributeSet {
    /// Account that it belongs to.
    public var accountIdentifier: String? {
        get { self["accountIdentifier"] }
        set { self["accountIdentifier"] = newValue }
    }
    /// Addresses of the account.
    public var accountHandles: [String]? {
        get { self["accountHandles"] }
        set { self["accountHandles"] = newValue }
    }
    /// The whole text; it becomes the entity's body.
    public var textContent: String? {
        get { self["textContent"] }
        set { self["textContent"] = newValue }
    }
    /// Who wrote it.
    public var authors: [CSPerson]? {
        get { self["authors"] }
        set { self["authors"] = newValue }
    }
    /// Whom it is addressed to.
    public var primaryRecipients: [CSPerson]? {
        get { self["primaryRecipients"] }
        set { self["primaryRecipients"] = newValue }
    }
    /// Who got a copy.
    public var additionalRecipients: [CSPerson]? {
        get { self["additionalRecipients"] }
        set { self["additionalRecipients"] = newValue }
    }
    /// Who got a blind copy.
    public var hiddenAdditionalRecipients: [CSPerson]? {
        get { self["hiddenAdditionalRecipients"] }
        set { self["hiddenAdditionalRecipients"] = newValue }
    }
    /// Mailboxes that it is in, such as `CSMailboxInbox`.
    public var mailboxIdentifiers: [String]? {
        get { self["mailboxIdentifiers"] }
        set { self["mailboxIdentifiers"] = newValue }
    }
    /// Names of who wrote it.
    public var authorNames: [String]? {
        get { self["authorNames"] }
        set { self["authorNames"] = newValue }
    }
    /// Names of whom it is addressed to.
    public var recipientNames: [String]? {
        get { self["recipientNames"] }
        set { self["recipientNames"] = newValue }
    }
    /// Mail addresses of who wrote it.
    public var authorEmailAddresses: [String]? {
        get { self["authorEmailAddresses"] }
        set { self["authorEmailAddresses"] = newValue }
    }
    /// Mail addresses of whom it is addressed to.
    public var recipientEmailAddresses: [String]? {
        get { self["recipientEmailAddresses"] }
        set { self["recipientEmailAddresses"] = newValue }
    }
    /// Addresses of who wrote it.
    public var authorAddresses: [String]? {
        get { self["authorAddresses"] }
        set { self["authorAddresses"] = newValue }
    }
    /// Addresses of whom it is addressed to.
    public var recipientAddresses: [String]? {
        get { self["recipientAddresses"] }
        set { self["recipientAddresses"] = newValue }
    }
    /// Telephone numbers.
    public var phoneNumbers: [String]? {
        get { self["phoneNumbers"] }
        set { self["phoneNumbers"] = newValue }
    }
    /// Mail addresses.
    public var emailAddresses: [String]? {
        get { self["emailAddresses"] }
        set { self["emailAddresses"] = newValue }
    }
    /// Addresses of messengers.
    public var instantMessageAddresses: [String]? {
        get { self["instantMessageAddresses"] }
        set { self["instantMessageAddresses"] = newValue }
    }
    /// Whether it is probably junk.
    public var isLikelyJunk: NSNumber? {
        get { self["likelyJunk"] }
        set { self["likelyJunk"] = newValue }
    }
}

extension AttributeTable {
    static let messaging: [Attribute] = [
        Attribute("accountIdentifier", .text, \.accountIdentifier),
        Attribute("accountHandles", .texts, \.accountHandles),
        Attribute("textContent", .text, \.textContent),
        Attribute("authors", .people, \.authors),
        Attribute("primaryRecipients", .people, \.primaryRecipients),
        Attribute("additionalRecipients", .people, \.additionalRecipients),
        Attribute("hiddenAdditionalRecipients", .people, \.hiddenAdditionalRecipients),
        Attribute("mailboxIdentifiers", .texts, \.mailboxIdentifiers),
        Attribute("authorNames", .texts, \.authorNames),
        Attribute("recipientNames", .texts, \.recipientNames),
        Attribute("authorEmailAddresses", .texts, \.authorEmailAddresses),
        Attribute("recipientEmailAddresses", .texts, \.recipientEmailAddresses),
        Attribute("authorAddresses", .texts, \.authorAddresses),
        Attribute("recipientAddresses", .texts, \.recipientAddresses),
        Attribute("phoneNumbers", .texts, \.phoneNumbers),
        Attribute("emailAddresses", .texts, \.emailAddresses),
        Attribute("instantMessageAddresses", .texts, \.instantMessageAddresses),
        Attribute("likelyJunk", .flag, \.isLikelyJunk),
    ]
}
