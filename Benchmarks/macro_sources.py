"""Sources of an app: so many entities, intents, enums and unions by macros, and the same written out as the macros write it."""


def both(count, entity, intent, enumeration, union):
    parts = ["import AppIntents", "import CoreSpotlight"]
    for n in range(count):
        parts += [entity(n), intent(n)]
        if n % 2 == 0:
            parts += [enumeration(n // 2), union(n // 2)]
    return "\n".join(parts) + "\n"


def query(n):
    return f"""
    struct Query: EntityQuery {{
        func entities(for identifiers: [String]) async throws -> [Event{n}] {{ identifiers.map {{ Event{n}(id: $0) }} }}
    }}
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation {{ DisplayRepresentation(title: "\\(title)") }}
    init(id: String) {{ self.id = id }}"""


MEMBERS = ["title: String", "startDate: Date", "endDate: Date", "isAllDay: Bool", "note: String?", "virtualLocation: URL?"]
PERFORM = "func perform() async throws -> some IntentResult { .result() }"


def with_macros(count):
    def entity(n):
        members = "\n".join(f"    var {member}" for member in MEMBERS)
        return f"""@AppEntity(schema: .calendar.event)
struct Event{n}: IndexedEntity {{{query(n)}
{members}
    @ComputedProperty(title: "Length") var length: Double {{ endDate.timeIntervalSince(startDate) }}
    @DeferredProperty var guests: Int {{ get async throws {{ 3 }} }}
}}"""

    def intent(n):
        return f"""@AppIntent(schema: .calendar.updateEvent)
struct Update{n} {{
    var event: Event{n}
    var title: String?
    var startDate: Date?
    var endDate: Date?
    var isAllDay: Bool?
    var note: String?
    {PERFORM}
}}"""

    def enumeration(n):
        return f"@AppEnum(schema: .calendar.attendeeStatus)\nenum Status{n}: String {{ case accepted, declined, tentative, pending }}"

    def union(n):
        return f"@UnionValue\nenum Choice{n}: Sendable {{ case event(Event{n}), name(String), link(URL) }}"

    return both(count, entity, intent, enumeration, union)


def by_hand(count):
    def entity(n):
        members = "\n".join(f"    @AppIntents.EntityProperty() var {member}" for member in MEMBERS)
        return f"""struct Event{n}: IndexedEntity {{{query(n)}
{members}
    var length: Double {{ endDate.timeIntervalSince(startDate) }}
    let _length = AppIntents.ComputedEntityProperty<Event{n}, Double>("length", title: "Length") {{ $0.length }}
    var length_property: AppIntents.EntityProperty<Double> {{ _length.property(of: self) }}
    var guests: Int {{ get async throws {{ 3 }} }}
    let _guests = AppIntents.DeferredEntityProperty<Event{n}, Int>("guests") {{ try await $0.guests }}
    var guests_property: AppIntents.EntityProperty<Int> {{ _guests.property(of: self) }}
}}
extension Event{n}: AppIntents.AppEntity, AppIntents._AppSchemaEntity {{
    static var __appSchemaEntity: Swift.String {{ "calendar.event" }}
}}"""

    def intent(n):
        members = ["title: String?", "startDate: Date?", "endDate: Date?", "isAllDay: Bool?", "note: String?"]
        parameters = "\n".join(f"    @AppIntents.IntentParameter() var {member}" for member in [f"event: Event{n}", *members])
        return f"""struct Update{n} {{
{parameters}
    {PERFORM}
}}
extension Update{n}: AppIntents.AppIntent, AppIntents._AppSchemaIntent {{
    static var __appSchemaIntent: Swift.String {{ "calendar.updateEvent" }}
}}"""

    def enumeration(n):
        return f"""enum Status{n}: String {{ case accepted, declined, tentative, pending }}
extension Status{n}: AppIntents.AppEnum, AppIntents._AppSchemaEnum {{
    static var __appSchemaEnum: Swift.String {{ "calendar.attendeeStatus" }}
}}"""

    def union(n):
        cases = (("event", f"Event{n}"), ("name", "String"), ("link", "URL"))

        def each(line):
            return "\n".join("        " + line(name, type) for name, type in cases)

        return f"""enum Choice{n}: Sendable {{ case event(Event{n}), name(String), link(URL) }}
extension Choice{n}: AppIntents.AppUnionValue {{
    enum Cases: Swift.String, AppIntents.AppUnionValueCasesProviding {{
        typealias UnionValue = Choice{n}
        case event, name, link
    }}
    static var allIntentValueTypes: [any AppIntents._IntentValue.Type] {{ [{", ".join(f"({type}).self" for _, type in cases)}] }}
    var asIntentValue: any AppIntents._IntentValue {{
        switch self {{
{each(lambda name, _: f"case .{name}(let value): value")}
        }}
    }}
    var _unionCase: Cases {{
        switch self {{
{each(lambda name, _: f"case .{name}: .{name}")}
        }}
    }}
    static func _union(_ unionCase: Cases, wire: AppIntents._WireValue) -> Self? {{
        switch unionCase {{
{each(lambda name, type: f"case .{name}: ({type})._value(wire: wire).map {{ .{name}($0) }}")}
        }}
    }}
}}"""

    return both(count, entity, intent, enumeration, union)
