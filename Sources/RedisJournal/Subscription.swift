import Foundation
import Glibc
public import Journal
import Synchronization
public import Texts

/// Receives the news of a log in Redis for one server, on a thread and a connection of its own.
///
/// It calls `received` on that thread. After each start of listening to a room, also after a lost connection, it passes
/// `missed`: a server that reads the log after that misses no event.
public final class Subscription: Listening {
    private let address: RedisAddress
    private let setup: ConnectionSetup
    private let keys: KeySpace
    private let runs: Runs
    private let settingsChannel: SettingsChannel
    private let received: @Sendable (News) -> Void
    private let state = Mutex(State())
    /// A pipe that wakes the thread.
    private let alarm: (reading: Int32, writing: Int32)

    private struct State {
        var rooms: Set<Text> = []
        /// The rooms to subscribe to and to unsubscribe from next.
        var changes: [(room: Text, isWanted: Bool)] = []
        var isStopped = false
    }

    private static let retrySeconds = 0.25
    /// The connection counts as lost if no message comes for this long: each server publishes log time four times a
    /// second.
    private static let longestSilenceMilliseconds: Int32 = 3000

    public init(_ log: RedisLog, received: @escaping @Sendable (News) -> Void) {
        address = log.writing.address
        keys = log.space
        runs = log.runs
        settingsChannel = log.settingsChannel
        setup = ConnectionSetup(address: address, keys: keys, durability: .asRedisIsSet)
        self.received = received
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        alarm = (ends[0], ends[1])
        let thread = Thread { [self] in run() }
        thread.name = "log news"
        thread.start()
    }

    deinit {
        close(alarm.reading)
        close(alarm.writing)
    }

    /// Subscribes to a room.
    public func follow(_ room: Text) { change(room, true) }

    /// Unsubscribes from a room.
    public func leave(_ room: Text) { change(room, false) }

    /// Ends the thread.
    public func stop() {
        state.withLock { $0.isStopped = true }
        ring()
    }

    private func change(_ room: Text, _ isWanted: Bool) {
        state.withLock { state in
            if isWanted { state.rooms.insert(room) } else { state.rooms.remove(room) }
            state.changes.append((room, isWanted))
        }
        ring()
    }

    private func ring() { _ = write(alarm.writing, [1], 1) }

    // MARK: The thread

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func run() {
        var session: Session?
        while !isStopped {
            do throws(Lost) {
                let known = runs.count
                let connection = try Connection.open(address.place)
                let begun = try setup.run(connection, after: session)
                session = begun
                try runs.note(begun.run, knowing: known)
                try listen(connection, of: begun.run)
            } catch {
                received(.deaf)
                var descriptor = pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0)
                poll(&descriptor, 1, Int32(Self.retrySeconds * 1000))
                empty()
            }
        }
    }

    private func listen(_ connection: Connection, of run: Text) throws(Lost) {
        let rooms = state.withLock { state in
            state.changes = []
            return state.rooms
        }
        var listener = Listener(keys: keys)
        // The channel for all rooms comes last, so that its messages come after `missed` of each room.
        try connection.send(
            rooms.map { listener.listening(to: $0) } + [Words("SSUBSCRIBE", keys.channel)])
        while !isStopped {
            var descriptors = [connection.descriptor, alarm.reading].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&descriptors, 2, Self.longestSilenceMilliseconds) != 0 else {
                throw Lost(reason: "nothing comes any more")
            }
            if descriptors[1].revents != 0 {
                empty()
                let changes = state.withLock { state in
                    defer { state.changes = [] }
                    return state.changes
                }
                try connection.send(
                    changes.map { change in
                        change.isWanted
                            ? listener.listening(to: change.room)
                            : listener.leaving(change.room)
                    })
            }
            guard descriptors[0].revents != 0 else { continue }
            for reply in try connection.received() {
                guard runs.isNewest(run) else { throw .overtaken }
                if let news = listener.news(reply) { tell(news) }
            }
        }
    }

    private func tell(_ news: News) {
        switch news {
        case .settings(let news): settingsChannel.tell(news)
        case .time(_, _, let version):
            settingsChannel.tell(.newest(version: version))
            received(news)
        default: received(news)
        }
    }

    /// Reads all bytes from the pipe.
    private func empty() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(alarm.reading, &bytes, bytes.count) > 0 {}
    }
}

/// The subscribed rooms of a connection by channel, and the reader of their messages.
private struct Listener {
    let keys: KeySpace
    private var rooms: [Text: Text] = [:]

    init(keys: KeySpace) {
        self.keys = keys
    }

    mutating func listening(to room: Text) -> Words {
        let channel = keys.room(room).channel
        rooms[channel] = room
        return Words("SSUBSCRIBE", channel)
    }

    mutating func leaving(_ room: Text) -> Words {
        let channel = keys.room(room).channel
        rooms[channel] = nil
        return Words("SUNSUBSCRIBE", channel)
    }

    /// Reads the news in a message; nil if it has none.
    func news(_ reply: Reply) -> News? {
        guard let channel = reply[1].text else { return nil }
        if channel == keys.channel {
            return reply[0].text == "smessage"
                ? reply[2].bytes.map { News($0) ?? .settings(.missed) } : .settings(.missed)
        }
        guard let room = rooms[channel] else { return nil }
        return switch reply[0].text {
        case "ssubscribe": .missed(room: room)
        case "smessage": reply[2].bytes.map { News($0, of: room) ?? .missed(room: room) }
        default: nil
        }
    }
}
