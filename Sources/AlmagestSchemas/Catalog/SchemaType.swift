/// The type of a member of a schema, in the words of the wire format.
public indirect enum SchemaType: Hashable, Sendable {
    /// `String`, `AttributedString`.
    case text
    case bool
    /// `Int`.
    case integer
    /// `Double`.
    case number
    /// `Date`, `DateComponents`.
    case date
    case duration
    case url
    /// `IntentPerson`.
    case person
    /// `PlaceDescriptor`, `CLPlacemark`.
    case place
    /// `IntentFile`: a link, a name, or a record about it.
    case file
    /// `LinkMetadata`: a link, or a record about it.
    case link
    /// `Calendar.RecurrenceRule`: a text as iCalendar's RRULE, or a record.
    case recurrence
    /// An entity of that schema, `calendar.calendar`: a reference or a record.
    case entity(String)
    /// An entity of any type.
    case anyEntity
    /// A case of that enum, `calendar.eventStatus`.
    case enumeration(String)
    /// A value of that union, `calendar.EventLocation`.
    case union(String)
    case list(SchemaType)
    /// A list whose order means nothing.
    case set(SchemaType)
    /// A type that does not reach the index, by its name in Swift.
    case other(String)

    /// How it is written in a reply: `date`, `[@calendar.attendee]`, `Set<#audio.playbackAttributes>`, `~EventLocation`.
    public var notation: String {
        switch self {
        case .text: "text"
        case .bool: "bool"
        case .integer: "integer"
        case .number: "number"
        case .date: "date"
        case .duration: "duration"
        case .url: "url"
        case .person: "person"
        case .place: "place"
        case .file: "file"
        case .link: "link"
        case .recurrence: "recurrence"
        case .entity(let name): "@\(name)"
        case .anyEntity: "@any"
        case .enumeration(let name): "#\(name)"
        case .union(let name): "~\(name)"
        case .list(let element): "[\(element.notation)]"
        case .set(let element): "Set<\(element.notation)>"
        case .other(let name): name
        }
    }

    /// How it is called for people: `a date`, `a list of calendar.attendee`.
    public var words: String {
        switch self {
        case .text: "text"
        case .bool: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .date: "a date"
        case .duration: "a duration"
        case .url: "a link"
        case .person: "a person"
        case .place: "a place"
        case .file: "a file"
        case .link: "a link"
        case .recurrence: "a recurrence rule"
        case .entity(let name): "a \(name)"
        case .anyEntity: "an entity"
        case .enumeration(let name): "a case of \(name)"
        case .union(let name): "a \(name)"
        case .list(let element), .set(let element): "a list, each \(element.words)"
        case .other(let name): name
        }
    }
}
