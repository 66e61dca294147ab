import Texts

/// One attempt of the journal's thread to append the waiting records to the log, with verdicts and retries by room.
struct AppendAttempt {
    let log: any EventLog
    /// The tickets of events and erasures in doubt: an earlier attempt may have written them.
    let doubts: Set<UInt64>
    let warn: @Sendable (String) -> Void
    private(set) var verdicts: [Verdict] = []
    private(set) var unwritten: [Record] = []
    private(set) var doubtful: [Record] = []
    private(set) var fault: JournalError?
    /// The records of rooms that can't be written while other rooms can, by room.
    private(set) var aside: [Text: [Record]]
    private(set) var asideFault: JournalError?
    /// The rooms that earlier attempts could not write.
    private let sick: Set<Text>

    init(
        log: any EventLog, doubts: Set<UInt64>, aside: [Text: [Record]],
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.log = log
        self.doubts = doubts
        self.aside = aside
        self.warn = warn
        sick = Set(aside.keys)
    }

    /// Writes all records except snapshots in one transaction, and each snapshot in its own, so that a bad snapshot
    /// fails only its room. Rooms that earlier attempts could not write have their own transactions too.
    mutating func write(_ records: [Record]) {
        let (sound, others) = sick.isEmpty ? (records, []) : split(records)
        appendApart(sound, isRepeat: false)
        for room in sick {
            let arrived = others.filter { $0.room == room }
            if let fault {
                keep(arrived, fault)
            } else {
                appendApart((aside.removeValue(forKey: room) ?? []) + arrived, isRepeat: true)
            }
        }
    }

    private func split(_ records: [Record]) -> (sound: [Record], others: [Record]) {
        let isSick = records.map { record in record.room.map(sick.contains) ?? false }
        return (
            zip(records, isSick).filter { !$0.1 }.map(\.0),
            zip(records, isSick).filter(\.1).map(\.0)
        )
    }

    private mutating func appendApart(_ records: [Record], isRepeat: Bool) {
        let snapshots = records.filter(\.isSnapshot)
        let others = snapshots.isEmpty ? records : records.filter { !$0.isSnapshot }
        if !others.isEmpty || snapshots.isEmpty { append(others, isRepeat: isRepeat) }
        for snapshot in snapshots {
            if fault == nil {
                append([snapshot], isRepeat: isRepeat)
            } else {
                unwritten.append(snapshot)
            }
        }
    }

    /// Writes records in one transaction. If that fails for another reason than the disk, writes each room's records in
    /// a transaction of their own, so that only the room at fault fails. The records of a single room are tried twice,
    /// since a read error of a moment looks like damage.
    private mutating func append(_ records: [Record], isRepeat: Bool) {
        do throws(JournalError) {
            verdicts += try log.append(records)
        } catch {
            if error.isOfTheDisk { return keep(records, error) }
            let rooms = records.compactMap(\.room).unique
            guard rooms.count > (isRepeat ? 1 : 0) else { return setAside(records, error) }
            for room in rooms { append(records.filter { $0.room == room }, isRepeat: true) }
        }
    }

    /// Handles records that the disk did not take: answers the events, and keeps the notes about events for the next
    /// attempt.
    private mutating func keep(_ records: [Record], _ error: JournalError) {
        fault = error
        for record in records {
            switch record {
            case .event(let event, let ticket):
                if error.isUnsure {
                    doubtful.append(.question(event, ticket: ticket))
                    verdicts.append(Verdict(ticket: ticket, result: .unsure(error)))
                } else {
                    verdicts.append(Verdict(ticket: ticket, result: .failed(error)))
                }
            case .question(_, let ticket) where doubts.contains(ticket):
                doubtful.append(record)
            case .erase(let room, let ticket) where error.isUnconfirmed:
                // The erasure took place, but replicas have not confirmed it. The repeat erases only a room without
                // events, because a client may have started the room again meanwhile.
                doubtful.append(.eraseSpent(room: room, ticket: ticket))
            case .erase where error.isUnsure, .eraseSpent where error.isUnsure:
                // Erasing a room twice is harmless. The erasure is repeated before it is answered.
                doubtful.append(record)
            case .erase(_, let ticket) where doubts.contains(ticket),
                .eraseSpent(_, let ticket) where doubts.contains(ticket):
                doubtful.append(record)
            case .question(_, let ticket), .erase(_, let ticket), .eraseSpent(_, let ticket):
                verdicts.append(Verdict(ticket: ticket, result: .failed(error)))
            // The server repeats wishes while they hold, and compares states again soon.
            case .tick, .wish, .comparison: break
            default: unwritten.append(record)
            }
        }
    }

    /// Handles the records of a room that can't be written, so that other rooms need not wait. Notes about events are
    /// kept if the log can't be read, which may pass; they are dropped if no disk would take them.
    private mutating func setAside(_ records: [Record], _ error: JournalError) {
        let room = records.first?.room ?? ""
        let isKept = error.isDamage
        if !isKept || !sick.contains(room) && aside[room] == nil {
            warn("room \(room) can't be kept as it is: \(error)")
        }
        for record in records {
            if let ticket = record.ticket {
                if isKept, doubts.contains(ticket) {
                    doubtful.append(record)
                } else {
                    verdicts.append(Verdict(ticket: ticket, result: .failed(error)))
                }
            } else if isKept {
                aside[room, default: []].append(record)
                asideFault = error
            }
        }
    }
}

extension Record {
    fileprivate var isSnapshot: Bool {
        if case .snapshot = self { true } else { false }
    }
}

extension JournalError {
    fileprivate var isUnconfirmed: Bool {
        if case .unconfirmed = self { true } else { false }
    }

    fileprivate var isDamage: Bool {
        switch self {
        case .damaged, .altered: true
        default: false
        }
    }

    /// True if the whole log failed, which may work again later. The excluded codes of SQLite concern single records:
    /// OK, ERROR, TOOBIG, CONSTRAINT and MISMATCH.
    fileprivate var isOfTheDisk: Bool {
        switch self {
        case .unsure, .replaced, .unsound, .refused, .lost, .unconfirmed: true
        case .storage(let code, _): ![0, 1, 18, 19, 20].contains(code & 0xFF)
        default: false
        }
    }
}

extension [Text] {
    /// The distinct elements, in the order of their first occurrence.
    fileprivate var unique: [Text] {
        var seen: Set<Text> = []
        return filter { seen.insert($0).inserted }
    }
}
