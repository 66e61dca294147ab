import Journal
import Synchronization
import Texts

/// The way to Redis: one connection, which is made anew when it is lost.
///
/// Whenever it is made, and whenever somebody asks, the log's clock is brought into step.
final class Link: Sendable {
    let address: RedisAddress
    private let keys: KeySpace
    private let clock: LogClock
    private let runs: Runs
    private let durability: Durability
    /// Whether nothing is changed by it, the log's clock neither.
    private let isReadOnly: Bool
    /// So many replicas have to have what is written before it counts.
    private let replicas: Int
    /// The name of the server that tells by it that it is there; empty: none does.
    private let server: Text
    private let state: Mutex<State>

    private struct State {
        var connection: Connection?
        /// The session that was lost, or is under way.
        var session: Session?
        /// When the settings of Redis were checked last, by the monotonic clock.
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

    /// Connects if need be, and throws if that can't be done.
    func connect() throws(JournalError) {
        try state.withLock { state throws(JournalError) in _ = try connected(&state) }
    }

    /// Sends commands in order and gives their answers. Throws `refused` if none was sent, `lost` if it
    /// can't be known what became of them.
    func call(_ commands: [Words]) throws(JournalError) -> [Reply] {
        try state.withLock { state throws(JournalError) in try call(commands, &state) }
    }

    private func call(
        _ commands: [Words], _ state: inout State
    ) throws(JournalError) -> [Reply] {
        let replies = try exchange(commands, &state)
        // Somebody has had Redis forget the scripts: then nothing was done.
        guard !replies.isEmpty, replies.allSatisfy(\.isOfUnknownScript) else { return replies }
        return try exchange(Script.all.map(\.loading) + commands, &state).suffix(commands.count)
    }

    /// As `call`, for what counts only once replicas have it. Throws `unconfirmed` if they don't say so in
    /// time: it is in Redis, and may be gone with it. To write the same again asks them again. Throws `lost`
    /// if another connection of this log has met another run of Redis meanwhile.
    func write(_ commands: [Words]) throws(JournalError) -> [Reply] {
        try state.withLock { state throws(JournalError) in
            let replies = try call(commands, &state)
            // What was refused is nowhere.
            let isRefused = !replies.isEmpty && replies.allSatisfy { $0.fault != nil }
            if isRefused { return replies }
            if replicas > 0 { try waitForReplicas(&state) }
            // Whoever has taken it may have been overtaken meanwhile by one that lacks it.
            guard let run = state.session?.run, runs.isNewest(run) else {
                throw .lost(host: "\(address)", reason: Lost.overtaken.reason)
            }
            return replies
        }
    }

    private func waitForReplicas(_ state: inout State) throws(JournalError) {
        // Whoever has taken it is asked, not who may have come in its place.
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

    /// As `call`, for what only reads: a connection that was lost is made anew at once.
    func read(_ commands: [Words]) throws(JournalError) -> [Reply] {
        do throws(JournalError) {
            return try call(commands)
        } catch {
            guard case .lost = error else { throw error }
            return try call(commands)
        }
    }

    /// Lets log time go on, and brings the clock into step with it. Returns log time.
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
                try greeting.checkSettings(connection)
            } catch {
                state.connection = nil
            }
        }
    }

    /// So long replicas may take to say that they have what was written. Log time goes on meanwhile.
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

    private var greeting: Greeting {
        Greeting(address: address, keys: keys, durability: durability, isReadOnly: isReadOnly)
    }

    private func connected(_ state: inout State) throws(JournalError) -> Connection {
        if let connection = state.connection, let run = state.session?.run, runs.isNewest(run) {
            return connection
        }
        state.connection = nil
        do throws(Lost) {
            let known = runs.count
            let connection = try Connection.open(address.place)
            let session = try greeting.greet(connection, after: state.session)
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

/// Brings the log's clock into step with that in Redis.
private struct Ticking {
    let clock: LogClock
    let keys: KeySpace
    let server: Text

    func tick(_ connection: Connection) throws(Lost) -> Int64 {
        let asked = LogClock.monotonic()
        // What has been shown has happened.
        var arguments = Words(keys.channel)
        arguments.add(clock.microseconds(atNanoseconds: asked))
        arguments.add(server)
        let reply = try connection.exchange([
            Script.tick.call(keys: [keys.clock, keys.servers], arguments: arguments)
        ])[0]
        guard let log = reply.number else {
            throw Lost(reason: reply.fault.map { Refusal.words(for: $0) } ?? "it tells no time")
        }
        clock.follow(log, asked: asked, answered: LogClock.monotonic())
        return log
    }
}

extension Reply {
    /// Whether Redis does not know the script, also within a transaction.
    fileprivate var isOfUnknownScript: Bool {
        switch self {
        case .fault(let fault): fault.begins(with: "NOSCRIPT")
        default: false
        }
    }
}
