public import Stage
import Texts
import Timeline

/// What a room is doing, as a JSON document.
public enum OverviewDocument {
    /// `expected`: when what waits will enter; times are room time in microseconds.
    public static func write(_ overview: Overview, expected: ExpectedEntries) -> JSON {
        .object([
            .init("time", time(overview.time)),
            .init("held", .bool(overview.isHeld)),
            .init("channels", .array(overview.channels.map(channel))),
            .init("queue", .array(waiting(overview.queue.map(combo), expected.combos))),
            .init(
                "ticker",
                .array(
                    waiting(
                        overview.tickerQueue.map { [.init("id", .string($0))] }, expected.cards))),
            .init("counters", .array(overview.counters.map(counter))),
            .init("captions", .array(overview.captions.map(caption))),
            .init("calls", .array(calls(overview.calls, expected.calls))),
        ])
    }

    private static func time(_ instant: Instant) -> JSON {
        .number(Double(instant.microseconds))
    }

    private static func channel(_ shown: Overview.ShownCombo) -> JSON {
        .object([
            .init("channel", .number(Double(shown.channel))),
            .init("state", .string(shown.state)),
            .init("combo", .string(shown.combo)),
            .init("sender", .string(shown.sender)),
            .init("gift", .string(shown.gift)),
            .init("count", .number(Double(shown.count))),
            .init("target", .number(Double(shown.target))),
        ])
    }

    private static func combo(_ combo: Overview.WaitingCombo) -> [JSON.Member] {
        [
            .init("combo", .string(combo.combo)),
            .init("sender", .string(combo.sender)),
            .init("gift", .string(combo.gift)),
            .init("count", .number(Double(combo.count))),
        ]
    }

    /// What waits, each with its place, from 1, and when it will enter; null: not before somebody
    /// resumes, or further ahead than could be looked.
    private static func waiting(_ queue: [[JSON.Member]], _ expected: [Instant?]) -> [JSON] {
        zip(queue, expected).enumerated().map { index, entry in
            .object(
                entry.0 + [
                    .init("position", .number(Double(index + 1))),
                    .init("expectedAt", entry.1.map(time) ?? .null),
                ])
        }
    }

    private static func counter(_ counter: Overview.ShownCounter) -> JSON {
        .object([
            .init("name", .string(counter.name)),
            .init("text", .string(counter.text)),
            .init("value", .number(Double(counter.value.units) / 100)),
        ])
    }

    private static func caption(_ caption: Overview.ShownCaption) -> JSON {
        .object([
            .init("id", .string(caption.id)),
            .init("slot", .string(caption.slot)),
            .init("text", .string(caption.text)),
        ])
    }

    private static func calls(_ calls: [Overview.ShownCall], _ expected: [Instant?]) -> [JSON] {
        let standing = calls.filter { $0.slot != nil }.map { call in
            JSON.object(named(call) + [.init("slot", .number(Double(call.slot ?? 0)))])
        }
        return standing + waiting(calls.filter { $0.slot == nil }.map(named), expected)
    }

    private static func named(_ call: Overview.ShownCall) -> [JSON.Member] {
        [.init("id", .string(call.id)), .init("name", .string(call.name))]
    }
}
