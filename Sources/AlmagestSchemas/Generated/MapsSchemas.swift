// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/maps.json. Change that, then run it.

extension SchemaDomain {
    static let maps = SchemaDomain(
        "maps", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("maps.currentLocation", id: "MapsCurrentLocationEntity", since: "27.0", evidence: .documentation, note: "No members."),
                []),
            EntitySchema(
                SchemaFacts("maps.navigationSession", id: "MapsNavigationSessionEntity", since: "27.0", evidence: .documentation, note: "Documented as a unique entity (UniqueAppEntity)."),
                [
                    SchemaMember("estimatedArrivalDate", .date),
                    SchemaMember("waypoints", .list(.union("maps.MapsLocation"))),
                    SchemaMember("transportationType", .enumeration("maps.transportType")),
                    SchemaMember("preferences", .list(.enumeration("maps.navigationPreferences"))),
                ]),
            EntitySchema(
                SchemaFacts("maps.place", id: "MapsPlaceEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("place", .place),
                    SchemaMember("name", .text, optional: true),
                    SchemaMember("categories", .list(.text)),
                    SchemaMember("operatingStatus", .enumeration("maps.operatingStatus"), optional: true),
                    SchemaMember("operatingHours", .entity("maps.operatingHours"), optional: true),
                    SchemaMember("phoneNumber", .text, optional: true),
                    SchemaMember("priceRange", .enumeration("maps.priceRange"), optional: true),
                    SchemaMember("ratings", .list(.entity("maps.rating"))),
                    SchemaMember("amenities", .list(.text)),
                ]),
            EntitySchema(
                SchemaFacts("maps.operatingHours", id: "MapsOperatingHoursEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("monday", .list(.entity("maps.operatingTimeRange"))),
                    SchemaMember("tuesday", .list(.entity("maps.operatingTimeRange"))),
                    SchemaMember("wednesday", .list(.entity("maps.operatingTimeRange"))),
                    SchemaMember("thursday", .list(.entity("maps.operatingTimeRange"))),
                    SchemaMember("friday", .list(.entity("maps.operatingTimeRange"))),
                    SchemaMember("saturday", .list(.entity("maps.operatingTimeRange"))),
                    SchemaMember("sunday", .list(.entity("maps.operatingTimeRange"))),
                ]),
            EntitySchema(
                SchemaFacts("maps.operatingTimeRange", id: "MapsOperatingTimeRangeEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("startTime", .date),
                    SchemaMember("endTime", .date),
                ]),
            EntitySchema(
                SchemaFacts("maps.rating", id: "MapsRating", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("value", .number),
                    SchemaMember("descriptor", .enumeration("maps.ratingDescriptor")),
                    SchemaMember("count", .integer, optional: true),
                    SchemaMember("provider", .text),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("maps.shareETA", id: "MapsShareETAIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("maps.startNavigation", id: "MapsStartNavigationIntent", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("transportationType", .enumeration("maps.transportType")),
                    SchemaMember("origin", .union("maps.MapsLocation")),
                    SchemaMember("destinations", .list(.union("maps.MapsLocation"))),
                    SchemaMember("preferences", .set(.enumeration("maps.navigationPreferences"))),
                ], result: .entity("maps.navigationSession")),
            IntentSchema(
                SchemaFacts("maps.stopShareETA", id: "MapsStopShareETAIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("maps.updateNavigationWaypoints", id: "MapsUpdateNavigationWaypointsIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("maps.reportIncident", id: "ReportIncidentIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("maps.stopNavigation", id: "StopNavigationIntent", since: "27.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("maps.incident", id: "MapsIncidentEnum", since: "27.0", evidence: .documentation, note: "App-defined cases (the documentation template leaves them open)."),
                [], open: true),
            EnumSchema(
                SchemaFacts("maps.navigationPreferences", id: "MapsNavigationPreferencesEnum", since: "27.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("maps.operatingStatus", id: "MapsOperatingStatusEnum", since: "27.0", evidence: .documentation, note: "App-defined cases (the documentation template leaves them open)."),
                [], open: true),
            EnumSchema(
                SchemaFacts("maps.priceRange", id: "MapsPriceRangeEnum", since: "27.0", evidence: .documentation, note: "App-defined cases (the documentation template leaves them open)."),
                [], open: true),
            EnumSchema(
                SchemaFacts("maps.transportType", id: "MapsTransportTypeEnum", since: "27.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("maps.ratingDescriptor", id: "MapsRatingDescriptor", since: "27.0", evidence: .documentation),
                ["percentage"]),
            EnumSchema(
                SchemaFacts("maps.amenity", id: "MapsAmenityTypeEnum", since: "27.0", evidence: .documentation, note: "App-defined cases (the documentation template leaves them open)."),
                [], open: true),
        ],
        unions: [
            UnionSchema(
                SchemaFacts("maps.MapsLocation", evidence: .unknown, note: "Its payloads are not known."),
                nil),
        ])
}
