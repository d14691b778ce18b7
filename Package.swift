// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// Where the running toolchain keeps swift-syntax, which the macros are built on. This manifest is a program that has
/// loaded the toolchain's package library, and its parent is the package manager; else `swift` in PATH says it.
let swiftSyntax: String = {
    let files = FileManager.default
    let maps = files.contents(atPath: "/proc/self/maps").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let library = maps.split(separator: "\n").first { $0.hasSuffix("/libPackageDescription.so") }
    // …/usr/lib/swift/pm/ManifestAPI/libPackageDescription.so and …/usr/bin/swift-build
    var candidates = library.map { [String($0.drop { $0 != "/" }) + "/../../../host"] } ?? []
    var programs = (try? files.destinationOfSymbolicLink(atPath: "/proc/\(getppid())/exe")).map { [$0] } ?? []
    for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
        programs.append(folder + "/swift")
    }
    candidates += programs.map {
        URL(fileURLWithPath: $0).resolvingSymlinksInPath().path + "/../../lib/swift/host"
    }
    candidates += ["/opt/swift/usr/lib/swift/host", "/usr/lib/swift/host"]
    let paths = candidates.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    return paths.first { files.fileExists(atPath: $0 + "/SwiftSyntaxMacros.swiftmodule") } ?? "/usr/lib/swift/host"
}()

// One setting for every target: Swift 6 language mode and spelled-out existentials.
let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

/// A Swift library target; a module imports only what stands on a lower floor of docs/architecture.md.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// An example app: a program that links the app's entities and queries.
func example(_ name: String, _ dependencies: [Target.Dependency] = []) -> [Target] {
    [
        .executableTarget(
            name: name, dependencies: ["AppIntents", "CoreSpotlight", "ExampleContent"] + dependencies,
            path: "Examples/\(name)/Sources", swiftSettings: strict),
        .testTarget(
            name: name + "Tests",
            dependencies: [.target(name: name), "AppIntentsTesting", "TestDaemons"] + dependencies,
            path: "Examples/\(name)/Tests", swiftSettings: strict),
    ]
}

/// The tests of one module, `<name>Tests`, plus what they need beside it.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies, exclude: exclude,
        swiftSettings: strict)
}

let package = Package(
    name: "Almagest",
    products: [
        .executable(name: "almagestd", targets: ["almagestd"]),
        .executable(name: "almagest", targets: ["almagest"]),
        .library(name: "AlmagestEntities", targets: ["AlmagestEntities"]),
        .library(name: "AlmagestSchemas", targets: ["AlmagestSchemas"]),
        .library(name: "AlmagestWire", targets: ["AlmagestWire"]),
        .library(name: "CoreSpotlight", targets: ["CoreSpotlight"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "AppIntents", targets: ["AppIntents"]),
        .library(name: "AppIntentsTesting", targets: ["AppIntentsTesting"]),
        .library(name: "MediaIntents", targets: ["MediaIntents"]),
        .library(name: "GeoToolbox", targets: ["GeoToolbox"]),
        .library(name: "CoreTransferable", targets: ["CoreTransferable"]),
        .library(name: "Catalog", targets: ["Catalog"]),
        .library(name: "Semantic", targets: ["Semantic"]),
    ],
    targets: [
        // Bridges to C and C++; each has a plain C header, and no C++ exception leaves it.
        .target(name: "CJSON", linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "CSystem"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CICU", linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icui18n")]),
        .target(name: "CCLD2", linkerSettings: [.linkedLibrary("cld2")]),
        .target(name: "CStemmer", linkerSettings: [.linkedLibrary("stemmer")]),
        .target(name: "CXapian", linkerSettings: [.linkedLibrary("xapian")]),
        .target(name: "COpenVINO", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CVectorScan"),

        // Floor 0
        room("AlmagestEntities", ["CJSON"]),
        // Floor 1
        room("AlmagestSchemas", ["AlmagestEntities"]),
        room("Settings", ["AlmagestEntities"]),
        room("Threads", ["CSystem"]),
        room("Files", ["CSystem"]),
        // Floor 2
        room("SQLite", ["CSQLite", "Files"]),
        room("Text", ["CICU", "CCLD2", "CStemmer"]),
        room("AlmagestWire", ["AlmagestEntities", "CSystem", "Files"]),
        // Floor 3
        room("Catalog", ["CSystem", "AlmagestEntities", "Settings", "Threads", "Files", "SQLite"]),
        // Floor 4
        room("Lexical", ["CXapian", "Text", "Catalog", "AlmagestEntities", "Settings", "Threads", "Files"]),
        room(
            "Semantic",
            [
                "COpenVINO", "CVectorScan", "Text", "SQLite", "Catalog", "AlmagestEntities", "Settings", "Threads",
                "Files",
            ]),
        room("Properties", ["SQLite", "Text", "Catalog", "AlmagestEntities", "Threads"]),
        room("Suggest", ["SQLite", "Text", "Catalog", "AlmagestEntities", "Threads"]),
        // Floor 5
        room("Providers", ["CSystem", "AlmagestWire", "AlmagestEntities", "AlmagestSchemas", "Settings"]),
        // Floor 6
        room("Indexer", ["Providers", "Catalog", "AlmagestEntities", "AlmagestSchemas", "Threads", "Files"]),
        room(
            "Search",
            [
                "Providers", "Lexical", "Semantic", "Properties", "Suggest", "Text", "Catalog", "AlmagestEntities",
                "AlmagestSchemas", "Settings", "Threads",
            ]),
        // Floor 7
        room(
            "Server",
            [
                "Indexer", "Search", "Providers", "Lexical", "Semantic", "Properties", "Suggest", "Catalog",
                "AlmagestWire", "AlmagestEntities", "AlmagestSchemas", "Settings", "Threads",
            ]),
        // What apps import
        room("AlmagestFoundation"),
        room("CoreTransferable", ["UniformTypeIdentifiers"]),
        room("GeoToolbox"),
        .macro(
            name: "AppIntentsMacros", dependencies: ["AlmagestSchemas"],
            swiftSettings: strict + [.unsafeFlags(["-I", swiftSyntax])],
            linkerSettings: [
                .unsafeFlags(["-L", swiftSyntax, "-Xlinker", "-rpath", "-Xlinker", swiftSyntax])
            ]),
        room(
            "AppIntents",
            [
                "AppIntentsMacros", "CoreSpotlight", "AlmagestFoundation", "UniformTypeIdentifiers",
                "CoreTransferable", "GeoToolbox", "AlmagestWire", "AlmagestEntities", "CSystem",
            ]),
        room("MediaIntents", ["AppIntents", "AlmagestEntities"]),
        room(
            "AppIntentsTesting",
            [
                "AppIntents", "CoreSpotlight", "CoreTransferable", "AlmagestWire", "AlmagestEntities",
                "AlmagestSchemas",
            ]),
        // Doors
        .executableTarget(
            name: "almagestd", dependencies: ["Server", "Settings", "AlmagestWire"], swiftSettings: strict),
        .executableTarget(
            name: "almagest", dependencies: ["CommandLineTool"], swiftSettings: strict),
        tests("AlmagestEntities", ["CJSON"]),
        tests("Lexical", ["Catalog", "Text", "AlmagestEntities"]),
        tests("AlmagestSchemas", ["AlmagestEntities"]),
        room("CommandLineTool", ["AlmagestWire", "AlmagestEntities", "CSystem"]),
        room("UniformTypeIdentifiers"),
        room("CoreSpotlight", ["AlmagestWire", "AlmagestEntities", "UniformTypeIdentifiers"]),
        // Tests
        tests("CoreSpotlight", ["AlmagestWire", "AlmagestEntities", "TestDaemons"]),
        .target(
            name: "TestDaemons", dependencies: ["CoreSpotlight", "AlmagestWire", "AlmagestEntities"],
            path: "Tests/Support/TestDaemons", swiftSettings: strict),
        .executableTarget(
            name: "StarProvider",
            dependencies: ["AppIntents", "CoreSpotlight", "MediaIntents", "GeoToolbox", "CoreTransferable"],
            path: "Tests/Support/StarProvider", swiftSettings: strict),
        tests("UniformTypeIdentifiers"),
        tests("AppIntentsTesting", ["AppIntents", "CoreSpotlight", "AlmagestEntities", "TestDaemons"]),
        tests("Properties", ["CatalogWorkload", "Catalog", "AlmagestEntities", "SQLite", "Text"]),
        tests("Suggest", ["CatalogWorkload", "Catalog", "AlmagestEntities", "SQLite", "Text"]),
        tests("Files"),
        tests("SQLite"),
        tests(
            "Catalog", ["AlmagestEntities", "SQLite", "Settings", "CatalogWorkload", "CatalogProbe"],
            exclude: ["Fixtures"]),
        .target(name: "TestSupport", path: "Tests/Support/TestSupport", swiftSettings: strict),
        .target(
            name: "CatalogWorkload", dependencies: ["TestSupport", "Catalog", "AlmagestEntities"],
            path: "Tests/Support/CatalogWorkload", swiftSettings: strict),
        .executableTarget(
            name: "CatalogProbe", dependencies: ["CatalogWorkload", "Catalog", "AlmagestEntities", "Settings"],
            path: "Tests/Support/CatalogProbe", swiftSettings: strict),
        tests("Text"),
        tests("Indexer", ["Catalog", "AlmagestEntities", "AlmagestSchemas"]),
        tests("Search", ["Text", "Catalog", "AlmagestEntities"]),
        tests("Server", ["AlmagestWire", "AlmagestEntities", "Threads", "SQLite"]),
        tests("Providers", ["AlmagestEntities"]),
        tests("CommandLineTool", ["AlmagestEntities"]),
        tests("CVectorScan"),
        tests("Threads"),
        tests("Semantic", ["Catalog", "AlmagestEntities", "Settings", "Threads"]),
        tests("AlmagestWire", ["AlmagestEntities", "CSystem", "Threads"]),
        tests("Settings", ["AlmagestEntities"]),
        tests(
            "AppIntents",
            [
                "MediaIntents", "GeoToolbox", "CoreTransferable", "CoreSpotlight", "UniformTypeIdentifiers",
                "AlmagestWire", "AlmagestEntities", "AlmagestSchemas", "TestDaemons", "StarProvider",
            ]),
        .target(name: "ExampleContent", path: "Examples/ExampleContent", swiftSettings: strict),
    ] + example("CosmoTunes", ["MediaIntents"]) + example("CometCal", ["GeoToolbox"])
        + example("UnicornChat", ["GeoToolbox", "CoreTransferable"])
        + example("TravelTracking", ["GeoToolbox", "CoreTransferable"]),
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
