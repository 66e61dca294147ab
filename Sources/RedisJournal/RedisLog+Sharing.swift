public import Journal
public import Texts

/// Exchanges news and reports about viewers between the servers that share a log in Redis.
extension RedisLog: SharedLog {
    public func listen(_ received: @escaping @Sendable (News) -> Void) -> any Listening {
        Subscription(self, received: received)
    }

    public var runCount: Int { runs.count }

    // MARK: Viewers

    public func attend(_ rooms: [(name: Text, attendance: Attendance?)]) throws(JournalError) {
        guard !rooms.isEmpty else { return }
        var arguments = Words(server, "\(Attendance.keptSeconds)")
        for (name, attendance) in rooms {
            arguments.add(space.room(name).channel)
            arguments.add(attendance?.words ?? "")
        }
        let call = LuaScript.attend.call(
            keys: [space.clock, space.servers] + rooms.map { space.room($0.name).attendance },
            arguments: arguments)
        try checkDone(reading.call([call]))
    }

    public func attendances(of rooms: [Text]) throws(JournalError) -> [[Text: Attendance]] {
        guard !rooms.isEmpty else { return [] }
        let replies = try reading.read(
            [Words("HKEYS", space.servers)]
                + rooms.map { Words("HGETALL", space.room($0).attendance) })
        try checkDone(replies)
        let servers = Set(replies[0].list?.compactMap(\.text) ?? [])
        return replies.dropFirst().map { reply in
            var found: [Text: Attendance] = [:]
            let words = reply.list ?? []
            for index in stride(from: 0, to: words.count - 1, by: 2) {
                guard let server = words[index].text, servers.contains(server) else { continue }
                found[server] = words[index + 1].text.flatMap { Attendance(words: $0) }
            }
            return found
        }
    }

    public func reload(_ viewer: Text, of room: Text) throws(JournalError) {
        let message: Text = "reload \(server) \(viewer)"
        try checkDone(reading.call([Words("SPUBLISH", space.room(room).channel, message)]))
    }

    private func checkDone(_ replies: [Reply]) throws(JournalError) {
        guard let fault = replies.compactMap(\.fault).first else { return }
        throw .refused(host: description, reason: RedisErrorAdvice.words(for: fault))
    }
}

extension Attendance {
    /// The text form `3 1,4711,2 …`: the number of viewers; for the voice, 1 if it is active, the time since when it
    /// watches, and its number, or `-` if there is no voice; then the details.
    fileprivate var words: Text {
        let told: Text =
            voice.map { "\($0.isActive ? 1 : 0),\($0.sinceMicroseconds),\($0.number)" } ?? "-"
        return "\(count) \(told) \(details)"
    }

    /// Reads this text form; nil if the text has another form.
    init?(words: Text) {
        let parts = words.utf8.split(
            separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
        ).map { Text(decoding: $0) }
        guard parts.count == 3, let count = Int(parts[0].string), count >= 0 else { return nil }
        let numbers = parts[1].elements(separatedBy: UInt8(ascii: ",")).map { Int64($0.string) }
        var voice: Voice?
        if numbers.count == 3, let active = numbers[0], let since = numbers[1],
            let number = numbers[2]
        {
            voice = Voice(
                isActive: active == 1, sinceMicroseconds: since, number: Int(number))
        }
        self.init(count: count, voice: voice, details: parts[2])
    }
}
