// swift-tools-version: 6.3
import PackageDescription

// `script/fuzz` builds this package with libFuzzer. The main package builds the same targets as
// ordinary tests: `FuzzTests`.
let package = Package(
    name: "fuzz",
    dependencies: [
        .package(name: "ovation", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "OvationCore", package: "ovation"),
                .product(name: "OvationServer", package: "ovation"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["KeptInputsTests.swift", "RandomInputsTests.swift"]
        )
    ],
    swiftLanguageModes: [.v6]
)
