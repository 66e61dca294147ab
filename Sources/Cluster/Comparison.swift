import Journal
import LiveRooms
import RoomRuntime
import Texts
import Timeline

/// The result of comparing a room in this server's memory with the shared log, which shows missed and lost events.
struct Comparison: Sendable {
    let question: Question
    let found: Result<Found, JournalError>

    var room: Text { question.room }

    /// The log's data about the room.
    struct Found: Sendable {
        let place: RoomPlace?
        /// The events from the room's newest event on.
        let events: [StoredEvent]
        let hasMore: Bool
        /// The reports about the room's viewers, by server.
        let attendances: [Text: Attendance]
    }

    /// The state of the room before the comparison.
    struct Question: Sendable {
        let room: Text
        let seq: Int64
        /// The room's newest event; nil: unknown.
        let newest: Landmark?
        /// The number of the room's instance (`Share.life`).
        let life: Int
        let clockCount: Int
        /// The room's epoch (`Share.era`).
        let era: Int

        private static let limit = 1000
        private static let byteLimit = 4 << 20

        /// Reads the log's data. May be called on any thread.
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

        /// True if the answer still applies to the room: it is the same instance, and it was neither unconfirmed nor
        /// reset since.
        func isOpen(in share: Share?) -> Bool {
            share?.life == life && share?.era == era
        }

        /// True if the log continues from the room's newest event: it has not lost an event that the room has, and it
        /// has not deleted an event that the room lacks.
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
    init(_ records: RoomRecords, _ share: Share?) {
        self.init(
            room: records.name, seq: records.seq, newest: records.newest,
            life: share?.life ?? 0, clockCount: share?.clockCount ?? 0, era: share?.era ?? 0)
    }
}
