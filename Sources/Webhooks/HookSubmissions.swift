import Access
import Broadcast
import History
import LiveRooms
import Stage
import Texts
import Wire

/// Submits the events of a delivery in their order. If the room has no place for a main event, its notice waits for the
/// answer, so that both are recorded or neither.
struct HookSubmissions {
    let events: [HookEvent]
    let room: LiveRoom
    let admission: Admission
    let intake: Intake
    let results: HookResults

    func submit() {
        let postponed = Set(events.indices.filter(isPostponed))
        for place in events.indices where !postponed.contains(place) {
            submit(place, before: postponed.contains(place - 1) ? place - 1 : nil)
        }
    }

    /// True for the notice of a main event that the room would refuse. A repeat of a recorded event is accepted all the
    /// same.
    private func isPostponed(_ place: Int) -> Bool {
        guard events[place].role == .notice, events.indices.contains(place + 1) else {
            return false
        }
        return intake.wouldRefuse(events[place + 1].kind, in: room)
    }

    /// `postponed`: the notice that waits for the answer.
    private func submit(_ place: Int, before postponed: Int? = nil) {
        let event = events[place]
        let hosts = PictureHosts(room.configuration.stage.imageHosts)
        intake.accept(
            Submission(
                room: room, id: event.id, kind: event.kind.withoutForeignPictures(hosts: hosts),
                admission: admission, isSame: { event.kind.saysTheSame(as: $0) }
            ) { answer in
                results.put(answer, at: place)
                guard let postponed else { return }
                switch answer {
                case .success: submit(postponed)
                case .failure: results.put(answer, at: postponed)
                }
            })
    }
}
