import HTTPRouting
import Journal
import Settings
import Texts
import Transport

/// Fetches shared files from the log in Redis when a client requests a file that this server has no copy of. It fetches
/// one file at a time, and answers all requests for that file together.
///
/// Belongs to the event loop's thread. The fetches run on another thread.
final class AssetFetches {
    private let cache: AssetCache
    private let queue: FileQueue
    private var waiting: [Text: [(Problem?) -> Void]] = [:]
    /// The files that wait to be fetched, with the time of the first request in nanoseconds of the monotonic clock.
    private var wanted: [(asset: Asset, since: UInt64)] = []
    private var waitingCount = 0
    /// The files that were found damaged, with the error and the time until which no request fetches them again.
    private var damaged: [Text: (error: JournalError, until: UInt64)] = [:]
    /// The newest error of the disk, and the time until which no request is tried again.
    private var full: (fault: String, until: UInt64)?
    private var isFetching = false

    /// The largest number of waiting requests.
    private static let most = 512
    /// The longest wait of a request. After that, the client is asked to retry.
    private static let patienceNanoseconds: UInt64 = 10_000_000_000
    /// The pause after an error, so that repeated requests for a damaged file, or with a full disk, cause little work.
    private static let damageNanoseconds: UInt64 = 2_000_000_000

    init(_ cache: AssetCache, wake: @escaping @Sendable () -> Void) {
        self.cache = cache
        queue = FileQueue(label: "ovation.fetching", wake: wake)
    }

    var isIdle: Bool { waitingCount == 0 }

    func deliver() { queue.deliver() }

    /// Calls `completion` once the copy of a file is complete, or with the problem.
    func want(_ asset: Asset, completion: @escaping (Problem?) -> Void) {
        if let known = damaged[asset.name], LoopTimer.now < known.until {
            return completion(.unreadable(known.error))
        }
        if let full, LoopTimer.now < full.until { return completion(.storage(full.fault)) }
        guard waitingCount < Self.most else { return completion(.tooManyFetches) }
        waitingCount += 1
        if waiting[asset.name] == nil { wanted.append((asset, LoopTimer.now)) }
        waiting[asset.name, default: []].append(completion)
        fetchNext()
    }

    private func fetchNext() {
        guard !isFetching else { return }
        let now = LoopTimer.now
        while let next = wanted.first {
            wanted.removeFirst()
            guard next.since + Self.patienceNanoseconds > now else {
                answer(next.asset.name, .tooManyFetches)
                continue
            }
            isFetching = true
            return queue.run { [cache] in
                cache.fetch(next.asset)
            } completion: { [self] fault in
                isFetching = false
                settle(next.asset.name, fault)
                fetchNext()
            }
        }
    }

    private func settle(_ name: Text, _ fault: AssetCache.Fault?) {
        switch fault {
        case nil: answer(name, nil)
        case .disk(let fault):
            full = (fault, LoopTimer.now + Self.damageNanoseconds)
            answer(name, .storage(fault))
            answerOthers(.storage(fault))
        case .log(let error):
            answer(name, .unreadable(error))
            if case JournalError.altered = error { return note(damaged: name, error) }
            // The other files would meet the same error of the connection.
            answerOthers(.unreadable(error))
        }
    }

    private func answerOthers(_ problem: Problem) {
        let others = wanted
        wanted = []
        for (asset, _) in others { answer(asset.name, problem) }
    }

    private func note(damaged name: Text, _ error: JournalError) {
        let now = LoopTimer.now
        damaged = damaged.filter { $0.value.until > now }
        damaged[name] = (error, now + Self.damageNanoseconds)
    }

    private func answer(_ name: Text, _ problem: Problem?) {
        let completions = waiting.removeValue(forKey: name) ?? []
        waitingCount -= completions.count
        for completion in completions { completion(problem) }
    }
}
