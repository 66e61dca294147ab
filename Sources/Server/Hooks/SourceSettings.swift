import Journal
import Platforms
import Texts
import Transport
import Wire

/// Which platforms may post to which rooms, and what became of what they sent. What is set holds once it
/// is on disk.
///
/// Belongs to the loop's thread.
final class SourceSettings {
    private struct Place: Hashable {
        let room: Text
        let kind: Text
    }

    private let store: any KeyStore
    private let diskQueue: DiskQueue
    private let rooms: Rooms
    private let metrics: Metrics
    private let renewal: Renewal<[StoredKey]>
    private var settings: [Place: SourceSetting] = [:]
    private var deliveries: [Place: Deliveries] = [:]

    init(
        store: any KeyStore, rooms: Rooms, metrics: Metrics, wake: @escaping @Sendable () -> Void
    ) throws {
        self.store = store
        self.rooms = rooms
        self.metrics = metrics
        diskQueue = DiskQueue(wake: wake)
        renewal = Renewal(wake: wake) { () throws(JournalError) in try store.keys() }
        let stored = try store.keys()
        for setting in stored.compactMap(SourceSetting.init) { add(setting) }
        for row in stored.compactMap(PassedRow.init) {
            deliveries[Place(room: row.room, kind: row.kind)] = Deliveries(row)
        }
    }

    var isIdle: Bool { diskQueue.count == 0 }

    func deliver() {
        diskQueue.deliver()
        renewal.deliver(isReady: isIdle) { renew($0.compactMap(SourceSetting.init)) }
    }

    /// Reads anew which sources there are: another server may have set or removed some.
    func renew() { renewal.begin() }

    private func renew(_ found: [SourceSetting]) {
        let places = Set(found.map { Place(room: $0.room, kind: $0.kind) })
        for (place, setting) in settings where !places.contains(place) { drop(setting) }
        for setting in found { add(setting) }
    }

    func setting(_ kind: Text, of room: Text) -> SourceSetting? {
        settings[Place(room: room, kind: kind)]
    }

    // MARK: Setting

    /// Sets a source up; what it had before is gone, but for its secret if none is given.
    func set(
        _ source: Source, of name: Text, secret: Text?, settings: JSON, by caller: Caller,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        let provision = rooms.provision(name)
        if provision.isBeingErased { throw .roomLeaving }
        let known = setting(source.kind, of: name)
        let setting = SourceSetting(
            id: known?.id ?? Key.randomDigits(Grant.idLength), room: name, kind: source.kind,
            secret: secret ?? known?.secret, settings: settings)
        let note = AuditEntry(.setSource, of: source.kind, in: name, by: caller).note
        provision.keyCount += 1
        let put = { @Sendable [store, stored = setting.stored] () throws(JournalError) in
            try store.put(stored, noting: note)
        }
        diskQueue.run(put) { [unowned self] error in
            provision.keyCount -= 1
            // The room may have gone before this came to the disk.
            if provision.isLeaving {
                let remove = { @Sendable [store] () throws(JournalError) in
                    try store.removeKey(id: setting.id, noting: nil)
                }
                diskQueue.run(remove) { _ in }
                return completion(.roomLeaving)
            }
            if error == nil { add(setting) } else { rooms.settle(name) }
            completion(error.map(Problem.notKept))
        }
    }

    /// Has a source post no more.
    func remove(
        _ kind: Text, of name: Text, by caller: Caller, completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        guard let setting = setting(kind, of: name) else { throw .noSource(kind) }
        let note = AuditEntry(.removeSource, of: kind, in: name, by: caller).note
        let remove = { @Sendable [store] () throws(JournalError) in
            try store.removeKey(id: setting.id, noting: note)
        }
        diskQueue.run(remove) { [unowned self] error in
            if let error { return completion(.notKept(error)) }
            drop(setting)
            completion(nil)
        }
    }

    private func add(_ setting: SourceSetting) {
        let place = Place(room: setting.room, kind: setting.kind)
        // A room that has sources stays.
        if settings.updateValue(setting, forKey: place) == nil {
            rooms.provision(setting.room).keyCount += 1
        }
    }

    private func drop(_ setting: SourceSetting) {
        let place = Place(room: setting.room, kind: setting.kind)
        if let gone = deliveries.removeValue(forKey: place), gone.hasRow { removeRow(at: place) }
        guard settings.removeValue(forKey: place) != nil else { return }
        rooms.provision(setting.room).keyCount -= 1
        rooms.settle(setting.room)
    }

    /// All of a room have gone with it.
    func forget(room: Text) {
        settings = settings.filter { $0.key.room != room }
        deliveries = deliveries.filter { $0.key.room != room }
    }

    // MARK: What became of deliveries

    func count(
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
    func list(_ kind: Text, of room: Text, type: Text, reason: Reason, payload: JSON) {
        note(kind, room) { $0.list(type: type, reason: reason, payload: payload) }
    }

    /// Of a room that is not there nothing is kept.
    private func note(_ kind: Text, _ room: Text, _ change: (inout Deliveries) -> Void) {
        let place = Place(room: room, kind: kind)
        guard settings[place] != nil || rooms.existing(room) != nil else { return }
        change(&deliveries[place, default: Deliveries()])
    }

    /// Whether the kept deliveries of a source include one with this reason.
    func hasPassed(_ reason: Reason, _ kind: Text, of room: Text) -> Bool {
        deliveries(kind, of: room)?.passed.contains { $0.reason == reason } ?? false
    }

    /// - Parameter ownCurrency: The currency that the room counts.
    func missed(in room: Text, ownCurrency: Text) -> MissedDeliveries {
        let known = Source.all.compactMap { source in
            deliveries(source.kind, of: room).map { (source.kind, $0) }
        }
        return MissedDeliveries(known, ownCurrency: ownCurrency)
    }

    func deliveries(_ kind: Text, of room: Text) -> Deliveries? {
        deliveries[Place(room: room, kind: kind)]
    }

    /// A source's are written at once, and then once a minute at most: some pass over all that is said in
    /// a chat.
    private static let keepingNanoseconds: UInt64 = 60_000_000_000

    /// Has what was passed over kept on disk, as far as that is due; `isLast`: all of it.
    func keepPassed(atNanoseconds now: UInt64, isLast: Bool = false) {
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
        let row = PassedRow(room: place.room, kind: place.kind, passed: passed)
        let put = { @Sendable [store] () throws(JournalError) in try store.put(row.stored) }
        diskQueue.run(put) { [unowned self] error in
            if error != nil { deliveries[place]?.isToBeKept = true }
            // The room, or the source, may have gone before this came to the disk.
            if deliveries[place]?.hasRow != true { removeRow(at: place) }
        }
    }

    private func removeRow(at place: Place) {
        let id = PassedRow(room: place.room, kind: place.kind, passed: []).id
        let remove = { @Sendable [store] () throws(JournalError) in try store.removeKey(id: id) }
        diskQueue.run(remove) { _ in }
    }
}

extension AuditEntry {
    fileprivate init(_ deed: Deed, of kind: Text, in room: Text, by caller: Caller) {
        self.init(deed, in: room, by: caller, [.init("kind", .string(kind))])
    }
}
