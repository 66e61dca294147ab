import Dispatch
import Journal
import Synchronization
import Texts
import Transport

/// Writes changes of settings to the log, one after the other, on a thread of its own.
///
/// Belongs to the loop's thread.
final class SettingsWriter {
    private struct Place: Hashable {
        let room: Text?
        let name: Text
    }

    typealias Answer = Result<SettingsVerdict, JournalError>

    private let log: any SettingsLog
    private let queue = DispatchQueue(label: "ovation.settings.writing")
    private let answers: Mailbox<(ticket: UInt64, answer: Answer)>
    private var completions: [UInt64: (Answer) -> Void] = [:]
    private var nextTicket: UInt64 = 0
    /// The versions that this server has written last, for changes that follow before the record of the last one has
    /// come.
    private let own = Own()

    private final class Own: Sendable {
        private let versions = Mutex<[Place: Int64]>([:])
        private static let most = 1000

        func basis(_ place: Place, _ known: Int64) -> Int64 {
            max(known, versions.withLock { $0[place] ?? 0 })
        }

        func note(_ change: SettingsChange, _ version: Int64) {
            versions.withLock { versions in
                if versions.count > Self.most { versions = [:] }
                for write in change.writes {
                    versions[Place(room: change.room, name: write.name)] = version
                }
            }
        }
    }

    init(log: any SettingsLog, wake: @escaping @Sendable () -> Void) {
        self.log = log
        answers = Mailbox(wake: wake)
    }

    /// Makes a change.
    ///
    /// - Parameter basis: The version on which all writes with a basis build; nil: the newest one of each setting that
    ///   this server knows.
    func submit(
        _ change: SettingsChange, basis: Int64?, completion: @escaping (Answer) -> Void
    ) {
        nextTicket += 1
        completions[nextTicket] = completion
        queue.async { [nextTicket, log, own, answers] in
            var change = change
            change.writes = change.writes.map { write in
                let place = Place(room: change.room, name: write.name)
                // Without other servers, what the log has is what this server knows.
                let known = log.sharesSettings ? write.basis.map { own.basis(place, $0) } : nil
                return SettingsChange.Write(
                    write.name, write.kind, basis: write.basis == nil ? nil : basis ?? known)
            }
            do throws(JournalError) {
                let verdict = try log.change(change)
                if case .made(let version) = verdict { own.note(change, version) }
                answers.put((nextTicket, .success(verdict)))
            } catch {
                answers.put((nextTicket, .failure(error)))
            }
        }
    }

    func deliver() {
        for (ticket, answer) in answers.takeAll() {
            completions.removeValue(forKey: ticket)?(answer)
        }
    }
}
