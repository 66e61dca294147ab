import Foundation

/// Runs a load test with viewers and gifts for one server, for a limited time, on one thread.
final class LoadTest {
    /// The time before the measurement, in which the viewers connect and receive their first frames.
    private static let leadSeconds = 1.0

    private let host: String
    private let port: UInt16
    private let rooms: Int
    private let giftsPerSecond: Int
    private let seconds: Int
    private let isBinary: Bool
    private let key: String?
    private let process: ServerProcess?
    private var viewers: [LoadViewer] = []
    private let viewerCount: Int
    /// Nil if the test posts no gifts.
    private var posts: LoadConnection?
    /// The descriptors of the viewers in order, then the descriptor for posts.
    private var polled: [pollfd] = []
    private var posted = 0

    init(
        host: String, port: UInt16, rooms: Int, viewers: Int, giftsPerSecond: Int, seconds: Int,
        isBinary: Bool, key: String?, pid: Int32?
    ) {
        self.host = host
        self.port = port
        self.rooms = rooms
        self.giftsPerSecond = giftsPerSecond
        self.seconds = seconds
        self.isBinary = isBinary
        self.key = key
        viewerCount = viewers
        process = pid.map(ServerProcess.init)
    }

    /// Throws a `LoadError` if the server can't be reached or refuses.
    func run() throws -> LoadReport {
        for number in 0..<viewerCount {
            let connection = try LoadConnection(host: host, port: port)
            let viewer = LoadViewer(
                connection, room: number % rooms, isBinary: isBinary, key: key)
            connection.send(Array(viewer.handshake.utf8))
            viewers.append(viewer)
            watch(connection)
        }
        if giftsPerSecond > 0 { try openPosts() }
        let start = Self.now + Self.leadSeconds
        try serve(until: start)
        let processorBefore = process?.seconds
        for viewer in viewers { viewer.isCounting = true }
        try serve(until: start + Double(seconds))
        return LoadReport(
            viewers: viewers, seconds: Double(seconds), posted: posted,
            processorSeconds: process.map { $0.seconds - (processorBefore ?? 0) })
    }

    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func openPosts() throws {
        let connection = try LoadConnection(host: host, port: port)
        posts = connection
        watch(connection)
    }

    private func watch(_ connection: LoadConnection) {
        polled.append(pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0))
    }

    /// Reads received data and posts the gifts that are due.
    private func serve(until end: Double) throws {
        let start = Self.now
        var sent = 0
        while Self.now < end {
            poll(&polled, nfds_t(polled.count), 5)
            let now = Self.now
            for number in polled.indices where polled[number].revents != 0 {
                if number == viewers.count {
                    try takeAnswers()
                } else if try !viewers[number].receive(at: now) {
                    polled[number].fd = -1
                }
            }
            while Double(sent) < (now - start) * Double(giftsPerSecond) {
                post()
                sent += 1
            }
        }
    }

    private func takeAnswers() throws {
        guard let posts, posts.receive() else { throw LoadError.hungUp }
        posts.input.removeAll(keepingCapacity: true)
    }

    private func post() {
        guard let posts else { return }
        let sender = "Load \(posted / 3 % 20)"
        let body = #"{"sender":"\#(sender)","gift":"Rose","count":3}"#
        let path = "/v1/rooms/load-\(posted % rooms)/gifts"
        let request =
            "POST \(path) HTTP/1.1\r\nHost: \(posts.authority)\r\n\(LoadConnection.field(of: key))"
            + "Content-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        posts.send(Array(request.utf8))
        posted += 1
    }
}

/// The reason why a load test fails.
enum LoadError: Error, CustomStringConvertible {
    case noConnection(host: String, port: UInt16, reason: String)
    case refused(String)
    case hungUp

    var description: String {
        switch self {
        case .noConnection(let host, let port, let reason):
            "no connection to \(host), port \(port): \(reason)"
        case .refused(let line): "the server opened no stream: \(line)"
        case .hungUp: "the server closed a connection"
        }
    }
}

/// The server's process, as Linux reports it.
struct ServerProcess {
    let pid: Int32

    /// The process's CPU time so far, user and system; 0 if it does not exist.
    var seconds: Double {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            // The name before the parenthesis may have any characters.
            let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 12,
            let user = Double(fields[11]), let system = Double(fields[12])
        else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
