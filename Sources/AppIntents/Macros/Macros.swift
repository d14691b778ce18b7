public import CoreSpotlight

/// Makes a type an entity of a schema: its properties become entity properties.
@attached(memberAttribute)
@attached(
    extension, conformances: AppEntity, FileEntity, _AppSchemaEntity, names: named(__appSchemaEntity))
public macro AppEntity(schema: AppSchema.Entity) =
    #externalMacro(module: "AppIntentsMacros", type: "SchemaEntityMacro")

/// Makes a type an intent of a schema: its properties become parameters.
@attached(memberAttribute)
@attached(
    extension, conformances: AppIntent, OpenIntent, ShowInAppSearchResultsIntent, _AppSchemaIntent,
    names: named(__appSchemaIntent))
public macro AppIntent(schema: AppSchema.Intent) =
    #externalMacro(module: "AppIntentsMacros", type: "SchemaIntentMacro")

/// Makes an enum one of a schema.
@attached(extension, conformances: AppEnum, _AppSchemaEnum, names: named(__appSchemaEnum))
public macro AppEnum(schema: AppSchema.Enum) = #externalMacro(module: "AppIntentsMacros", type: "SchemaEnumMacro")

/// The older name of `@AppEntity(schema:)`.
@attached(memberAttribute)
@attached(
    extension, conformances: AppEntity, FileEntity, _AppSchemaEntity, names: named(__appSchemaEntity))
public macro AssistantEntity(schema: AssistantSchemas.Entity) =
    #externalMacro(module: "AppIntentsMacros", type: "SchemaEntityMacro")

/// The older name of `@AppIntent(schema:)`.
@attached(memberAttribute)
@attached(
    extension, conformances: AppIntent, OpenIntent, ShowInAppSearchResultsIntent, _AppSchemaIntent,
    names: named(__appSchemaIntent))
public macro AssistantIntent(schema: AssistantSchemas.Intent) =
    #externalMacro(module: "AppIntentsMacros", type: "SchemaIntentMacro")

/// The older name of `@AppEnum(schema:)`.
@attached(extension, conformances: AppEnum, _AppSchemaEnum, names: named(__appSchemaEnum))
public macro AssistantEnum(schema: AssistantSchemas.Enum) =
    #externalMacro(module: "AppIntentsMacros", type: "SchemaEnumMacro")

/// Makes an enum one value out of several types; each case has exactly one payload.
@attached(extension, conformances: AppUnionValue, names: arbitrary)
public macro UnionValue() = #externalMacro(module: "AppIntentsMacros", type: "UnionValueMacro")

/// Makes a computed property a property of the entity.
@attached(peer, names: prefixed(_), prefixed(`$`), prefixed(__))
public macro ComputedProperty() = #externalMacro(module: "AppIntentsMacros", type: "ComputedPropertyMacro")

@attached(peer, names: prefixed(_), prefixed(`$`), prefixed(__))
public macro ComputedProperty(title: LocalizedStringResource) =
    #externalMacro(module: "AppIntentsMacros", type: "ComputedPropertyMacro")

@attached(peer, names: prefixed(_), prefixed(`$`), prefixed(__))
public macro ComputedProperty(
    title: LocalizedStringResource? = nil, indexingKey: PartialKeyPath<CSSearchableItemAttributeSet>
) = #externalMacro(module: "AppIntentsMacros", type: "ComputedPropertyMacro")

@attached(peer, names: prefixed(_), prefixed(`$`), prefixed(__))
public macro ComputedProperty(title: LocalizedStringResource? = nil, customIndexingKey: CSCustomAttributeKey) =
    #externalMacro(module: "AppIntentsMacros", type: "ComputedPropertyMacro")

/// Makes a property whose getter is `async throws` a property of the entity, fetched when it is asked for.
@attached(peer, names: prefixed(_), prefixed(`$`), prefixed(__))
public macro DeferredProperty() = #externalMacro(module: "AppIntentsMacros", type: "DeferredPropertyMacro")

@attached(peer, names: prefixed(_), prefixed(`$`), prefixed(__))
public macro DeferredProperty(title: LocalizedStringResource) =
    #externalMacro(module: "AppIntentsMacros", type: "DeferredPropertyMacro")

@attached(peer, names: prefixed(_), prefixed(`$`), prefixed(__))
public macro DeferredProperty(
    title: LocalizedStringResource? = nil, indexingKey: PartialKeyPath<CSSearchableItemAttributeSet>
) = #externalMacro(module: "AppIntentsMacros", type: "DeferredPropertyMacro")
