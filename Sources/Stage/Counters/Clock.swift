import Texts
import Timeline

/// The time of a counter that is a clock. It runs down to 0, and events add to it.
struct Clock: Hashable, Sendable {
    /// The microseconds left at the instant `since`, from 0 to `maxMicroseconds`.
    private var left: Int64
    private var since: Instant
    private(set) var isRunning: Bool
    private let maxMicroseconds: Int64
    let standing: ClockUpdate.Standing
    /// The sequence number of the event that set the clock; 0: not known. The time of earlier events is not in `left`.
    private let setSeq: Int64
    private var end: End
    /// True if the notice of its end has been recorded.
    private var isEndConfirmed = false
    private(set) var addition: Addition?
    /// The instant since which no time is lost, as room time and as wall time; nil: not known.
    private var anchor: Anchor?

    /// The relation of the time to 0.
    private enum End: Hashable {
        /// The clock has not ended, or ends now.
        case ahead
        /// An event set the clock to 0.
        case set
        case reached(Instant)
    }

    private struct Anchor: Hashable {
        let instant: Instant
        let wallMicroseconds: Int64
    }

    /// The last time that an event added.
    struct Addition: Hashable {
        let seconds: Double
        /// The sender's name; nil: no name is shown.
        let sender: Text?
        let instant: Instant
    }

    init(_ update: ClockUpdate, seq: Int64, at instant: Instant) {
        maxMicroseconds = update.max.microseconds
        left = min(update.left.microseconds, maxMicroseconds)
        since = instant
        isRunning = update.isRunning
        standing = update.standing
        setSeq = seq
        end = left == 0 ? .set : .ahead
        noteWall(update.wallMicroseconds, at: instant)
    }

    /// Returns the microseconds left at `instant`, which is not before the last change.
    func left(at instant: Instant) -> Int64 {
        isRunning ? Swift.max(0, left - (instant - since).microseconds) : left
    }

    var max: Duration { Duration(microseconds: maxMicroseconds) }

    // MARK: Changes

    /// Adds time, and remembers it as an addition of `sender` if there is any.
    mutating func add(microseconds: Int128, of sender: Text?, at instant: Instant) {
        move(by: microseconds, at: instant)
        guard microseconds > 0 else { return }
        addition = Addition(
            seconds: Double(microseconds) / 1e6, sender: sender, instant: instant)
    }

    /// Changes the time left without an addition that is shown.
    mutating func move(by microseconds: Int128, at instant: Instant) {
        // No time is longer than `maxMicroseconds`, and a sum of two such times is no problem.
        let limit = Int128(maxMicroseconds)
        let change = Int64(Swift.max(-limit, min(microseconds, limit)))
        left = min(Swift.max(left(at: instant) + change, 0), maxMicroseconds)
        since = instant
        if left > 0 { (end, isEndConfirmed) = (.ahead, false) }
    }

    mutating func run(_ isRunning: Bool, at instant: Instant) {
        left = left(at: instant)
        since = instant
        self.isRunning = isRunning
    }

    // MARK: Lost time

    /// Notes that the clock has lost no time until now, which is `microseconds` since 1970.
    mutating func noteWall(_ microseconds: Int64?, at instant: Instant) {
        guard let microseconds, standing == .wall else { return }
        anchor = Anchor(instant: instant, wallMicroseconds: microseconds)
    }

    /// Returns the time for which room time has stood still, if the clock should have run meanwhile, and the instant
    /// since which. `wall`: the present, in microseconds since 1970.
    func lostTime(at instant: Instant, wall: Int64) -> (microseconds: Int64, since: Instant)? {
        guard isRunning, let anchor else { return nil }
        let passed = (instant - anchor.instant).microseconds
        return (wall - anchor.wallMicroseconds - passed, anchor.instant)
    }

    /// Returns true if the event with this sequence number came after the event that set the clock, or if the number is
    /// not known.
    func hasCounted(_ seq: Int64?) -> Bool { seq.map { $0 > setSeq } ?? true }

    // MARK: The end

    /// The instant at which the clock comes to 0; nil if it has ended or stands.
    var due: Instant? {
        guard end == .ahead else { return nil }
        if left == 0 { return since }
        return isRunning ? since + Duration(microseconds: left) : nil
    }

    mutating func performDue() {
        if let due { end = .reached(due) }
    }

    var hasEnded: Bool { end != .ahead }

    /// The instant at which the clock came to 0; nil if it has not, or if an event set it to 0.
    var endedAt: Instant? { if case .reached(let instant) = end { instant } else { nil } }

    /// `endedAt`, until the notice of the end has been recorded.
    var unconfirmedEnd: Instant? { isEndConfirmed ? nil : endedAt }

    mutating func confirmEnd() {
        if endedAt != nil { isEndConfirmed = true }
    }

    // MARK: Motion

    /// Returns true if the time left changes after `instant`.
    func runs(at instant: Instant) -> Bool { isRunning && left(at: instant) > 0 }

    /// Returns the next instant after `now` at which a text of whole seconds changes; nil if it does not.
    func nextSecond(after now: Instant) -> Instant? {
        guard runs(at: now) else { return nil }
        return now + Duration(microseconds: (left(at: now) - 1) % 1_000_000 + 1)
    }
}

extension Clock: Restorable {
    func save(to state: inout StateWriter) {
        state.put("left", Int(left))
        state.put("since", since)
        state.put("stopped", !isRunning)
        state.put("max", Int(maxMicroseconds), unless: Int(ClockUpdate.limit.microseconds))
        state.put("stands", standing, unless: .room)
        state.put("set", Int(setSeq))
        state.put("ended", hasEnded)
        state.put("endedAt", endedAt)
        state.put("confirmed", isEndConfirmed)
        if let addition {
            state.put("added", addition.seconds)
            state.put("addedBy", addition.sender)
            state.put("addedAt", addition.instant)
        }
        if let anchor {
            state.put("anchor", anchor.instant)
            state.put("wall", Int(anchor.wallMicroseconds))
        }
    }

    init(_ state: StateReader) {
        let limit = Int(ClockUpdate.limit.microseconds)
        maxMicroseconds = Int64(state.whole("max", in: 0...limit, or: limit))
        left = Int64(state.whole("left", in: 0...Int(maxMicroseconds), or: 0))
        since = state.past("since")
        isRunning = !state.flag("stopped")
        standing = state.word("stands") ?? .room
        setSeq = Int64(state.whole("set", in: 0...(1 << 53), or: 0))
        end = .ahead
        if left(at: state.now) == 0, state.flag("ended") {
            end = state.instant("endedAt") == nil ? .set : .reached(state.past("endedAt"))
            isEndConfirmed = endedAt != nil && state.flag("confirmed")
        }
        let wall = state.whole("wall", in: 0...(1 << 53), or: 0)
        if wall > 0 { noteWall(Int64(wall), at: state.past("anchor")) }
        let seconds = state.number("added", in: 0...1e26)
        guard seconds > 0 else { return }
        addition = Addition(
            seconds: seconds, sender: state.text("addedBy"), instant: state.past("addedAt"))
    }
}
