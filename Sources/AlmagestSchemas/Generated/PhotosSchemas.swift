// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/photos.json. Change that, then run it.

extension SchemaDomain {
    static let photos = SchemaDomain(
        "photos", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("photos.album", id: "PhotoAlbumEntity", since: "18.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("creationDate", .date, optional: true),
                    SchemaMember("albumType", .enumeration("photos.albumType")),
                ]),
            EntitySchema(
                SchemaFacts("photos.recognizedPerson", id: "PhotoPersonEntity", since: "18.0", evidence: .documentation),
                [
                    SchemaMember("name", .text),
                    SchemaMember("isFavorite", .bool),
                ]),
            EntitySchema(
                SchemaFacts("photos.asset", id: "PhotoEntity", since: "27.0", evidence: .documentation, note: "Before 27.0 it had title: String? and location: CLPlacemark? and none of the edit members."),
                [
                    SchemaMember("creationDate", .date, optional: true),
                    SchemaMember("location", .place, optional: true),
                    SchemaMember("assetType", .enumeration("photos.assetType"), optional: true),
                    SchemaMember("isFavorite", .bool),
                    SchemaMember("isHidden", .bool),
                    SchemaMember("hasSuggestedEdits", .bool),
                    SchemaMember("aperture", .number, optional: true),
                    SchemaMember("exposure", .number, optional: true),
                    SchemaMember("saturation", .number, optional: true),
                    SchemaMember("warmth", .number, optional: true),
                    SchemaMember("filter", .enumeration("photos.filterType"), optional: true),
                    SchemaMember("isPortraitModeEnabled", .bool, optional: true),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("photos.createAlbum", id: "CreateMediaAlbumIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.openAlbum", id: "OpenMediaAlbumIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.updateAlbum", id: "UpdateMediaAlbumIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.deleteAlbum", id: "DeleteMediaAlbumIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.createAssets", id: "CreateMediaAssetsIntent", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("files", .list(.file)),
                ], result: .list(.entity("photos.asset"))),
            IntentSchema(
                SchemaFacts("photos.openAsset", id: "OpenMediaAssetIntent", since: "18.0", deprecated: true, evidence: .adopter, note: "Adopts OpenIntent."),
                [
                    SchemaMember("target", .entity("photos.asset")),
                ]),
            IntentSchema(
                SchemaFacts("photos.postToSharedAlbum", id: "PostToSharedAlbumIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.addAssetsToAlbum", id: "AddMediaAssetsToAlbumIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.removeAssetsFromAlbum", id: "RemoveMediaAssetsFromAlbumIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.search", id: "SearchMediaIntent", since: "18.0", deprecated: true, evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.setWarmth", id: "SetMediaWarmthIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.cleanupPhoto", id: "CleanupMediaIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.toggleSuggestedEdits", id: "EnhanceMediaIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.setFilter", id: "ApplyMediaFilterIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.crop", id: "CropMediaIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.updateAsset", id: "UpdateMediaAssetIntent", since: "18.0", evidence: .sample),
                [
                    SchemaMember("target", .list(.entity("photos.asset"))),
                    SchemaMember("name", .text, optional: true),
                    SchemaMember("isHidden", .bool, optional: true),
                    SchemaMember("isFavorite", .bool, optional: true),
                ]),
            IntentSchema(
                SchemaFacts("photos.duplicateAssets", id: "DuplicateMediaAssetsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.deleteAssets", id: "DeleteMediaAssetsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.copyEdits", id: "CopyMediaEditsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.pasteEdits", id: "PasteMediaEditsIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.setDepth", id: "SetMediaApertureIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.setExposure", id: "SetMediaExposureIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.setSaturation", id: "SetMediaSaturationIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.setRotation", id: "RotateMediaIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.toggleDepth", id: "SetMediaDepthIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.updateRecognizedPerson", id: "UpdateMediaPersonIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.straighten", id: "StraightenMediaIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("photos.editAsset", id: "EditAsset", since: "27.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("photos.assetType", id: "PhotoAssetType", since: "18.0", evidence: .adopters),
                ["photo", "video"]),
            EnumSchema(
                SchemaFacts("photos.albumType", id: "PhotoAlbumType", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("photos.filterType", id: "PhotoFilterEffectType", since: "18.0", evidence: .documentation, note: "The app defines the cases."),
                [], open: true),
            EnumSchema(
                SchemaFacts("photos.rotationDirection", id: "PhotoRotationDirection", since: "18.0", evidence: .documentation, note: "There may be more cases."),
                ["clockwise"], open: true),
        ],
        unions: [])
}
