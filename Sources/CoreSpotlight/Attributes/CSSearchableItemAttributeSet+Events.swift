import Foundation

/// Events and tasks.
extension CSSearchableItemAttributeSet {
    /// When it is due.
    public var dueDate: Date? {
        get { self["dueDate"] }
        set { self["dueDate"] = newValue }
    }
    /// When it was completed.
    public var completionDate: Date? {
        get { self["completionDate"] }
        set { self["completionDate"] = newValue }
    }
    /// When it begins.
    public var startDate: Date? {
        get { self["startDate"] }
        set { self["startDate"] = newValue }
    }
    /// When it ends.
    public var endDate: Date? {
        get { self["endDate"] }
        set { self["endDate"] = newValue }
    }
    /// Dates that have to do with it.
    public var importantDates: [Date]? {
        get { self["importantDates"] }
        set { self["importantDates"] = newValue }
    }
    /// Whether it takes whole days.
    public var allDay: NSNumber? {
        get { self["allDay"] }
        set { self["allDay"] = newValue }
    }
}

extension AttributeTable {
    static let events: [Attribute] = [
        Attribute("dueDate", .date, \.dueDate),
        Attribute("completionDate", .date, \.completionDate),
        Attribute("startDate", .date, \.startDate),
        Attribute("endDate", .date, \.endDate),
        Attribute("importantDates", .dates, \.importantDates),
        Attribute("allDay", .flag, \.allDay),
    ]
}
