import Journal
import Synchronization
import Texts

/// A connection to the log in Redis for several threads, which reconnects after it was lost.
///
/// It synchronizes the log's clock after each connect, and on request.
final class Link: Sendable {
    let address: RedisAddress
    private let keys: KeySpace
    private let clock: LogClock
    private let runs: Runs
    private let durability: Durability
    /// True if the link never changes the log, not even its clock.
    private let isReadOnly: Bool
    /// The number of replicas that must have a write before it counts.
    private let replicas: Int
    /// The name of the server that sends its sign of life on this link; empty if no server does.
    private let server: Text
    private let state: Mutex<State>

    private struct State {
        var connection: Connection?
        /// The current session, or the last one after the connection was lost.
        var session: Session?
        /// The time of the last check of Redis' settings, in nanoseconds of the monotonic clock.
        var checkedNanoseconds: UInt64 = 0
    }

    init(
        _ address: RedisAddress, keys: KeySpace, clock: LogClock, runs: Runs,
        durability: Durability,
        isReadOnly: Bool = false, server: Text = "", replicas: Int = 0
    ) {
        self.address = address
        self.keys = keys
        self.clock = clock
        self.runs = runs
        self.durability = durability
        self.isReadOnly = isReadOnly
        self.server = server
        self.replicas = replicas
        state = Mutex(State())
    }

    /// Connects if there is no connection; throws if that fails.
    func connect() throws(JournalError) {
        try state.withLock { state throws(JournalError) in _ = try connected(&state) }
    }

    /// Sends commands in order and returns their replies. Throws `refused` if none was sent, and `lost` if it is
    /// unknown whether they were executed.
    func call(_ commands: [Words]) throws(JournalError) -> [Reply] {
        try state.withLock { state throws(JournalError) in try call(commands, &state) }
    }

    private func call(
        _ commands: [Words], _ state: inout State
    ) throws(JournalError) -> [Reply] {
        let replies = try exchange(commands, &state)
        // Redis has lost the scripts, so it executed none of the commands.
        guard !replies.isEmpty, replies.allSatisfy(\.isOfUnknownScript) else { return replies }
        return try exchange(LuaScript.all.map(\.loading) + commands, &state).suffix(commands.count)
    }

    /// Sends commands like `call`, and waits until the replicas have the result. Throws `unconfirmed` if they do not
    /// confirm it in time: Redis has the write, but it may be lost with Redis. Repeating the write asks the replicas
    /// again. Throws `lost` if another connection of this log has met a newer run of Redis meanwhile.
    func write(_ commands: [Words]) throws(JournalError) -> [Reply] {
        try state.withLock { state throws(JournalError) in
            let replies = try call(commands, &state)
            // If every command failed, there is no write to replicate.
            let isRefused = !replies.isEmpty && replies.allSatisfy { $0.fault != nil }
            if isRefused { return replies }
            if replicas > 0 { try waitForReplicas(&state) }
            // A newer run of Redis, which lacks the write, may have replaced the run that took it.
            guard let run = state.session?.run, runs.isNewest(run) else {
                throw .lost(host: "\(address)", reason: Lost.overtaken.reason)
            }
            return replies
        }
    }

    private func waitForReplicas(_ state: inout State) throws(JournalError) {
        // The question goes to the connection that took the write: a new connection may lead to another Redis.
        guard let connection = state.connection else {
            throw .lost(host: "\(address)", reason: "it is gone")
        }
        let words = Words("WAIT", "\(replicas)", "\(Self.confirmationMilliseconds)")
        let replies = try perform(&state) { () throws(Lost) in try connection.exchange([words]) }
        let confirmed = Int(replies[0].number ?? 0)
        guard confirmed >= replicas else {
            throw .unconfirmed(host: "\(address)", missing: replicas - confirmed)
        }
    }

    /// Sends read-only commands like `call`, and reconnects and repeats them once if the connection was lost.
    func read(_ commands: [Words]) throws(JournalError) -> [Reply] {
        do throws(JournalError) {
            return try call(commands)
        } catch {
            guard case .lost = error else { throw error }
            return try call(commands)
        }
    }

    /// Advances log time in Redis, and synchronizes the clock with it. Returns log time.
    @discardableResult
    func tick() throws(JournalError) -> Int64 {
        try state.withLock { state throws(JournalError) in
            let connection = try connected(&state)
            return try perform(&state) { () throws(Lost) in
                try ticking.tick(connection)
            }
        }
    }

    private static let checkNanoseconds: UInt64 = 2_000_000_000

    /// Checks the settings of Redis every two seconds. If Redis may lose writes, the next write connects again and is
    /// refused with the reason.
    func checkSettings() {
        state.withLock { state in
            let now = LogClock.monotonic()
            guard let connection = state.connection,
                now - state.checkedNanoseconds >= Self.checkNanoseconds
            else { return }
            state.checkedNanoseconds = now
            do throws(Lost) {
                try setup.checkSettings(connection)
            } catch {
                state.connection = nil
            }
        }
    }

    /// The longest wait for confirmations of replicas. Log time goes on meanwhile.
    private static let confirmationMilliseconds = 1000

    private var ticking: Ticking { Ticking(clock: clock, keys: keys, server: server) }

    func close() { state.withLock { $0 = State() } }

    // MARK: The connection

    private func exchange(
        _ commands: [Words], _ state: inout State
    ) throws(JournalError) -> [Reply] {
        let connection = try connected(&state)
        return try perform(&state) { () throws(Lost) in try connection.exchange(commands) }
    }

    private func perform<Value>(
        _ state: inout State, _ body: () throws(Lost) -> Value
    ) throws(JournalError) -> Value {
        do throws(Lost) {
            return try body()
        } catch {
            state.connection = nil
            throw .lost(host: "\(address)", reason: error.reason)
        }
    }

    private var setup: ConnectionSetup {
        ConnectionSetup(
            address: address, keys: keys, durability: durability, isReadOnly: isReadOnly)
    }

    private func connected(_ state: inout State) throws(JournalError) -> Connection {
        if let connection = state.connection, let run = state.session?.run, runs.isNewest(run) {
            return connection
        }
        state.connection = nil
        do throws(Lost) {
            let known = runs.count
            let connection = try Connection.open(address.place)
            let session = try setup.run(connection, after: state.session)
            try runs.note(session.run, knowing: known)
            if !isReadOnly { _ = try ticking.tick(connection) }
            state.session = session
            state.connection = connection
            return connection
        } catch {
            throw .refused(host: "\(address)", reason: error.reason)
        }
    }
}

/// The synchronization of the log's clock with the clock in Redis.
private struct Ticking {
    let clock: LogClock
    let keys: KeySpace
    let server: Text

    func tick(_ connection: Connection) throws(Lost) -> Int64 {
        let asked = LogClock.monotonic()
        // The time that this server has already shown must not be repeated.
        var arguments = Words(keys.channel)
        arguments.add(clock.microseconds(atNanoseconds: asked))
        arguments.add(server)
        let reply = try connection.exchange([
            LuaScript.tick.call(keys: [keys.clock, keys.servers], arguments: arguments)
        ])[0]
        guard let log = reply.number else {
            throw Lost(
                reason: reply.fault.map { RedisErrorAdvice.words(for: $0) } ?? "it tells no time")
        }
        clock.follow(log, asked: asked, answered: LogClock.monotonic())
        return log
    }
}

extension Reply {
    /// True if Redis does not know a script.
    fileprivate var isOfUnknownScript: Bool {
        switch self {
        case .fault(let fault): fault.begins(with: "NOSCRIPT")
        default: false
        }
    }
}
