import Access
import Cluster
import HTTPRouting
import History
import LiveRooms
import RoomRuntime
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// Records the events that HTTP calls ask for: it applies the rate limits, submits the event, and replies with its
/// receipt.
struct EventRecorder {
    let rooms: Rooms
    let limiter: Limiter
    let intake: Intake

    /// Replies with the response that `answer` makes of the result; without it with the receipt.
    func record(
        _ wanted: WantedEvent, _ call: Call, answer: @escaping (Acceptance) -> Response = receipt
    ) throws(Problem) {
        if let fault = wanted.fault, wanted.id == nil { throw fault }
        try limiter.takeEvent(
            wanted.kind, for: call.room, with: rooms.glance(call.room).room, by: call.caller)
        let room = try rooms.room(call.room)
        intake.accept(
            Submission(
                room: room, id: wanted.id, kind: wanted.kind, admission: call.admission,
                patch: wanted.patch, fault: wanted.fault, again: wanted.again
            ) { [rooms] result in
                switch result {
                // A repeat reads an earlier receipt, so the caller's right is checked again.
                case .success(let acceptance) where acceptance.isRepeat:
                    call.reply(answer(acceptance))
                case .success(let acceptance): call.confirm(answer(acceptance))
                case .failure(let problem):
                    call.reply(problem.response)
                    // Remove the room if it was created for the refused event.
                    rooms.release(room)
                }
            })
    }

    private static func receipt(_ acceptance: Acceptance) -> Response {
        .json(acceptance.receipt.json, status: acceptance.isRepeat ? 200 : 202)
    }
}

/// An event that an HTTP call asks for.
struct WantedEvent {
    /// The ID that the client gave the event; nil: the server makes one.
    var id: Text?
    var kind: Event.Kind
    var patch: JSON?
    /// The reason why the current configuration does not allow the event. It is reported unless the event
    /// repeats a recorded one.
    var fault: Problem?
    /// Handles the request again if the configuration has changed meanwhile.
    var again: (() -> Void)?
}
