import Journal
import Synchronization

@testable import RedisJournal

/// The news of settings that a server received.
final class ToldSettings: Sendable {
    private let news = Mutex<[SettingsNews]>([])

    func follow(_ log: RedisLog) {
        log.settingsChannel.follow { piece in self.news.withLock { $0.append(piece) } }
    }

    var records: [SettingsRecord] {
        news.withLock { news in
            news.compactMap { if case .record(let record) = $0 { record } else { nil } }
        }
    }

    func has(_ piece: SettingsNews) -> Bool { news.withLock { $0.contains(piece) } }
}
