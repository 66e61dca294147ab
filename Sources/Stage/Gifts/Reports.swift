import Texts

/// The gift reports of the last ten minutes. With them a gift counts only once if several platform events report it.
///
/// The rules are in `docs/behaviour.md`.
struct Reports: Hashable, Sendable {
    /// Gifts of one subject that the same reporters have reported.
    private struct Lot: Hashable {
        let subject: Text
        let wallMicroseconds: Int64
        var count: Int
        var reporters: [Reporter]
        /// The ID of the first event of the delivery that reported the gifts first.
        var first: Text
        /// The ID of the event whose gifts wait and have not counted yet; nil if they count.
        var waiting: Text?

        var byteEstimate: Int {
            reporters.reduce(
                80 + subject.byteCount + first.byteCount + waiting.byteEstimate
            ) {
                $0 + 8 + $1.name.byteCount + $1.id.byteCount
            }
        }
    }

    private struct Reporter: Hashable {
        let name: Text
        /// The ID of its event; empty in a snapshot of an earlier version.
        let id: Text
    }

    private static let maxLots = 1000

    /// The lots, the oldest first.
    private var lots: [Lot] = []

    var byteEstimate: Int { lots.reduce(0) { $0 + $1.byteEstimate } }

    /// Returns the IDs of the events that have waited since `wallMicroseconds` or before.
    func waitingIDs(since wallMicroseconds: Int64) -> [Text] {
        lots.compactMap { $0.wallMicroseconds <= wallMicroseconds ? $0.waiting : nil }
    }

    /// Returns how many of an event's `count` gifts would count now.
    func growth(by report: GiftReport, id: Text, count: Int) -> Int {
        var copy = self
        return copy.note(report, id: id, count: count)
    }

    /// Returns the first event of the delivery that reported all gifts of an event earlier; nil if the event is the
    /// first to report some of them. A repeat of the event gets the same answer.
    func first(reporting report: GiftReport, id: Text, count: Int) -> Text? {
        let own = lots.filter { lot in
            lot.subject == report.subject && lot.reporters.contains { $0.id == id }
        }
        if let known = own.first {
            return own.contains { $0.reporters[0].id == id } ? nil : known.first
        }
        guard report.role == .waits || growth(by: report, id: id, count: count) == 0 else {
            return nil
        }
        let oldest = report.wallMicroseconds - GiftReport.windowMicroseconds
        return lots.first { $0.waiting == nil && isMatch($0, report, since: oldest) }?.first
    }

    /// Records a report and returns how many gifts count now. `first`: the first event of the report's delivery, if
    /// that is another event.
    mutating func note(
        _ report: GiftReport, id: Text, first: Text? = nil, count: Int
    ) -> Int {
        let first = first ?? id
        if case .releases(let waiting) = report.role { return release(waiting) }
        let oldest = report.wallMicroseconds - GiftReport.windowMicroseconds
        lots.removeAll { $0.waiting == nil && $0.wallMicroseconds < oldest }
        var (left, growth) = (count, 0)
        var index = 0
        while index < lots.count, left > 0 {
            if isMatch(lots[index], report, since: oldest) {
                split(index, at: left)
                left -= lots[index].count
                let reporter = Reporter(name: report.reporter, id: id)
                if report.role == .counts, lots[index].waiting != nil {
                    lots[index].waiting = nil
                    lots[index].first = first
                    lots[index].reporters.insert(reporter, at: 0)
                    growth += lots[index].count
                } else {
                    lots[index].reporters.append(reporter)
                }
            }
            index += 1
        }
        guard left > 0 else { return growth }
        lots.append(
            Lot(
                subject: report.subject, wallMicroseconds: report.wallMicroseconds, count: left,
                reporters: [Reporter(name: report.reporter, id: id)], first: first,
                waiting: report.role == .waits ? id : nil))
        if lots.count > Self.maxLots {
            lots.remove(at: lots.firstIndex { $0.waiting == nil } ?? 0)
        }
        return report.role == .waits ? growth : growth + left
    }

    private func isMatch(_ lot: Lot, _ report: GiftReport, since oldest: Int64) -> Bool {
        lot.subject == report.subject && lot.wallMicroseconds >= oldest
            && !lot.reporters.contains { $0.name == report.reporter }
    }

    /// Splits a lot of more than `count` gifts into two.
    private mutating func split(_ index: Int, at count: Int) {
        guard lots[index].count > count else { return }
        var rest = lots[index]
        rest.count -= count
        lots[index].count = count
        lots.insert(rest, at: index + 1)
    }

    private mutating func release(_ id: Text) -> Int {
        guard let index = lots.firstIndex(where: { $0.waiting == id }) else { return 0 }
        lots[index].waiting = nil
        return lots[index].count
    }
}

// MARK: State

extension Reports {
    private struct KeptReporter: Restorable {
        let reporter: Reporter

        init(_ reporter: Reporter) {
            self.reporter = reporter
        }

        func save(to state: inout StateWriter) {
            state.put("name", reporter.name)
            state.put("id", reporter.id)
        }

        init?(_ state: StateReader) {
            guard let name = state.text("name") else { return nil }
            reporter = Reporter(name: name, id: state.text("id") ?? "")
        }
    }

    private struct Kept: Restorable {
        let lot: Lot

        init(_ lot: Lot) {
            self.lot = lot
        }

        func save(to state: inout StateWriter) {
            state.put("subject", lot.subject)
            state.put("wall", Int(lot.wallMicroseconds))
            state.put("count", lot.count, unless: 1)
            state.put("by", parts: lot.reporters.map(KeptReporter.init))
            state.put("first", lot.first)
            state.put("waiting", lot.waiting)
        }

        init?(_ state: StateReader) {
            guard let subject = state.text("subject") else { return nil }
            let reporters: [KeptReporter] = state.parts("by")
            lot = Lot(
                subject: subject,
                wallMicroseconds: Int64(state.whole("wall", in: 0...(1 << 53), or: 0)),
                count: state.whole("count", in: 1...StateReader.counts, or: 1),
                reporters: reporters.map(\.reporter), first: state.text("first") ?? "",
                waiting: state.text("waiting"))
        }
    }

    func save(as key: Text, to state: inout StateWriter) {
        state.put(key, parts: lots.map(Kept.init))
    }

    init(_ state: StateReader, at key: Text) {
        let kept: [Kept] = state.parts(key)
        lots = kept.suffix(Self.maxLots).map(\.lot)
    }
}
