import AlmagestEntities

/// What an app says is on screen just now; words that point ("this", "the third one") are understood by it.
///
/// It is never stored: it goes with the connection that said it, or after a bounded time.
public struct ScreenStatement: Sendable, Equatable {
    /// A part of the screen that shows one entity.
    public struct View: Sendable, Equatable {
        public var entity: EntityID
        /// Left, top, width and height in the app's own units.
        public var bounds: [Double]?
        /// Its place in the list it stands in, from 0.
        public var position: Int?
        /// Whether the person has selected it.
        public var selected: Bool

        public init(entity: EntityID, bounds: [Double]? = nil, position: Int? = nil, selected: Bool = false) {
            self.entity = entity
            self.bounds = bounds
            self.position = position
            self.selected = selected
        }
    }

    /// A list of entities whose elements were not said one by one.
    public struct List: Sendable, Equatable {
        public var type: String
        public var count: Int

        public init(type: String, count: Int) {
            self.type = type
            self.count = count
        }
    }

    /// The app that said it.
    public var bundle: String
    /// Title of what the person is doing, such as the name of the document in front.
    public var activityTitle: String?
    /// The entity that the whole screen is about.
    public var activityEntity: EntityID?
    public var views: [View]
    public var lists: [List]
    /// When it was said, in seconds since 1970.
    public var updated: Double

    public init(
        bundle: String, activityTitle: String? = nil, activityEntity: EntityID? = nil, views: [View] = [],
        lists: [List] = [], updated: Double
    ) {
        self.bundle = bundle
        self.activityTitle = activityTitle
        self.activityEntity = activityEntity
        self.views = views
        self.lists = lists
        self.updated = updated
    }

    /// Whether it says that nothing is on screen.
    public var isEmpty: Bool {
        activityTitle == nil && activityEntity == nil && views.isEmpty && lists.isEmpty
    }
}
