package import Access
public import Foundation
package import HTTPRouting
import History
public import Journal
import LiveRooms
package import Monitoring
public import Stage
public import Texts
import Transport
public import Wire

/// The configuration of a server, such as its address, its directories and its limits.
public struct ServerConfiguration {
    package var release = Release()
    /// The address or name to listen on. The default is loopback.
    public var host = "127.0.0.1"
    /// The port to listen on; 0: any free port.
    public var port: UInt16 = 8080
    /// Paths of Unix sockets to listen on, beside the port.
    public var socketPaths: [Text] = []
    /// The frame clock's rate, 1 to 60.
    public var framesPerSecond = 60
    /// The configuration of new rooms.
    public var room = Configuration()
    /// The upper bounds of all rooms' configurations; nil: only the bounds of the schema.
    public var ceilings: ConfigurationCeilings?
    public var storage = Storage.file
    /// The source of rooms' histories, with the events that the journal no longer keeps; nil: only the
    /// journal.
    public var past: (any HistorySource)?
    /// The server's directory for uploaded files, the first keys, and the journal, if the journal is a file.
    public var dataDirectory: String
    /// Events older than this are removed.
    public var keepDays = 30
    /// True if the wall clock is right, even if the journal's last write was long ago.
    public var acceptsClock = false
    /// The directory of the web pages, which contains `overlay/index.html`.
    public var webDirectory: URL
    /// The largest total size of uploaded files.
    public var assetsBytes = 1 << 30
    /// The origin of the spoken messages of alerts.
    package var speech = SpeechSource.none
    public var maxRooms = 20_000
    /// A room that is unused for this time leaves memory.
    public var restSeconds: UInt64 = 60
    /// The time that gifts wait for a report with more details.
    public var reportWaitSeconds: Int64 = 30
    public var maxConnections = 16_384
    /// The origins of other web pages that may post and watch.
    public var allowedOrigins: Set<Text> = []
    /// The addresses under which clients reach the server, such as a proxy's.
    package var publicAddresses: [WebAddress] = []

    /// Decides when clients need keys.
    package var auth = AuthMode.auto

    /// The proxies whose `X-Forwarded-For` header is trusted.
    package var trustedProxies: [AddressRange] = []
    /// Limits that differ from the defaults.
    package var limits: [LimitChange] = []

    /// Decides which requests need a key.
    var gate: Authenticator {
        Authenticator(
            mode: auth,
            isPrivate: isLoopback && socketPaths.isEmpty && publicAddresses.isEmpty
                && allowedOrigins.isEmpty && trustedProxies.isEmpty)
    }

    /// True if only this machine can reach the server.
    var isLoopback: Bool {
        Text(host) == "localhost" || Text(host) == "::1" || Text(host).begins(with: "127.")
    }

    /// The host names that requests may use.
    var hosts: Hosts {
        var names = publicAddresses.map(\.host)
        names += allowedOrigins.compactMap { WebAddress($0)?.host }
        // The listening address may be a name.
        if let name = Authority(host.utf8)?.host, !name.isEmpty { names.append(name) }
        return Hosts(isLoopback: isLoopback, names: Set(names))
    }

    /// The origins of pages that may post and watch. Pages of the request's own host always may.
    var origins: Origins {
        Origins(allowed: allowedOrigins.union(publicAddresses.map(\.text)))
    }

    public init(webDirectory: URL, dataDirectory: String) {
        self.webDirectory = webDirectory
        self.dataDirectory = dataDirectory
    }
}
