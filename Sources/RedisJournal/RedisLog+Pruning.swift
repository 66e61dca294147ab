public import Journal
import Snapshots
public import Texts
import Wire

/// Deletes old events from the log in Redis.
extension RedisLog {
    private static let hourMicroseconds: Int64 = 3_600_000_000
    /// The smallest age of events to delete, in log time, so that the log recognizes repeats of a day.
    private static let leastAgeMicroseconds: Int64 = 24 * hourMicroseconds
    /// The number of rooms in one query.
    private static let roomsAtOnce = 64

    /// Deletes old events. The age of an event is counted in log time and in whole hours: all events of one hour become
    /// old together.
    public func prune(
        of room: Text?, olderThan microseconds: Int64, limit: Int
    ) throws(JournalError) -> PruningResult {
        let age = max(microseconds, Self.leastAgeMicroseconds)
        let hour = (try writing.tick() - age) / Self.hourMicroseconds
        var result = PruningResult()
        while hour > 0 {
            let aged = try aged(
                room, before: hour * Self.hourMicroseconds, but: result.uncovered)
            let before = result.count
            for (name, hours) in aged {
                let end = min(hours + 1, hour) * Self.hourMicroseconds
                try prune(name, before: end, limit: limit - result.count, &result)
                if result.count >= limit {
                    result.isComplete = false
                    return result
                }
            }
            if result.count == before { return result }
        }
        return result
    }

    /// Returns some of the rooms whose oldest event came before log time `log`, sorted by that event, each with its
    /// hour; leaves out `others`.
    private func aged(
        _ room: Text?, before log: Int64, but others: [Text]
    ) throws(JournalError) -> [(room: Text, hour: Int64)] {
        if let room {
            let first = try read([Words("ZSCORE", space.oldest, room)])[0].number
            guard let first, first < log, others.isEmpty else { return [] }
            return [(room, first / Self.hourMicroseconds)]
        }
        let reply = try read([
            Words(
                "ZRANGEBYSCORE", space.oldest, "-inf", "(\(log)", "WITHSCORES", "LIMIT",
                "0", "\(Self.roomsAtOnce + others.count)")
        ])[0]
        let (values, others) = (reply.list ?? [], Set(others))
        return stride(from: 0, to: values.count - 1, by: 2).compactMap { index in
            guard let name = values[index].text, let first = values[index + 1].number,
                !others.contains(name)
            else { return nil }
            return (name, first / Self.hourMicroseconds)
        }
    }

    /// Deletes up to `limit` events of a room that came before log time `log`.
    private func prune(
        _ room: Text, before log: Int64, limit: Int, _ result: inout PruningResult
    ) throws(JournalError) {
        let own = space.room(room)
        let replies = try read([
            Words("XRANGE", own.events, "-", "+", "COUNT", "\(limit + 1)"),
            Words(["HMGET", own.snapshot] + SnapshotEntry.fields),
            Words("HGET", own.meta, "forgotten"),
        ])
        let covered = covered(by: replies[1], of: room)
        let old = (replies[0].list ?? []).prefix { $0[1]["l"]?.number ?? log < log }
        let forgotten = old.prefix(limit).prefix { place(of: $0) ?? .max <= covered }
        if forgotten.isEmpty, !old.isEmpty { result.uncovered.append(room) }
        guard let last = forgotten.last.flatMap({ place(of: $0) }), let from = replies[2].text
        else { return }
        var arguments = Words(room, from, "\(last)")
        arguments.add(forgotten.lazy.reversed().compactMap(configuration).first ?? "")
        let done = try accepted(
            writing.call([
                LuaScript.prune.call(
                    keys: [space.clock, space.oldest] + own.written, arguments: arguments)
            ]))[0]
        // Without a number, another server has just deleted some of these events.
        guard let count = done[0].number else { return }
        result.count += Int(count)
        if done[1].number == 1 { result.emptied.append(.init(room: room, seq: last)) }
    }

    /// Returns the number of the last event in the snapshot, or 0 if there is no readable one: without a snapshot, the
    /// room's state can be rebuilt only from its events.
    private func covered(by fields: Reply, of room: Text) -> Int64 {
        guard let entry = SnapshotEntry.read(fields, room: room),
            (try? Snapshot.read(entry.state, form: entry.form)) != nil
        else { return 0 }
        return entry.seq
    }

    /// Returns the configuration that an event sets; nil if the event has another type.
    private func configuration(setBy entry: Reply) -> Text? {
        guard let body = entry[1]["b"]?.bytes, let event = try? JSON(parsing: body),
            event["type"] == .string("config"), let configuration = event["config"]
        else { return nil }
        return Text(decoding: configuration.encoded)
    }
}
