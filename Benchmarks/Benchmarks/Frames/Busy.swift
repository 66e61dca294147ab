import Stage
import Timeline

/// A busy room for measurements: two gift rows pop and three calls move for an hour, frame by frame.
struct Busy {
    private static let step = Duration(microseconds: 16_667)

    private var room: Room
    private(set) var shown = Frame()
    private(set) var frame = Frame()
    private(set) var seq: Int64 = 1

    init() {
        var configuration = Configuration()
        configuration.gifts.catchUpFrom = 0
        configuration.calls.move = Duration(seconds: 3600)
        configuration.calls.vanish = Duration(seconds: 3600)
        room = Room(configuration: configuration)
        let item = GiftItem(name: "Rose")
        let kinds =
            ["Ann", "Bob"].map {
                Event.Kind.gift(
                    Gift(sender: Person(name: $0), item: item, count: 1_000_000))
            } + ["Cid", "Dot", "Eve"].map { .call(Person(name: $0)) }
        for (number, kind) in kinds.enumerated() {
            let event = Event(seq: Int64(number + 1), id: "event-\(number + 1)", kind: kind)
            _ = try? room.apply(event, at: .zero)
        }
        room.advance(to: Instant(microseconds: 1_000_000))
        next()
        next()
    }

    /// Advances the room by one frame; `shown` is then the frame before.
    mutating func next() {
        swap(&shown, &frame)
        room.advance(to: room.now + Self.step)
        room.sample(into: &frame)
        seq += 1
    }
}
