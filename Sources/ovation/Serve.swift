import Access
import Archiving
import ArgumentParser
import CTuning
import Dispatch
import Foundation
import HTTPRouting
import Logging
import Monitoring
import RedisJournal
import Server
import Speech
import Stage
import Texts
import Wire

/// The command `ovation serve`, which runs the server.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve rooms over HTTP and WebSocket.",
        discussion: """
            Needs no argument: it listens on this machine only, finds its web pages beside the program, \
            and prints the addresses of the studio and for OBS, and a line to try it with.

            SIGTERM, SIGINT and SIGHUP (which a closed terminal sends) let it finish and exit 0. Exits \
            64 after wrong arguments, 65 if the configuration is invalid, 69 if it can't start, and 74 \
            if it could not save the rooms' last state at the end: rooms continue from the state saved \
            before.
            """)

    @Option(help: "The address or name to listen on; 0.0.0.0 lets other machines in.")
    var host = "127.0.0.1"

    @Option(help: "The port; 0 takes any free one.")
    var port: UInt16 = 8080

    @Option(
        name: .customLong("listen"),
        help: "Another socket to listen on, in the file system (unix:PATH); repeatable.",
        transform: socketPath)
    var socketPaths: [Text] = []

    @Option(name: .customLong("data"), help: "The directory of the journal.")
    var dataDirectory = "./ovation-data"

    @Option(
        name: .customLong("redis"),
        help: "Keep the journal in a Redis that servers share (redis://host:port/prefix).",
        transform: RedisOption.address)
    var redis: RedisAddress?

    @Option(
        help: "The number of replicas of Redis that must have an event before the server answers.")
    var redisReplicas = 0

    @Flag(help: "Use a Redis that may lose the newest second in a power cut.")
    var acceptLoss = false

    @Option(
        name: .customLong("archive"),
        help: "The directory of that log's archive, from which the server reads deleted events.")
    var archiveDirectory: String?

    @Option(help: "The number of days that the server keeps events, from 1 to 36500.")
    var keepDays = 30

    @Flag(help: "Delete events by the wall clock, although it jumped or was unseen for long.")
    var acceptClock = false

    @Option(help: "Frames a second, from 1 to 60.")
    var fps = 60

    @Option(
        name: .customLong("config"),
        help: "A file with the first configuration of new rooms (JSON).")
    var configFile: String?

    @Option(
        name: .customLong("limits"),
        help: "A file with the greatest values that a room's configuration may have (JSON).")
    var ceilingsFile: String?

    @Option(name: .customLong("web"), help: "The directory of the web pages.")
    var webDirectory: String?

    @Option(help: "The total number of bytes of uploaded files.")
    var assetsBytes = 1 << 30

    @Option(
        help: """
            The program that speaks the messages of alerts, from a text on its standard input to a WAV \
            file on its standard output; {voice} and {speed} stand for the room's settings. Or off, or \
            clients: clients post the speech. The default is espeak-ng if it is installed.
            """,
        transform: speechSource)
    var speech: SpeechSource?

    @Option(help: "The number of rooms in memory at once.")
    var maxRooms = 20_000

    @Option(help: "The number of connections.")
    var maxConnections = 16_384

    @Option(
        name: .customLong("allow-origin"),
        help: "A web page's origin (https://example.org) that may post and watch; repeatable.")
    var allowedOrigins: [String] = []

    @Option(
        name: .customLong("public-url"),
        help: "An address under which others reach the server (https://example.org); repeatable.",
        transform: address)
    var publicAddresses: [WebAddress] = []

    @Option(
        name: .customLong("trusted-proxy"),
        help:
            "A proxy (10.0.0.1, 10.0.0.0/8, unix) whose X-Forwarded-For the server trusts; repeatable.",
        transform: range)
    var trustedProxies: [AddressRange] = []

    @Option(
        name: .customLong("limit"),
        help: "Another value for a limit (requests-per-key=200); repeatable. See docs/limits.md.",
        transform: limit)
    var limits: [LimitChange] = []

    @Option(
        help: "When to ask for keys: auto (if other machines may reach the server), keys, open.",
        transform: mode)
    var auth = AuthMode.auto

    @Option(help: "The least severe messages on standard error.")
    var logLevel = LogLevel(.notice)

    @Option(help: "The form of the lines on standard error.")
    var logFormat = LogFormat.text

    private static func socketPath(_ text: String) throws -> Text {
        let text = Text(text)
        guard text.begins(with: "unix:"), text.byteCount > 5 else {
            throw ValidationError("It must be unix: and a path.")
        }
        return Text(decoding: text.utf8.dropFirst(5))
    }

    private static func range(_ text: String) throws -> AddressRange {
        guard let range = AddressRange(Text(text)) else {
            throw ValidationError(
                "It must be an IP address, perhaps with a slash and a length, or unix.")
        }
        return range
    }

    private static func limit(_ text: String) throws -> LimitChange {
        guard let limit = LimitChange(Text(text)) else {
            throw ValidationError("It must be NAME=NUMBER, the name one of: \(LimitChange.names).")
        }
        return limit
    }

    private static func speechSource(_ text: String) throws -> SpeechSource {
        switch text {
        case "off": return .none
        case "clients": return .clients
        default:
            do throws(SpeechCommand.Fault) {
                return .command(try SpeechCommand(text))
            } catch let fault {
                throw ValidationError(fault.detail)
            }
        }
    }

    private static func mode(_ text: String) throws -> AuthMode {
        guard let mode = AuthMode(word: Text(text)) else {
            throw ValidationError("It must be auto, keys or open.")
        }
        return mode
    }

    private static func address(_ text: String) throws -> WebAddress {
        guard let address = WebAddress(Text(text)) else {
            throw ValidationError("It must be http:// or https://, a host and perhaps a port.")
        }
        return address
    }

    func validate() throws {
        guard (1...60).contains(fps) else { throw ValidationError("--fps must be from 1 to 60.") }
        guard (1...36_500).contains(keepDays) else {
            throw ValidationError("--keep-days must be from 1 to 36500.")
        }
        guard redisReplicas == 0 || redis != nil, (0...8).contains(redisReplicas) else {
            throw ValidationError("--redis-replicas goes with --redis, and must be from 0 to 8.")
        }
        guard archiveDirectory == nil || redis != nil else {
            throw ValidationError("--archive goes with --redis.")
        }
        guard assetsBytes >= 0 else { throw ValidationError("--assets-bytes must be at least 0.") }
        guard maxRooms > 0, maxConnections > 0 else {
            throw ValidationError("--max-rooms and --max-connections must be at least 1.")
        }
    }

    func run() throws {
        tuning_return_freed_memory()
        let logger = makeLogger()
        var configuration = ServerConfiguration(
            webDirectory: try webDirectoryURL(), dataDirectory: dataDirectory)
        configuration.release = Ovation.release
        configuration.host = host
        configuration.port = port
        configuration.socketPaths = socketPaths
        configuration.framesPerSecond = fps
        if let redis {
            configuration.storage = .redis(
                redis, durability: acceptLoss ? .asRedisIsSet : .everyEvent,
                replicas: redisReplicas)
            configuration.past = try archiveDirectory.map { try past(of: redis, archivedIn: $0) }
        }
        configuration.keepDays = keepDays
        configuration.speech = speech ?? SpeechCommand.installed.map(SpeechSource.command) ?? .none
        configuration.acceptsClock = acceptClock
        let ceilings = try ceilingsFile.map(ConfigurationFile.readCeilings)
        configuration.ceilings = ceilings
        configuration.room =
            try configFile.map { try ConfigurationFile.read($0, below: ceilings) }
            ?? Configuration()
        configuration.assetsBytes = assetsBytes
        configuration.maxRooms = maxRooms
        configuration.maxConnections = maxConnections
        configuration.allowedOrigins = Set(allowedOrigins.map { Text($0) })
        configuration.publicAddresses = publicAddresses
        configuration.auth = auth
        configuration.trustedProxies = trustedProxies
        configuration.limits = limits
        let server = try start(configuration, logger)
        logger.notice(
            "ovation \(Ovation.release) serves",
            metadata: [
                "host": "\(host)", "port": "\(server.port)",
                "data": "\(redis.map(\.description) ?? dataDirectory)",
            ])
        let signals = EndingSignals.all.map { drain(server.handle, on: $0) }
        // Serve even if standard output is closed.
        _ = StandardStream.put(Array(greeting(of: server).utf8), on: STDOUT_FILENO)
        try withExtendedLifetime(signals) { try run(server) }
    }

    private func run(_ server: Server) throws {
        do {
            try server.run()
        } catch {
            complain("what was shown last could not be kept: \(error)")
            throw ExitCode(74)
        }
    }

    private func start(_ configuration: ServerConfiguration, _ logger: Logger) throws -> Server {
        do {
            return try Server(configuration, logger: logger)
        } catch {
            if logFormat == .json { logger.critical("\(error)") } else { complain("\(error)") }
            throw ExitCode(69)
        }
    }

    /// Returns the history of rooms from a log and from its archive.
    private func past(of redis: RedisAddress, archivedIn directory: String) throws -> JoinedHistory
    {
        let log = RedisHistory(redis)
        let archive = ArchiveReader(directory: directory, of: log)
        do {
            try archive.check()
        } catch {
            complain("\(error)")
            throw ExitCode(69)
        }
        return JoinedHistory(archive, log)
    }

    /// Makes a signal drain the server. Before this call, the signal kills the process.
    private func drain(_ server: Server.Handle, on signal: Int32) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
        source.setEventHandler { server.drain() }
        let isRegistered = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isRegistered.signal() }
        source.resume()
        isRegistered.wait()
        return source
    }

    private func makeLogger() -> Logger {
        var logger = Logger(label: "ovation") { [logFormat] label in
            switch logFormat {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLog()
            }
        }
        logger.logLevel = logLevel.level
        return logger
    }

    private func webDirectoryURL() throws -> URL {
        if let webDirectory { return URL(fileURLWithPath: webDirectory, isDirectory: true) }
        guard let found = WebDirectory.find() else {
            throw misuse("the web pages were not found; name their directory with --web")
        }
        return found
    }

    private func greeting(of server: Server) -> String {
        let isEverywhere = host == "0.0.0.0" || host == "::"
        let name = isEverywhere || host == "127.0.0.1" ? "localhost" : host
        let own = "http://\(name.contains(":") ? "[\(name)]" : name):\(server.port)"
        let bases = publicAddresses.isEmpty ? [own] : publicAddresses.map(\.text.string)
        let fragment = server.overlayKey.map { "#key=\($0)" } ?? ""
        let header = server.adminKeyPath.map { "-H \"Authorization: Bearer $(cat \($0))\" " } ?? ""
        let gift = #"'{"sender":"Ann","gift":"Rose","count":3}'"#
        return """
            Ovation is serving.

              The studio, to be opened in a browser:
                \(bases.map { "\($0)/studio/main" }.joined(separator: "\n    "))

              Paste into OBS (Browser Source, 1920 × 1080):
                \(bases.map { "\($0)/overlay/main\(fragment)" }.joined(separator: "\n    "))

              Try it:
                curl \(header)--json \(gift) \(bases[0])/v1/rooms/main/gifts

            """ + notes(server)
    }

    private func notes(_ server: Server) -> String {
        if let path = server.adminKeyPath {
            return "\n  An admin's key is in \(path). ovation keys makes others.\n\n"
        }
        return auth == .open ? Self.warning : ""
    }

    private static let warning = """
          No keys are asked for: whoever reaches the server may do everything. Something in front of
          it has to ask.

        """
}
