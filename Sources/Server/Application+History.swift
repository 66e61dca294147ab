import Access
import HTTPRouting
import Journal
import RoomRuntime
import Stage
import Texts
import Timeline
import Transport
import Wire

/// HTTP handlers that report a room's current state, its history and its totals.
extension Application {
    func state(_ call: Call) {
        let room = rooms.glance(call.room)
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        room.timeline.onceSettled { [unowned self] in
            do throws(Problem) {
                try forecast(room.timeline, isWritten: true, for: call.exchange) { forecast in
                    call.reply(
                        .json(
                            forecast.document.isEmpty
                                ? Self.document(of: forecast) : forecast.document))
                }
            } catch {
                call.reply(error.response)
            }
        }
    }

    static func document(of forecast: Forecast) -> [UInt8] {
        OverviewDocument.write(forecast.room.overview, expected: forecast.entries).encoded
    }

    /// Calls `body` with the room and the expected entry times of its queues. Calls it at once if the queues
    /// are empty.
    private func forecast(
        _ timeline: RoomTimeline, isWritten: Bool, for exchange: Exchange,
        _ body: @escaping (Forecast) -> Void
    ) throws(Problem) {
        guard timeline.room.waitingCount > 0 else {
            return body(
                Forecast(room: timeline.room, entries: LookAhead(timeline.room).entries))
        }
        let asker = try forecasts.ask(
            about: timeline.room, of: timeline.name, isWritten: isWritten, body)
        exchange.onAbandon { [forecasts] in forecasts.leave(asker) }
    }

    func history(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        let page = try page(call.request, upTo: room.seq)
        handOver(room.records)
        try HistoryAnswer(to: call, historyReader).reply(with: page)
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

    func totals(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        var question = try TotalsQuestion(call.request)
        question.currency = room.configuration.sources.currency
        handOver(room.records)
        let work = try totals.begin(question, of: room.name, upTo: room.seq)
        call.exchange.onAbandon { work.giveUp() }
        let admission = call.admission
        try historyReader.ask(about: call.room, for: admission, work.step) {
            [historyReader] result in
            work.finish(result, historyReader!, for: admission) { result in
                switch result {
                case .success(let document): call.reply(.json(document))
                case .failure(let problem): call.reply(problem.response)
                }
            }
        }
    }

    func explanation(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        handOver(room.records)
        let seq = room.seq
        try forecast(room.timeline, isWritten: false, for: call.exchange) {
            [unowned self] forecast in
            do throws(Problem) {
                try explain(call, upTo: seq, forecast)
            } catch {
                call.reply(error.response)
            }
        }
    }

    private func explain(
        _ call: Call, upTo seq: Int64, _ forecast: Forecast
    ) throws(Problem) {
        let (id, name, caller) = (call.item, call.room, try call.caller)
        try historyReader.answer(call, about: name) { journal in
            let history = journal.wholeHistory(of: name)
            guard let event = try history.event(id: id), event.seq <= seq, event.isKnown(to: caller)
            else {
                throw Problem.notFound("No event \"\(id)\" is recorded in this room.")
            }
            let life = try history.life(of: event.shownAs)
            let correction = try history.event(id: Self.correctionID(of: id))
                .flatMap { $0.takesBack(event) ? $0 : nil }
            return .json(
                try HistoryDocument.explanation(event, life, forecast, takenBackBy: correction))
        }
    }
}
