import Archiving
import ArgumentParser
import Dispatch
import Foundation
import Journal
import RedisJournal
import SQLiteJournal
import Texts

/// The command `ovation archive`, which copies the log that servers share in Redis to a file, and keeps all events.
struct Archive: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow a log in Redis into a journal that keeps all events.",
        discussion: """
            Copies the events of all rooms, and their results, within about a second. You may kill it \
            at any time: the next start continues where it was. While Redis is unreachable, it waits. \
            It changes nothing in Redis, so a replica is sufficient.

            SIGTERM, SIGINT and SIGHUP let it finish and exit 0. Exits 64 after wrong arguments, 69 \
            if the directory can't be used or has other data; with --once 65 if events are missing \
            or a room differs from its copy, 69 if Redis can't be read, and 74 if the journal can't \
            be written.
            """)

    @Option(
        name: .customLong("redis"), help: "The log: redis://[:password@]host[:port][/prefix].",
        transform: RedisOption.address)
    var address: RedisAddress

    @Option(name: .customLong("data"), help: "The directory of the archive.")
    var dataDirectory = "./ovation-archive"

    @Flag(help: "Copy the events that are there now, and end.")
    var once = false

    func run() throws {
        let history = RedisHistory(address)
        let journal: SQLiteLog
        let archivist: Archivist
        do {
            journal = try SQLiteLog(directory: dataDirectory, warn: { complain($0) })
            archivist = try Archivist(history, into: journal, in: dataDirectory) { complain($0) }
        } catch {
            complain("\(error)")
            throw ExitCode(69)
        }
        let ending = Ending()
        let signals = EndingSignals.all.map { ending.begin(on: $0) }
        try withExtendedLifetime(signals) {
            var following = Following(archivist, of: history, ending, isOnce: once)
            try following.run()
        }
        do {
            try journal.close()
        } catch {
            complain("\(error)")
            throw ExitCode(74)
        }
    }
}

/// Runs the passes of an archive, and reports their troubles.
private struct Following {
    private let archivist: Archivist
    private let history: RedisHistory
    private let ending: Ending
    private let isOnce: Bool
    /// The present trouble; nil: the last pass succeeded.
    private var trouble: String?

    /// The pause after a pass: at least this long, and this many times as long as the pass. So the passes use
    /// a small part of Redis's time, even with many rooms.
    private static let leastNanoseconds: UInt64 = 1_000_000_000
    private static let restFactor: UInt64 = 10

    init(_ archivist: Archivist, of history: RedisHistory, _ ending: Ending, isOnce: Bool) {
        self.archivist = archivist
        self.history = history
        self.ending = ending
        self.isOnce = isOnce
    }

    /// Follows the log until a signal ends it. Throws an exit code.
    mutating func run() throws {
        while !ending.hasBegun {
            let began = LogClock.monotonic()
            do {
                let pass = try archivist.pass(isEnding: { [ending] in ending.hasBegun })
                if isOnce {
                    guard pass.isLog else {
                        complain("there is no log in \(history)")
                        throw ExitCode(69)
                    }
                    complain("\(pass.events) events taken from \(history)")
                    if pass.faults > 0 { throw ExitCode(65) }
                    return
                }
                heal(pass.isLog ? nil : "there is no log in \(history) yet")
            } catch let error as ArchiveFault {
                complain("\(error)")
                throw ExitCode(69)
            } catch let error as JournalError {
                if isOnce {
                    complain("\(error)")
                    throw ExitCode(error.isOfRedis ? 69 : 74)
                }
                heal("\(error)")
            }
            let took = LogClock.monotonic() - began
            ending.wait(nanoseconds: max(Self.leastNanoseconds, Self.restFactor * took))
        }
    }

    /// Reports a new trouble, or the end of the last one.
    private mutating func heal(_ now: String?) {
        if let now, trouble.map({ Text($0) != Text(now) }) ?? true {
            complain("\(now); it is tried again")
        } else if now == nil, trouble != nil {
            complain("\(history) is followed again")
        }
        trouble = now
    }
}

extension JournalError {
    /// True if the error is about the log in Redis, and not about the archive.
    fileprivate var isOfRedis: Bool {
        switch self {
        case .refused, .lost, .altered: true
        default: false
        }
    }
}

/// The request of a signal to end this process.
private final class Ending: Sendable {
    private let begun = DispatchSemaphore(value: 0)

    /// Makes a signal request the end. Before this call, the signal kills the process.
    func begin(on signal: Int32) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
        source.setEventHandler { [begun] in begun.signal() }
        let isRegistered = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isRegistered.signal() }
        source.resume()
        isRegistered.wait()
        return source
    }

    var hasBegun: Bool {
        guard begun.wait(timeout: .now()) == .success else { return false }
        begun.signal()
        return true
    }

    func wait(nanoseconds: UInt64) {
        let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: nanoseconds))
        if begun.wait(timeout: deadline) == .success { begun.signal() }
    }
}

/// Parses `--redis`. The password may be in the environment, which other users can't read.
enum RedisOption {
    static func address(_ text: String) throws -> RedisAddress {
        do {
            let password = ProcessInfo.processInfo.environment["OVATION_REDIS_PASSWORD"]
            return try RedisAddress(Text(text), password: password.map { Text($0) })
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
