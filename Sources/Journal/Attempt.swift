import Texts

/// One try to write what waits, and what comes of it.
struct Attempt {
    let log: any EventLog
    /// Tickets of events of which it is asked whether they were written.
    let doubts: Set<UInt64>
    let warn: @Sendable (String) -> Void
    private(set) var verdicts: [Verdict] = []
    private(set) var unwritten: [Record] = []
    private(set) var doubtful: [Record] = []
    private(set) var fault: JournalError?
    /// What became of events in rooms that can't be written while others can.
    private(set) var aside: [Text: [Record]]
    private(set) var asideFault: JournalError?
    /// Rooms that could not be written before.
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

    /// Writes all but snapshots in one transaction, and each snapshot in one of its own: if it fails,
    /// only its room does. Rooms that could not be written before have transactions of their own too.
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

    /// If it was not the disk that failed, each room's records are tried again by themselves: then
    /// only the room that is at fault fails. One room's are tried twice, since what could not be read
    /// for a moment looks like damage.
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

    /// The disk did not take it: events are answered so, what became of others is kept.
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
                // It is done; who came after it may have begun the room anew.
                doubtful.append(.eraseSpent(room: room, ticket: ticket))
            case .erase where error.isUnsure, .eraseSpent where error.isUnsure:
                // Erased twice is erased: it is done again before anything is said of it.
                doubtful.append(record)
            case .erase(_, let ticket) where doubts.contains(ticket),
                .eraseSpent(_, let ticket) where doubts.contains(ticket):
                doubtful.append(record)
            case .question(_, let ticket), .erase(_, let ticket), .eraseSpent(_, let ticket):
                verdicts.append(Verdict(ticket: ticket, result: .failed(error)))
            // Wished again as long as it is, and compared again soon.
            case .tick, .wish, .comparison: break
            default: unwritten.append(record)
            }
        }
    }

    /// One room can't be written: nobody else has to wait for it. What became of its events is kept
    /// if the file can't be read, which may pass; it is dropped if no disk would take it.
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

    /// Whether it is the disk's, which may take tomorrow what it does not take today.
    fileprivate var isOfTheDisk: Bool {
        switch self {
        case .unsure, .replaced, .unsound, .refused, .lost, .unconfirmed: true
        case .storage(let code, _): ![0, 1, 18, 19, 20].contains(code & 0xFF)
        default: false
        }
    }
}

extension [Text] {
    /// Each once, in order.
    fileprivate var unique: [Text] {
        var seen: Set<Text> = []
        return filter { seen.insert($0).inserted }
    }
}
