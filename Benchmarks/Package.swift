// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "AlmagestBenchmarks",
    dependencies: [.package(name: "Almagest", path: "..")],
    targets: [
        // Plain Xapian, what indexing is measured against.
        .target(name: "CXapianPeer", linkerSettings: [.linkedLibrary("xapian")]),
        .executableTarget(
            name: "almagest-bench",
            dependencies: [
                "CXapianPeer",
                .product(name: "Semantic", package: "Almagest"),
                .product(name: "AlmagestEntities", package: "Almagest"),
            ],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
        // An app, as it links the SDK.
        .executableTarget(
            name: "almagest-app",
            dependencies: [
                .product(name: "AppIntents", package: "Almagest"), .product(name: "CoreSpotlight", package: "Almagest"),
            ],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
