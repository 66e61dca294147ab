public import Stage
public import Timeline

/// What a room is doing, as a JSON document.
public enum OverviewDocument {
    /// `expected`: when what waits will enter, by id; times are room time in microseconds.
    public static func write(_ overview: Overview, expected: [String: Instant]) -> JSON {
        .object([
            .init("time", time(overview.time)),
            .init("held", .bool(overview.isHeld)),
            .init("channels", .array(overview.channels.map(channel))),
            .init("queue", .array(overview.queue.enumerated().map { queued($0, $1, expected) })),
            .init(
                "ticker",
                .array(
                    overview.tickerQueue.enumerated().map { id in
                        waiting([.init("id", .string(id.element))], id.offset, expected[id.element])
                    })),
            .init("counters", .array(overview.counters.map(counter))),
            .init("captions", .array(overview.captions.map(caption))),
            .init("calls", .array(calls(overview.calls, expected))),
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

    private static func queued(
        _ index: Int, _ combo: Overview.WaitingCombo, _ expected: [String: Instant]
    ) -> JSON {
        waiting(
            [
                .init("combo", .string(combo.combo)),
                .init("sender", .string(combo.sender)),
                .init("gift", .string(combo.gift)),
                .init("count", .number(Double(combo.count))),
            ], index, expected[combo.combo])
    }

    /// Something that waits: its place, from 1, and when it will enter; null: not before somebody
    /// resumes.
    private static func waiting(
        _ members: [JSON.Member], _ index: Int, _ expected: Instant?
    ) -> JSON {
        .object(
            members + [
                .init("position", .number(Double(index + 1))),
                .init("expectedAt", expected.map(time) ?? .null),
            ])
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

    private static func calls(
        _ calls: [Overview.ShownCall], _ expected: [String: Instant]
    ) -> [JSON] {
        let standing = calls.filter { $0.slot != nil }.map { call in
            JSON.object([
                .init("id", .string(call.id)), .init("name", .string(call.name)),
                .init("slot", .number(Double(call.slot ?? 0))),
            ])
        }
        let queued = calls.filter { $0.slot == nil }.enumerated().map { index, call in
            waiting(
                [.init("id", .string(call.id)), .init("name", .string(call.name))], index,
                expected[call.id])
        }
        return standing + queued
    }
}
