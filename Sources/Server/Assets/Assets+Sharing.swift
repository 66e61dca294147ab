import Journal
import Synchronization
import Texts
import Transport
import Wire

/// What a server does about files that others share with it.
struct AssetSharing {
    fileprivate let cache: AssetCache
    fileprivate let fetches: AssetFetches
    fileprivate let renewal: Renewal<Renewed>
    fileprivate let progress: Progress
    fileprivate var ledger = FileLedger()

    init(
        _ cache: AssetCache, _ files: any SharedFiles, wake: @escaping @Sendable () -> Void
    ) {
        self.cache = cache
        fetches = AssetFetches(cache, wake: wake)
        let progress = Progress(ledger.place)
        self.progress = progress
        renewal = Renewal(wake: wake) { () throws(JournalError) in
            let place = progress.place
            let list = try files.files(unlessAt: place.number)
            return Renewed(place: place, list: list.map(SharedTable.init))
        }
    }

    var isIdle: Bool { fetches.isIdle }

    /// What was read.
    fileprivate struct Renewed: Sendable {
        /// Where this server was before.
        let place: FileLedger.Place
        /// Nil: what was taken last is the newest.
        let list: SharedTable?
    }
}

/// All files that servers share. There may be very many: so it is made by the thread that reads them.
struct SharedTable: Sendable {
    /// The number of the newest change that must be in it.
    let number: Int64
    let table: AssetTable

    init(_ list: FileList) {
        number = list.number
        table = AssetTable(list.files)
    }
}

/// Which changes have been taken, for the thread that reads.
private final class Progress: Sendable {
    private let value: Mutex<FileLedger.Place>

    init(_ place: FileLedger.Place) {
        value = Mutex(place)
    }

    var place: FileLedger.Place {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}

extension Assets {
    // MARK: What other servers do

    /// Does as a change says that was told of.
    func follow(_ change: FileChange) {
        for kind in sharing?.ledger.note(change) ?? [] { make(kind) }
        goOn()
    }

    /// Does as a change says that this server has made: it holds here at once, although what was before it may
    /// still be missing.
    func follow(own change: FileChange) {
        if change.number > sharing?.ledger.number ?? 0 { make(change.kind) }
        follow(change)
    }

    /// Looks whether something was missed.
    func renew() { sharing?.renewal.begin() }

    /// The log may have lost what it told.
    func doubt() {
        sharing?.ledger.doubt()
        goOn()
    }

    func deliverShared() {
        sharing?.fetches.deliver()
        sharing?.renewal.deliver { settle($0) }
    }

    private func settle(_ found: AssetSharing.Renewed) {
        guard let sharing, !sharing.ledger.doubts(found.place) else { return goOn() }
        if let list = found.list { return adopt(list) }
        self.sharing?.ledger.end(at: found.place)
        goOn()
    }

    /// Has exactly the files of a list.
    func adopt(_ list: SharedTable) {
        if let kinds = sharing?.ledger.begin(at: list.number) {
            let gone = table.names(notIn: list.table)
            table = list.table
            if !gone.isEmpty, let cache = sharing?.cache {
                writing.run { for name in gone { cache.removeCopy(name) } }
            }
            for kind in kinds { make(kind) }
        }
        goOn()
    }

    private func goOn() {
        guard let sharing else { return }
        sharing.progress.place = sharing.ledger.place
        if sharing.ledger.isBehind { renew() }
    }

    private func make(_ kind: FileChange.Kind) {
        switch kind {
        case .kept(let file):
            if let asset = Asset(file) { table.add(asset, to: file.room) }
        case .dropped(let name, let room): drop(name, from: room)
        case .erased(let room): for asset in all(of: room) { drop(asset.name, from: room) }
        }
    }

    private func drop(_ name: Text, from room: Text) {
        if table.remove(name, from: room)?.isLast == true { removeCopy(name) }
    }

    private func removeCopy(_ name: Text) {
        guard let cache = sharing?.cache else { return }
        writing.run { cache.removeCopy(name) }
    }

    /// The copy of what came here was made beside what others did: of a file that is gone by now none stays.
    func removeLateCopy(of asset: Asset) {
        if table[asset.name] == nil { removeCopy(asset.name) }
    }

    // MARK: Fetching

    /// Has a copy of a file be here.
    func fetch(_ asset: Asset, completion: @escaping (Problem?) -> Void) {
        sharing?.fetches.want(asset) { [self] problem in
            guard table[asset.name] == nil else { return completion(problem) }
            // It has gone meanwhile.
            removeLateCopy(of: asset)
            completion(.notFound("There is no such file."))
        }
    }
}
