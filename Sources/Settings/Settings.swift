package import HTTPRouting
package import Journal
package import Texts
package import Transport

/// The settings of all rooms, such as keys, sources and suspensions, as far as this server knows.
///
/// The log decides the order of changes. This class takes records in that order, each once, and reads all settings
/// again only if records are missing. A change takes effect here when its record comes: changes by this server and by
/// other servers take the same way. Belongs to the event loop's thread.
package final class Settings: ResultReceiver {
    /// The newest change that is known here.
    package private(set) var version: Int64
    private var values: [Text?: [Text: Setting]] = [:]
    private var followers: [any SettingsFollower] = []
    private let log: any SettingsLog
    private let rooms: any SettingsRooms
    /// The prefixes of the names of settings that do not make their room stay.
    private let temporaryPrefixes: [Text]
    private let news: Mailbox<SettingsNews>
    private let renewal: Renewal<SettingsState>
    private let writer: SettingsWriter
    /// Early records, by version. An earlier record is missing.
    private var early: [Int64: SettingsRecord] = [:]
    /// The newest change that this server has heard of.
    private var newestHeard: Int64
    /// When this server last heard that it knows the newest change, by the monotonic clock.
    private var freshNanoseconds = LoopTimer.now
    private var waiting: [(version: Int64, completion: () -> Void)] = []
    /// The number of changes on their way to the log, by room.
    private var pending: [Text: Int] = [:]
    private var gapTimer: LoopTimer!
    /// When this server reads all settings unless the missing records come first; nil: no record is missing.
    private(set) var gapNanoseconds: UInt64?
    /// True if a log with older versions may have taken over.
    private var isDoubtful = false
    private let warn: (String) -> Void

    /// The time that a missing record may be on its way.
    private static let patienceNanoseconds: UInt64 = 20_000_000
    private static let freshNanoseconds: UInt64 = 1_000_000_000

    /// Reads all settings. Other threads call `wake` when they have results to deliver.
    ///
    /// - Parameter temporaryPrefixes: The prefixes of the names of settings that do not make their room stay.
    package init(
        log: any SettingsLog, rooms: any SettingsRooms, temporaryPrefixes: [Text],
        loop: EventLoop, wake: @escaping @Sendable () -> Void, warn: @escaping (String) -> Void
    ) throws {
        self.log = log
        self.rooms = rooms
        self.temporaryPrefixes = temporaryPrefixes
        self.warn = warn
        news = Mailbox(wake: wake)
        renewal = Renewal(wake: wake) { () throws(JournalError) in try log.settings() }
        writer = SettingsWriter(log: log, wake: wake)
        log.settingsChannel.follow { [news] in news.put($0) }
        let state = try log.settings()
        (version, newestHeard) = (state.version, state.version)
        gapTimer = try loop.makeTimer { [unowned self] _ in closeGap() }
        for setting in state.settings {
            values[setting.room, default: [:]][setting.name] = setting
        }
        for room in values.keys { updateCount(of: room) }
        report(state.damagedFiles)
    }

    /// Tells `follower` of changes from now on.
    package func add(_ follower: any SettingsFollower) { followers.append(follower) }

    package var isIdle: Bool { pending.isEmpty && waiting.isEmpty }

    /// True if the knowledge of this server is at most a second old.
    package var isFresh: Bool {
        !log.sharesSettings || LoopTimer.now - freshNanoseconds < Self.freshNanoseconds
    }

    // MARK: Reading

    package func setting(_ name: Text, of room: Text?) -> Setting? { values[room]?[name] }

    /// All settings whose names begin with `prefix`.
    package func all(beginningWith prefix: Text) -> [Setting] {
        values.values.flatMap { $0.values.filter { $0.name.begins(with: prefix) } }
    }

    /// Returns the version for `If-Match`: the newest among these settings, or the newest of all settings if one is
    /// missing. The log also compares the versions of removed settings, and only the log stores them.
    package func version(of names: [Text], in room: Text?) -> Int64 {
        let versions = names.compactMap { values[room]?[$0]?.version }
        return versions.count < names.count ? version : versions.max() ?? version
    }

    // MARK: Changing

    /// Makes a change. `completion` is called once the change has its effect here, or with the reason why not.
    ///
    /// - Parameters:
    ///   - basis: The version in the request; nil: the newest version that this server knows.
    ///   - missing: The answer if a needed setting does not exist.
    package func change(
        _ room: Text?, _ writes: [SettingsChange.Write], needed: [Text] = [],
        noting note: AuditNote?, basis: Int64? = nil, missing: Problem,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        guard isFresh else { throw .stale }
        if let room, rooms.isBeingErased(room) { throw .roomLeaving }
        let change = SettingsChange(
            room: room, basis: version, writes: writes, needed: needed, note: note)
        submit(change, basis: basis) { [unowned self] result in
            switch result {
            case .success(.made(let version)):
                wait(for: version) { completion(nil) }
            case .success(.conflict): completion(.changedMeanwhile)
            case .success(.missing): completion(missing)
            case .success(.roomErased): completion(.roomLeaving)
            case .failure(let error):
                // The log may have made the change all the same.
                renewal.begin()
                completion(.notKept(error))
            }
        }
    }

    /// Makes a change at the start, before the loop runs.
    package func changeAtStart(
        _ room: Text?, _ writes: [SettingsChange.Write], noting note: AuditNote
    ) throws(JournalError) {
        _ = try log.change(SettingsChange(room: room, basis: version, writes: writes, note: note))
        let state = try log.settings()
        take(state)
    }

    /// Keeps a value for this server alone.
    package func keep(
        _ write: SettingsChange.Write, of room: Text, completion: @escaping (_ isKept: Bool) -> Void
    ) {
        let change = SettingsChange(room: room, basis: version, writes: [write], isQuiet: true)
        submit(change, basis: nil) { result in
            if case .success(.made) = result { completion(true) } else { completion(false) }
        }
    }

    private func submit(
        _ change: SettingsChange, basis: Int64?,
        completion: @escaping (Result<SettingsVerdict, JournalError>) -> Void
    ) {
        let room = change.room
        if let room { pending[room, default: 0] += 1 }
        updateCount(of: room)
        writer.submit(change, basis: basis) { [unowned self] result in
            if let room {
                let left = pending[room, default: 1] - 1
                pending[room] = left > 0 ? left : nil
            }
            completion(result)
            updateCount(of: room)
        }
    }

    /// Calls `completion` once the change with this version has its effect here.
    package func wait(for version: Int64, completion: @escaping () -> Void) {
        waiting.append((version, completion))
        newestHeard = max(newestHeard, version)
        finishWaiting()
    }

    private func finishWaiting() {
        let ready = waiting.filter { $0.version <= version }
        waiting.removeAll { $0.version <= version }
        if !waiting.isEmpty { lookForGap() }
        for (_, completion) in ready { completion() }
    }

    // MARK: News from the log

    package func deliver() {
        for piece in news.takeAll() { hear(piece) }
        renewal.deliver { take($0) }
        writer.deliver()
        finishWaiting()
    }

    /// The log may have lost changes: another Redis has taken over.
    package func doubt() {
        isDoubtful = true
        renewal.begin()
    }

    private func hear(_ news: SettingsNews) {
        switch news {
        case .record(let record):
            newestHeard = max(newestHeard, record.version)
            if record.version > version { early[record.version] = record }
            takeEarly()
        case .newest(let newest):
            newestHeard = max(newestHeard, newest)
            if newest <= version { freshNanoseconds = LoopTimer.now }
        case .missed: renewal.begin()
        }
        if newestHeard > version { lookForGap() }
    }

    private func takeEarly() {
        while let record = early.removeValue(forKey: version + 1) {
            version = record.version
            apply(record)
        }
    }

    /// Waits for missing records. Later records do not extend the wait: they may come without a pause.
    private func lookForGap() {
        guard gapNanoseconds == nil else { return }
        let deadline = LoopTimer.now + Self.patienceNanoseconds
        gapNanoseconds = deadline
        gapTimer.arm(atNanoseconds: deadline)
    }

    private func closeGap() {
        gapNanoseconds = nil
        if newestHeard > version { renewal.begin() }
    }

    private func apply(_ record: SettingsRecord) {
        switch record.kind {
        case .changed(let changes):
            let names = changes.keys.sorted()
            for name in names {
                values[record.room, default: [:]][name] = (changes[name] ?? nil).map {
                    Setting(room: record.room, name: name, value: $0, version: record.version)
                }
            }
            updateCount(of: record.room)
            for name in names { tell(name, record.room) }
        case .erased:
            guard let room = record.room else { return }
            values[room] = nil
            for follower in followers { follower.settingsErased(of: room) }
            updateCount(of: room)
        }
    }

    private func tell(_ name: Text, _ room: Text?) {
        for follower in followers { follower.settingChanged(name, of: room) }
    }

    /// Replaces all known settings.
    private func take(_ state: SettingsState) {
        let isNewLog = isDoubtful
        if !renewal.isUnderWay { isDoubtful = false }
        guard state.version >= version || isNewLog else { return }
        let before = values
        values = [:]
        for setting in state.settings {
            values[setting.room, default: [:]][setting.name] = setting
        }
        version = state.version
        newestHeard = isNewLog ? version : max(newestHeard, version)
        // The log may have lost the changes for which these wait.
        if isNewLog { waiting = waiting.map { (min($0.version, version), $0.completion) } }
        early = isNewLog ? [:] : early.filter { $0.key > version }
        for room in Set(before.keys).union(values.keys) {
            let (old, new) = (before[room] ?? [:], values[room] ?? [:])
            updateCount(of: room)
            for name in Set(old.keys).union(new.keys).sorted() where old[name] != new[name] {
                tell(name, room)
            }
        }
        report(state.damagedFiles)
        takeEarly()
    }

    private func report(_ damagedFiles: [Text]) {
        for file in damagedFiles {
            warn("file \(file) is damaged in the log, and absent until it is uploaded again")
        }
    }

    // MARK: Rooms that stay

    private func updateCount(of room: Text?) {
        guard let room else { return }
        if let names = values[room], names.isEmpty { values[room] = nil }
        let count = values[room]?.keys.count { name in
            !temporaryPrefixes.contains { name.begins(with: $0) }
        }
        rooms.settingCountChanged((count ?? 0) + (pending[room] ?? 0), of: room)
    }
}
