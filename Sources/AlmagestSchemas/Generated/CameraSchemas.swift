// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/camera.json. Change that, then run it.

extension SchemaDomain {
    static let camera = SchemaDomain(
        "camera", .primary,
        entities: [],
        intents: [
            IntentSchema(
                SchemaFacts("camera.switchDevice", id: "FlipCameraIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("camera.startCapture", id: "StartCameraCaptureIntent", since: "18.0", evidence: .adopter),
                [
                    SchemaMember("captureMode", .enumeration("camera.captureMode")),
                    SchemaMember("timerDuration", .enumeration("camera.captureDuration"), optional: true),
                    SchemaMember("device", .enumeration("camera.captureDevice"), optional: true),
                ]),
            IntentSchema(
                SchemaFacts("camera.openInCaptureMode", id: "NavigateToCaptureModeIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("camera.setDevice", id: "SetActiveDeviceIntent", since: "18.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("camera.stopCapture", id: "StopCaptureIntent", since: "18.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("camera.captureMode", id: "CaptureMode", since: "18.0", evidence: .adopter, note: "Not all cases are known."),
                ["photo", "video", "portrait"]),
            EnumSchema(
                SchemaFacts("camera.captureDevice", id: "CaptureDevice", since: "18.0", evidence: .unknown),
                nil),
            EnumSchema(
                SchemaFacts("camera.captureDuration", id: "CaptureDuration", since: "18.0", evidence: .unknown),
                nil),
        ],
        unions: [])
}
