import Access
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import RoomRuntime
import Stage
import Texts
import Timeline
import Transport
import Webhooks
import Wire

/// Lists a room's recorded events over HTTP, explains single events, and computes the totals of gifts.
struct HistoryController {
    let rooms: Rooms
    let forecasts: Forecasts
    let totals: Totals
    let historyReader: HistoryReader

    func list(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        let page = try page(call.request, upTo: room.seq)
        try HistoryAnswer(to: call, historyReader).reply(with: page, of: room.records)
    }

    /// Parses the page that a request asks for, of a history whose newest event is `seq`.
    private func page(_ request: Request, upTo seq: Int64) throws(Problem) -> any HistoryPage {
        let asked: [Text] = ["before", "type", "q"]
        if asked.contains(where: { request.queryItem($0) != nil }) {
            return try search(request, upTo: seq)
        }
        return HistoryListing(
            after: Int64(try request.number("after", in: 0...9_007_199_254_740_991) ?? 0),
            upTo: seq, limit: try request.number("limit", in: 1...1000) ?? 100)
    }

    private func search(_ request: Request, upTo seq: Int64) throws(Problem) -> HistorySearch {
        let places = 0...9_007_199_254_740_991
        let before = try request.number("before", in: places).map(Int64.init) ?? .max
        let after = Int64(try request.number("after", in: places) ?? 0)
        let text = request.queryItem("q")
        let longest = HistorySearch.mostCharacters
        if let text, text.isEmpty || text.byteCount > 4 * longest || text.characterCount > longest {
            throw .badContent(
                .init(problems: [
                    .init(pointer: "?q", detail: "must have 1 to \(longest) characters")
                ]))
        }
        let kinds = request.queryItem("type")?.elements(separatedBy: UInt8(ascii: ","))
        return HistorySearch(
            before: min(before, seq + 1), after: after, kinds: kinds.map(Set.init), text: text,
            limit: try request.number("limit", in: 1...1000) ?? 100)
    }

    func showTotals(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        var question = try TotalsQuestion(call.request)
        question.currency = room.configuration.sources.currency
        let work = try totals.begin(question, of: room.name, upTo: room.seq)
        call.exchange.onAbandon { work.giveUp() }
        let admission = call.admission
        try historyReader.ask(about: room.records, for: admission, work.step) {
            [historyReader] result in
            work.finish(result, historyReader, for: admission) { document in
                call.reply(document.map { .json($0) })
            }
        }
    }

    func explain(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        let seq = room.seq
        try forecasts.forecast(room.timeline, isWritten: false, for: call.exchange) {
            forecast in
            call.replyOnFailure { () throws(Problem) in
                try explain(call, upTo: seq, forecast)
            }
        }
    }

    private func explain(
        _ call: Call, upTo seq: Int64, _ forecast: Forecast
    ) throws(Problem) {
        let (id, name, caller) = (call.item, call.room, try call.caller)
        try historyReader.answer(call, about: rooms.glance(name).records) { journal in
            let history = journal.wholeHistory(of: name)
            guard let event = try history.event(id: id), event.seq <= seq, event.isKnown(to: caller)
            else {
                throw Problem.noEvent(id)
            }
            let own = try history.life(of: id)
            let shown = event.shownAs == id ? own : try history.life(of: event.shownAs)
            let correction = try history.event(id: EventID.retraction(of: id))
                .flatMap { $0.takesBack(event) ? $0 : nil }
            return .json(
                try HistoryDocument.explanation(
                    event, own: own, shown: shown, forecast, takenBackBy: correction))
        }
    }
}
