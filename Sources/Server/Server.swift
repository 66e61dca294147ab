public import Foundation
public import Journal
public import Logging
public import Stage
public import Texts
import Transport
public import Wire

/// How a server is set up.
public struct ServerConfiguration {
    /// Which version it is.
    public var release = Release()
    /// An address or a name; loopback unless told otherwise.
    public var host = "127.0.0.1"
    /// 0: any free port.
    public var port: UInt16 = 8080
    /// Paths of sockets to listen on beside that.
    public var socketPaths: [Text] = []
    /// The frame clock's rate, 1 to 60.
    public var framesPerSecond = 60
    /// The configuration that rooms begin with.
    public var room = Configuration()
    /// What no room's configuration may be beyond; nil: whatever a configuration may have.
    public var ceilings: ConfigurationCeilings?
    /// Where the journal is kept.
    public var storage = Storage.file
    /// What rooms' histories are told from: the journal's events and those that it has forgotten; nil: nobody
    /// keeps these.
    public var past: (any HistorySource)?
    /// The server's own directory: for its journal, if that is a file, and what else it keeps.
    public var dataDirectory: String
    /// Events older than this may be forgotten.
    public var keepDays = 30
    /// The wall clock is right, however long ago the journal says it was last written.
    public var acceptsClock = false
    /// Where `overlay/index.html` is.
    public var webDirectory: URL
    /// How many bytes uploaded files may have together.
    public var assetsBytes = 1 << 30
    public var maxRooms = 20_000
    /// For how many seconds a room stays in memory that nobody uses.
    public var restSeconds: UInt64 = 60
    /// For how many seconds gifts wait for a report that says more about them.
    public var reportWaitSeconds: Int64 = 30
    public var maxConnections = 16_384
    /// Web pages' origins, beside the server's own, that may post and watch.
    public var allowedOrigins: Set<Text> = []
    /// The addresses under which others reach the server, as through a proxy.
    public var publicAddresses: [WebAddress] = []

    /// When keys are asked for.
    public var auth = AuthMode.auto

    /// The proxies that say truly, in `X-Forwarded-For`, for whom they ask.
    public var trustedProxies: [AddressRange] = []
    /// Limits that are others than the default.
    public var limits: [LimitChange] = []

    /// Who may do what.
    var gate: Gate {
        Gate(
            mode: auth,
            isPrivate: isLoopback && socketPaths.isEmpty && publicAddresses.isEmpty
                && allowedOrigins.isEmpty && trustedProxies.isEmpty)
    }

    /// Whether only this machine can reach the server.
    var isLoopback: Bool {
        Text(host) == "localhost" || Text(host) == "::1" || Text(host).begins(with: "127.")
    }

    /// The names under which the server is asked for.
    var hosts: Hosts {
        var names = publicAddresses.map(\.host)
        names += allowedOrigins.compactMap { WebAddress($0)?.host }
        // The name that it listens on, if that is one.
        if let name = Authority(host.utf8)?.host, !name.isEmpty { names.append(name) }
        return Hosts(isLoopback: isLoopback, names: Set(names))
    }

    /// The pages that may post and watch, beside those of the address that a request names.
    var origins: Origins {
        Origins(allowed: allowedOrigins.union(publicAddresses.map(\.text)))
    }

    public init(webDirectory: URL, dataDirectory: String) {
        self.webDirectory = webDirectory
        self.dataDirectory = dataDirectory
    }
}

/// A running server: it listens from its making on and serves while `run` runs.
public final class Server {
    let application: Application
    /// For other threads.
    public let handle: Handle

    /// Throws a description for a person if the port is taken, the pages are missing, or the
    /// journal can't be used.
    public init(_ configuration: ServerConfiguration, logger: Logger) throws {
        let request = DrainRequest()
        application = try Application(configuration, drainRequest: request, logger: logger)
        handle = Handle(request: request, loop: application.loop.handle)
    }

    /// The file with an admin's key; nil if no key is needed, or somebody has put the file away.
    public var adminKeyPath: String? { application.adminKeyPath }

    /// The viewer's key that the address of the room `main`'s overlay has in its fragment; nil if
    /// none is needed.
    public var overlayKey: Text? { application.overlayKey }

    /// The port it listens on.
    public var port: UInt16 { application.loop.port }

    /// Serves until `Handle.drain` has been called and everybody has been told. Throws if the
    /// rooms' last state could not be kept.
    public func run() throws {
        application.supervisor?.tell(.ready)
        application.loop.run()
        try application.end()
    }

    /// What other threads and signal sources may do with a server.
    public struct Handle: Sendable {
        fileprivate let request: DrainRequest
        fileprivate let loop: LoopHandle

        /// Lets the server refuse what is new, answer what is under way, and end.
        public func drain() {
            request.make()
            loop.wake()
        }
    }
}
