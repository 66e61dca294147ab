import Journal
import Texts
import Timeline

/// A room beside what a shared log has of it.
struct Comparison: Sendable {
    let question: Question
    let found: Result<Found, JournalError>

    var room: Text { question.room }

    /// What the log has.
    struct Found: Sendable {
        let place: RoomPlace?
        /// From the room's newest event on.
        let events: [StoredEvent]
        let hasMore: Bool
        /// Who watches it, by the names of servers.
        let attendances: [Text: Attendance]
    }

    /// How a room is that is to be compared.
    struct Question: Sendable {
        let room: Text
        let seq: Int64
        /// Its newest event; nil: not known any more.
        let newest: Landmark?
        /// Which of the rooms of this name it is.
        let life: Int
        let clockCount: Int
        /// Which time of it (`Share.era`).
        let era: Int

        private static let limit = 1000
        private static let byteLimit = 4 << 20

        /// Reads what the log has, on whatever thread.
        func ask(_ log: any SharedLog) -> Comparison {
            do throws(JournalError) {
                let place = try log.place(of: room)
                let events = try log.events(
                    of: room, after: max(seq - 1, 0), limit: Self.limit, byteLimit: Self.byteLimit)
                let attendances = try log.attendances(of: [room])
                let hasMore = (events.last?.seq ?? seq) < place?.seq ?? 0
                return Comparison(
                    question: self,
                    found: .success(
                        Found(
                            place: place, events: events, hasMore: hasMore,
                            attendances: attendances.first ?? [:])))
            } catch {
                return Comparison(question: self, found: .failure(error))
            }
        }

        /// Whether its answer tells of a room: it is the same, and was not in doubt since, nor began anew.
        func isOpen(in room: LiveRoom) -> Bool {
            room.share?.life == life && room.share?.era == era
        }

        /// Whether the log goes on from where the room was: it has neither lost events that the room has nor
        /// forgotten some that it lacks.
        func agrees(with found: Found) -> Bool {
            guard let place = found.place, place.seq >= seq, place.forgottenSeq <= seq else {
                return false
            }
            guard seq > 0, let first = found.events.first, first.seq == seq, let newest else {
                return true
            }
            return first.landmark == newest
        }
    }
}

extension Comparison.Question {
    init(_ room: LiveRoom) {
        self.init(
            room: room.name, seq: room.seq, newest: room.newest,
            life: room.share?.life ?? 0, clockCount: room.share?.clockCount ?? 0,
            era: room.share?.era ?? 0)
    }
}
