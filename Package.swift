// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "ovation",
    products: [
        .executable(name: "ovation", targets: ["ovation"]),
        // For the benchmarks, which are a separate package.
        .library(name: "OvationCore", targets: ["Texts", "Timeline", "Stage", "Wire"]),
        // For the fuzz tests, which are a separate package.
        .library(
            name: "OvationServer",
            targets: [
                "Assets", "Broadcast", "History", "Journal", "LiveRooms", "Replay", "RoomRuntime",
                "Server", "Snapshots", "SQLiteJournal", "Transport",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibwebsockets",
            pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev"])]
        ),
        // SwiftPM refuses pkg-config's flags of hiredis; the other libraries need none.
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        // The build information from script/build: version, commit and date. Only the command
        // depends on it, so that a new commit recompiles little.
        .target(
            name: "CStamp",
            cSettings: ["OVATION_VERSION", "OVATION_COMMIT", "OVATION_DATE"].compactMap { name in
                Context.environment[name].map { .define(name, to: "\"\($0)\"") }
            }
        ),
        .target(name: "Digests", dependencies: ["COpenSSL"]),
        // Lets the event loop see the bytes that libwebsockets receives.
        .target(name: "CReceiving"),
        // Settings of the kernel's scheduler and of the C library's memory.
        .target(name: "CTuning"),
        .target(name: "Texts"),
        .target(name: "Timeline"),
        .target(
            name: "Stage",
            dependencies: [
                "Texts", "Timeline",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HashTreeCollections", package: "swift-collections"),
            ]
        ),
        .target(name: "Wire", dependencies: ["Stage", "Texts", "Timeline"]),
        .target(name: "Snapshots", dependencies: ["Stage", "Texts", "Wire"]),
        .target(
            name: "Transport",
            dependencies: [
                "CLibwebsockets", "CReceiving", "CTuning", "Texts",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(name: "Journal", dependencies: ["Stage", "Texts", "Timeline"]),
        // Reads the deliveries of platforms such as Twitch and verifies their senders.
        .target(
            name: "Platforms",
            dependencies: ["Digests", "Stage", "Texts", "Wire"]
        ),
        // The event log in one SQLite file. Each kind of log has a target of its own for its
        // library.
        .target(
            name: "SQLiteJournal",
            dependencies: [
                "Digests", "Journal", "Snapshots", "Stage", "Texts", "Timeline",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        // The event log in Redis, which several servers can share.
        .target(
            name: "RedisJournal",
            dependencies: [
                "CHiredis", "Digests", "Journal", "Snapshots", "Stage", "Texts", "Timeline", "Wire",
            ],
            resources: [
                "append", "attend", "change", "clock", "drop", "erase", "files", "keep", "open",
                "prune", "settings", "snapshot", "tick",
            ].map { .embedInCode("Scripts/\($0).lua") }
        ),
        // Copies a shared log into a file that keeps all events.
        .target(
            name: "Archiving",
            dependencies: [
                "Journal", "RedisJournal", "SQLiteJournal", "Stage", "Texts", "Timeline",
            ]
        ),
        // Simulates, exports and imports a room's history without a server; it links no network
        // code.
        .target(
            name: "Replay",
            dependencies: ["Journal", "Stage", "Texts", "Timeline", "Wire"]
        ),
        // Finds the route of an HTTP request, checks its host and origin, and writes refusals. It does not
        // know the server.
        .target(name: "HTTPRouting", dependencies: ["Texts", "Transport", "Wire"]),
        // The order of the changes of settings, such as keys, sources and suspensions.
        .target(
            name: "Settings",
            dependencies: ["HTTPRouting", "Journal", "Texts", "Transport", "Wire"]),
        // Keys and roles, and the rate limits and quotas of clients.
        .target(
            name: "Access",
            dependencies: [
                "Digests", "HTTPRouting", "Journal", "Settings", "Stage", "Texts", "Transport",
                "Wire", .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // The uploaded files of rooms: their checks, their storage and their reading.
        .target(
            name: "Assets",
            dependencies: [
                "Digests", "HTTPRouting", "Journal", "Settings", "SQLiteJournal", "Texts",
                "Transport", "Wire",
            ]
        ),
        // Runs the program that speaks the messages of alerts.
        .target(name: "CSpawning"),
        .target(name: "Speech", dependencies: ["CSpawning", "Stage", "Texts"]),
        // The metrics of the server, and its reports to the log and the service manager.
        .target(name: "Monitoring", dependencies: ["Access", "Texts", "Transport", "Wire"]),
        // The parts of a live room below its viewers: its state over time, its records for the journal, and its
        // stay in memory.
        .target(
            name: "RoomRuntime",
            dependencies: ["Journal", "Stage", "Texts", "Timeline", "Transport", "Wire"]),
        // The viewers of rooms, and the schedule and the encoding of their frames.
        .target(
            name: "Broadcast",
            dependencies: [
                "Access", "HTTPRouting", "Journal", "Monitoring", "RoomRuntime", "Stage", "Texts",
                "Timeline", "Transport", "Wire",
                .product(name: "HeapModule", package: "swift-collections"),
            ]
        ),
        // The files of the web pages.
        .target(name: "Pages", dependencies: ["CZlib", "HTTPRouting", "Texts", "Transport"]),
        // The rooms in memory, and the path of their events: admission, the journal, application, effects.
        .target(
            name: "LiveRooms",
            dependencies: [
                "Access", "Broadcast", "Digests", "HTTPRouting", "Journal", "Monitoring",
                "RoomRuntime", "Settings", "Stage", "Texts", "Timeline", "Transport", "Wire",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // Keeps rooms in step with a log that several servers share.
        .target(
            name: "Cluster",
            dependencies: [
                "Broadcast", "Journal", "LiveRooms", "Monitoring", "RoomRuntime", "Settings",
                "Stage", "Texts", "Timeline", "Transport", "Wire",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // Pages and totals of the recorded events, forecasts, retractions, and the deletion of old events.
        .target(
            name: "History",
            dependencies: [
                "Access", "HTTPRouting", "Journal", "LiveRooms", "RoomRuntime", "Settings",
                "Stage", "Texts", "Timeline", "Transport", "Wire",
            ]
        ),
        // Receives the deliveries of platforms and records their events.
        .target(
            name: "Webhooks",
            dependencies: [
                "Access", "Broadcast", "History", "HTTPRouting", "Journal", "LiveRooms",
                "Monitoring", "Platforms", "RoomRuntime", "Settings", "Stage", "Texts",
                "Transport", "Wire", .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "Server",
            dependencies: [
                "Access", "Assets", "Broadcast", "Cluster", "History", "HTTPRouting", "Journal",
                "LiveRooms", "Monitoring", "Pages", "Platforms", "RedisJournal", "RoomRuntime",
                "Settings", "Speech", "SQLiteJournal", "Stage", "Texts", "Timeline", "Transport",
                "Webhooks", "Wire",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .executableTarget(
            name: "ovation",
            dependencies: [
                "Access", "Archiving", "CStamp", "CTuning", "HTTPRouting", "Journal", "Monitoring",
                "Platforms",
                "RedisJournal", "Replay", "Server", "Speech", "SQLiteJournal", "Stage", "Texts",
                "Timeline", "Wire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // The server of the conformance tests in Tests/Hard.
        .executableTarget(
            name: "Echo",
            dependencies: [
                "Texts", "Transport", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Echo"
        ),
        // Helpers that several test targets share.
        .target(
            name: "TestSupport",
            dependencies: ["Journal", "Snapshots", "Stage", "Texts", "Timeline", "Wire"],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "DigestsTests", dependencies: ["Digests"]),
        .testTarget(name: "SpeechTests", dependencies: ["Speech", "Stage", "Texts"]),
        .testTarget(name: "TimelineTests", dependencies: ["Timeline"]),
        .testTarget(name: "TextsTests", dependencies: ["Texts"]),
        .testTarget(
            name: "StageTests", dependencies: ["Stage", "TestSupport", "Texts", "Timeline"]),
        .testTarget(
            name: "JournalTests",
            dependencies: [
                "Archiving", "Journal", "RedisJournal", "Snapshots", "SQLiteJournal", "Stage",
                "TestSupport", "Texts", "Timeline", "Wire",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "SnapshotsTests",
            dependencies: [
                "Snapshots", "Stage", "TestSupport", "Texts", "Timeline", "Wire",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "PlatformsTests",
            dependencies: [
                "Journal", "Platforms", "Stage", "TestSupport", "Texts", "Timeline", "Wire",
            ],
            exclude: ["Payloads"]
        ),
        .testTarget(
            name: "WireTests",
            dependencies: ["Stage", "TestSupport", "Texts", "Timeline", "Wire"],
            exclude: ["Frames/layouts.mjs", "Frames/stages.mjs"]
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: ["Texts", "Transport", .product(name: "Logging", package: "swift-log")]
        ),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "Journal", "Replay", "SQLiteJournal", "Stage", "Texts", "Timeline", "Wire",
            ]
        ),
        .testTarget(
            name: "HTTPRoutingTests",
            dependencies: ["HTTPRouting", "Texts", "Transport", "Wire"]
        ),
        .testTarget(name: "AccessTests", dependencies: ["Access", "Texts"]),
        .testTarget(
            name: "AssetsTests",
            dependencies: ["Assets", "HTTPRouting", "Journal", "TestSupport", "Texts", "Wire"]
        ),
        .testTarget(
            name: "MonitoringTests", dependencies: ["Monitoring", "TestSupport", "Texts"]),
        .testTarget(
            name: "RoomRuntimeTests", dependencies: ["RoomRuntime", "TestSupport", "Texts"]),
        .testTarget(
            name: "BroadcastTests",
            dependencies: [
                "Access", "Broadcast", "Journal", "RoomRuntime", "Stage", "Texts", "Timeline",
                "Transport",
            ]
        ),
        .testTarget(name: "PagesTests", dependencies: ["Pages", "Texts", "Transport"]),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Access", "Assets", "Broadcast", "Cluster", "Digests", "History", "HTTPRouting",
                "Journal", "LiveRooms", "Monitoring", "Platforms", "RoomRuntime", "Server",
                "Settings", "Snapshots", "SQLiteJournal", "Stage", "TestSupport", "Texts",
                "Timeline", "Transport", "Webhooks", "Wire",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Hooks/deliveries.txt"]
        ),
        // The fuzz targets without libFuzzer: they replay their seeds and every kept crash.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Assets", "Broadcast", "History", "Journal", "LiveRooms", "Replay", "RoomRuntime",
                "Server", "Snapshots", "SQLiteJournal", "Stage", "TestSupport", "Texts", "Timeline",
                "Transport", "Wire",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Fuzz/Sources/Fuzz",
            exclude: ["LibFuzzer.swift"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// All targets of this package have the same rules: a file can use only the modules that it imports,
// and warnings are errors.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .treatAllWarnings(as: .error),
            // See `StringComparisonBan.swift`.
            .define("TEXTS_ONLY", .when(configuration: .release)),
        ]
}

// The tests run millions of events and bytes through these modules, so optimizing them saves more time than it
// takes.
let busyModules = [
    "Texts", "Timeline", "Stage", "Wire", "Snapshots", "SQLiteJournal", "Assets", "Transport",
]
for target in package.targets where busyModules.contains(target.name) {
    target.swiftSettings?.append(
        .unsafeFlags(
            ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"],
            .when(configuration: .debug)))
}

// The compiler can't prove that accesses to a property never overlap if other modules can use it, so the program checks
// each access. These checks cost 3 % of a frame's time. The tests' build keeps them.
for target in package.targets where ["Broadcast", "LiveRooms", "RoomRuntime"].contains(target.name)
{
    target.swiftSettings?.append(
        .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)))
}
