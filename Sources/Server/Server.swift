import History
public import Logging
import Monitoring
public import Texts
import Transport

/// A running server, which listens once it is created, and serves while `run` runs.
public final class Server {
    let application: Application
    /// Controls the server from other threads.
    public let handle: Handle

    /// Throws a description for a person if the port is taken, the pages are missing, or the journal can't be
    /// used.
    public init(_ configuration: ServerConfiguration, logger: Logger) throws {
        let request = DrainRequest()
        application = try Application(configuration, drainRequest: request, logger: logger)
        handle = Handle(request: request, loop: application.parts.loop.handle)
    }

    /// The path of the file with an admin's key; nil if no key is needed, or the file was removed.
    public var adminKeyPath: String? { application.firstKeys.adminKeyPath }

    /// The viewer's key in the address of the overlay of the room `main`; nil if no key is needed.
    public var overlayKey: Text? { application.firstKeys.overlayKey }

    /// The port that the server listens on.
    public var port: UInt16 { application.parts.loop.port }

    /// Serves until `Handle.drain` is called and all clients have been told. Throws if the rooms' last state
    /// can't be written.
    public func run() throws {
        application.supervisor?.tell(.ready)
        application.parts.loop.run()
        try application.end()
    }

    /// A handle to stop the server, for other threads and signal sources.
    public struct Handle: Sendable {
        fileprivate let request: DrainRequest
        fileprivate let loop: LoopHandle

        /// Starts the shutdown: refuses new requests, answers pending ones, and then ends `run`.
        public func drain() {
            request.make()
            loop.wake()
        }
    }
}
