import Journal
import Texts
import Transport

/// Files that are fetched from what servers share, one after the other, for whoever asks for them.
///
/// Belongs to the loop's thread; fetches on another.
final class AssetFetches {
    private let cache: AssetCache
    private let queue: FileQueue
    private var waiting: [Text: [(Problem?) -> Void]] = [:]
    /// Those that are still to be fetched, and since when, in nanoseconds of the monotonic clock.
    private var wanted: [(asset: Asset, since: UInt64)] = []
    private var waitingCount = 0
    /// What is wrong with files that were found damaged, and until when they are not fetched again.
    private var damaged: [Text: (error: JournalError, until: UInt64)] = [:]
    /// What the disk could not do, and until when it is not tried again.
    private var full: (fault: String, until: UInt64)?
    private var isFetching = false

    /// So many may wait.
    private static let most = 512
    /// Whoever has waited so long is told to come again.
    private static let patienceNanoseconds: UInt64 = 10_000_000_000
    /// Whoever asks for a damaged one again and again keeps Redis busy at most so often.
    private static let damageNanoseconds: UInt64 = 2_000_000_000

    init(_ cache: AssetCache, wake: @escaping @Sendable () -> Void) {
        self.cache = cache
        queue = FileQueue(label: "ovation.fetching", wake: wake)
    }

    var isIdle: Bool { waitingCount == 0 }

    func deliver() { queue.deliver() }

    /// Calls `completion` once a file is here, or with what keeps it away.
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
            // The others would come by the same way.
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
