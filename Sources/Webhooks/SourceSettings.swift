package import Access
package import HTTPRouting
import History
import Journal
package import LiveRooms
package import Monitoring
package import Platforms
package import Settings
package import Texts
import Transport
package import Wire

/// Manages the sources of all rooms, with their settings and the outcomes of their deliveries.
///
/// Belongs to the event loop's thread.
package final class SourceSettings: SettingsFollower {
    private struct Place: Hashable {
        let room: Text
        let kind: Text
    }

    private let settings: Settings
    private let rooms: Rooms
    private let metrics: Metrics
    private var known: [Place: SourceSetting] = [:]
    private var deliveries: [Place: Deliveries] = [:]

    package init(settings: Settings, rooms: Rooms, metrics: Metrics) {
        self.settings = settings
        self.rooms = rooms
        self.metrics = metrics
        for setting in settings.all(beginningWith: SourceSetting.prefix) {
            settingChanged(setting.name, of: setting.room)
        }
        for setting in settings.all(beginningWith: PassedRow.prefix) {
            guard let room = setting.room, let row = PassedRow(stored: setting.value) else {
                continue
            }
            deliveries[Place(room: room, kind: row.kind)] = Deliveries(row)
        }
        settings.add(self)
    }

    package func setting(_ kind: Text, of room: Text) -> SourceSetting? {
        known[Place(room: room, kind: kind)]
    }

    /// The version of a source's settings; 0: the source is not set up.
    package func version(_ kind: Text, of room: Text) -> Int64 {
        settings.version(of: [SourceSetting.name(kind)], in: room)
    }

    // MARK: Setting

    /// Sets up a source and replaces its former settings. Without a new secret, it keeps the old one.
    package func set(
        _ source: Source, of name: Text, secret: Text?, settings values: JSON, basis: Int64?,
        by caller: Caller, completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        let setting = SourceSetting(
            kind: source.kind, secret: secret ?? self.setting(source.kind, of: name)?.secret,
            settings: values)
        let note = AuditEntry(.setSource, of: source.kind, in: name, by: caller).note
        try settings.change(
            name,
            [
                .init(
                    SourceSetting.name(source.kind), .put(setting.stored), basis: settings.version)
            ], noting: note, basis: basis, missing: .noSource(source.kind),
            completion: completion)
    }

    /// Removes a source, and its list of deliveries.
    package func remove(
        _ kind: Text, of name: Text, basis: Int64?, by caller: Caller,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        let note = AuditEntry(.removeSource, of: kind, in: name, by: caller).note
        try settings.change(
            name,
            [
                .init(SourceSetting.name(kind), .remove, basis: settings.version),
                .init(PassedRow.name(kind), .forget, basis: nil),
            ], needed: [SourceSetting.name(kind)], noting: note, basis: basis,
            missing: .noSource(kind), completion: completion)
    }

    // MARK: Changes of the settings

    package func settingChanged(_ name: Text, of room: Text?) {
        guard let room, name.begins(with: SourceSetting.prefix) else { return }
        let kind = Text(decoding: name.utf8.dropFirst(SourceSetting.prefix.byteCount))
        let stored = settings.setting(name, of: room)
        let place = Place(room: room, kind: kind)
        known[place] = stored.flatMap { SourceSetting(stored: $0.value) }
        if known[place] == nil { deliveries[place] = nil }
    }

    package func settingsErased(of room: Text) {
        known = known.filter { $0.key.room != room }
        deliveries = deliveries.filter { $0.key.room != room }
    }

    // MARK: Outcomes of deliveries

    package func count(
        _ outcome: Deliveries.Outcome, _ kind: Text, of room: Text, fault: Reason? = nil
    ) {
        metrics.countDelivery(kind, outcome.word)
        note(kind, room) { $0.count(outcome, fault: fault) }
    }

    func pass(_ kind: Text, of room: Text, type: Text, reason: Reason, payload: JSON) {
        metrics.countDelivery(kind, Deliveries.Outcome.passed.word)
        if reason == .unknownType { metrics.countUnknownDelivery(kind) }
        note(kind, room) { $0.pass(type: type, reason: reason, payload: payload) }
    }

    /// Lists a delivery that was counted as refused.
    package func list(_ kind: Text, of room: Text, type: Text, reason: Reason, payload: JSON) {
        note(kind, room) { $0.list(type: type, reason: reason, payload: payload) }
    }

    /// A room that does not exist gets no entry.
    private func note(_ kind: Text, _ room: Text, _ change: (inout Deliveries) -> Void) {
        let place = Place(room: room, kind: kind)
        guard known[place] != nil || rooms.existing(room) != nil else { return }
        change(&deliveries[place, default: Deliveries()])
    }

    /// True if the kept deliveries of a source include one with this reason.
    func hasPassed(_ reason: Reason, _ kind: Text, of room: Text) -> Bool {
        deliveries(kind, of: room)?.passed.contains { $0.reason == reason } ?? false
    }

    /// - Parameter ownCurrency: The currency that the room counts.
    package func missed(in room: Text, ownCurrency: Text) -> MissedDeliveries {
        let missed = Source.all.compactMap { source in
            deliveries(source.kind, of: room).map { (source.kind, $0) }
        }
        return MissedDeliveries(missed, ownCurrency: ownCurrency)
    }

    func deliveries(_ kind: Text, of room: Text) -> Deliveries? {
        deliveries[Place(room: room, kind: kind)]
    }

    /// The list of a source is stored at once for the first time, and then at most once a minute: some
    /// sources ignore every message of a chat.
    private static let keepingNanoseconds: UInt64 = 60_000_000_000

    /// Stores the lists of ignored deliveries that are due; `isLast`: all changed lists.
    package func keepPassed(atNanoseconds now: UInt64, isLast: Bool = false) {
        for place in deliveries.keys {
            guard let known = deliveries[place], known.isToBeKept,
                isLast || !known.hasRow || now >= known.keptNanoseconds + Self.keepingNanoseconds
            else { continue }
            deliveries[place]?.hasRow = true
            deliveries[place]?.isToBeKept = false
            deliveries[place]?.keptNanoseconds = now
            keep(known.passed, at: place)
        }
    }

    private func keep(_ passed: [Deliveries.Passed], at place: Place) {
        let row = PassedRow(kind: place.kind, passed: passed)
        let write = SettingsChange.Write(PassedRow.name(place.kind), .put(row.stored), basis: nil)
        settings.keep(write, of: place.room) { [unowned self] isKept in
            if !isKept { deliveries[place]?.isToBeKept = true }
            // The source was removed while the list was on its way to the log.
            if deliveries[place] == nil {
                let write = SettingsChange.Write(write.name, .forget, basis: nil)
                settings.keep(write, of: place.room) { _ in }
            }
        }
    }
}

extension AuditEntry {
    fileprivate init(_ deed: Deed, of kind: Text, in room: Text, by caller: Caller) {
        self.init(deed, in: room, by: caller, [.init("kind", .string(kind))])
    }
}
