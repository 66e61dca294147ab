// swift-tools-version: 6.3
import PackageDescription

// A package of its own, for it is only ever built with libFuzzer: `script/fuzz`.
let package = Package(
    name: "fuzz",
    dependencies: [
        .package(name: "ovation", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "OvationCore", package: "ovation"),
                .product(name: "OvationServer", package: "ovation"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
