public import Journal
public import Stage
public import Texts
public import Timeline

extension NewEvent {
    /// An event of a room whose clock equals log time.
    public static func sample(
        _ id: Text, in room: Text = "main", seq: Int64? = nil, time: Instant? = nil,
        body: Text = "{}", wall: Int64 = 0, clock: RoomClock? = nil,
        configuration: Text = #"{"stage":{}}"#
    ) -> NewEvent {
        NewEvent(
            room: room, id: id, seq: seq, time: time, body: body, wallMicroseconds: wall,
            birth: .init(
                configuration: configuration,
                clock: clock ?? RoomClock(offMicroseconds: 0, untilMicroseconds: nil)))
    }
}

extension Record {
    public static func event(_ id: Text, in room: Text = "main", wall: Int64 = 0) -> Record {
        .event(.sample(id, in: room, wall: wall), ticket: 0)
    }

    /// A snapshot of an empty room.
    public static func snapshot(of room: Text = "main", upTo seq: Int64) -> Record {
        .snapshot(room: room, seq: seq, state: Room(configuration: .init()))
    }
}

extension StoredEvent {
    public static func sample(
        _ seq: Int64, _ id: Text = "a", body: Text = "{}", wall: Int64 = 0,
        time: Instant = .zero, outcome: Outcome? = nil
    ) -> StoredEvent {
        StoredEvent(
            seq: seq, id: id, body: body, wallMicroseconds: wall, time: time, outcome: outcome)
    }
}

extension Verdict {
    /// The verdict as a short string: the sequence number, `known` and the number, `failed` and so on.
    public var word: String {
        switch result {
        case .recorded(let seq, _): "\(seq)"
        case .known(let event): "known \(event.seq)"
        case .unknown: "unknown"
        case .overtaken(let basis): "overtaken by \(basis)"
        case .erased(let rest, _): "erased \(rest ?? "")"
        case .failed: "failed"
        case .unsure: "unsure"
        }
    }
}
