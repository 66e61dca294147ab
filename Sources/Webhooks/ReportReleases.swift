import Access
import Broadcast
package import History
import Journal
package import LiveRooms
import Stage
import Texts

/// Counts gifts that waited too long for a platform's second report about them, such as the recipients of a gift bomb.
package struct ReportReleases {
    let rooms: Rooms
    let historyReader: HistoryReader
    let intake: Intake
    /// The time that a gift waits for a report with more details.
    let waitMicroseconds: Int64

    package init(
        rooms: Rooms, historyReader: HistoryReader, intake: Intake, waitMicroseconds: Int64
    ) {
        self.rooms = rooms
        self.historyReader = historyReader
        self.intake = intake
        self.waitMicroseconds = waitMicroseconds
    }

    /// The limit for each room and second, so that other requests can read the history in between.
    private static let maxReleases = 20

    /// Counts the gifts whose wait is over, each by an event of its own.
    package func releaseDue() {
        let limit = WallTime.now.microseconds - waitMicroseconds
        for room in rooms.all {
            for id in room.room.waitingReports(since: limit).prefix(Self.maxReleases) {
                release(id, in: room.name)
            }
        }
    }

    private func release(_ id: Text, in name: Text) {
        let own = EventID.release(of: id)
        guard rooms.glimpse(name)?.pendingEvents[own] == nil else { return }
        try? historyReader.ask(about: name, for: .server) { journal in
            try journal.history(of: name).event(id: id)?.kind()
        } _: { found in
            guard let (gift, isHeld) = (try? found.get())?.waiting, let report = gift.report,
                let room = rooms.glimpse(name), room.pendingEvents[own] == nil
            else { return }
            let counted = Gift(
                sender: gift.sender, item: gift.item, count: gift.count,
                report: GiftReport(
                    subject: report.subject, reporter: report.reporter, role: .releases(id),
                    wallMicroseconds: WallTime.now.microseconds),
                message: gift.message, origin: gift.origin?.alone)
            let source = id.elements(separatedBy: UInt8(ascii: ":")).first ?? ""
            let waits = isHeld || room.configuration.sources.holds(source)
            let kind =
                waits
                ? .hold(
                    HeldEvent(
                        source: source, wallMicroseconds: WallTime.now.microseconds,
                        kinds: [.gift(counted)])) : Event.Kind.gift(counted)
            intake.accept(
                Submission(
                    room: room, id: own, kind: kind, admission: .server,
                    isSame: { kind.saysTheSame(as: $0) }
                ) { _ in })
        }
    }
}

extension Event.Kind {
    /// A real gift that waits for a report, and true if its platform's events needed approval when it
    /// arrived.
    fileprivate var waiting: (gift: Gift, isHeld: Bool)? {
        switch self {
        case .gift(let gift, nil): (gift, false)
        case .hold(let hold):
            if case .gift(let gift, nil)? = hold.kinds.first { (gift, true) } else { nil }
        default: nil
        }
    }
}
