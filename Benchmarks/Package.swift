// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that a build of Ovation does not fetch the benchmark library.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ovation", path: ".."),
        .package(
            url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Frames",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "OvationCore", package: "ovation"),
            ],
            path: "Benchmarks/Frames",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        )
    ],
    swiftLanguageModes: [.v6]
)
