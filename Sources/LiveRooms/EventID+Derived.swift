import Digests
package import Texts
package import Timeline
package import Wire

/// IDs of events that the server derives from other events' IDs, so that a second retraction or approval repeats the
/// first.
extension EventID {
    /// Returns the ID of the event that retracts the event `id`.
    package static func retraction(of id: Text) -> Text { derived(derivedWords[0], id) }

    /// Returns the ID of the event that is recorded when the held event `id` is approved.
    package static func approval(of id: Text) -> Text { derived(derivedWords[1], id) }

    /// Returns the ID of the event that counts the gifts of the event `id` after their wait for a report.
    package static func release(of id: Text) -> Text { derived(derivedWords[2], id) }

    /// Returns the ID of the event that subtracts the time which the clock `counter` has lost since an instant.
    package static func lostTime(of counter: Text, since instant: Instant) -> Text {
        derived(derivedWords[3], "\(counter):\(instant.microseconds)")
    }

    /// Returns the ID of the event that records the speech of the event `id`.
    package static func speech(of id: Text) -> Text { derived(derivedWords[5], id) }

    /// Returns the ID of the notice of the clock `counter` that ended at an instant.
    static func clockEnd(of counter: Text, at instant: Instant) -> Text {
        derived(derivedWords[6], "\(counter):\(instant.microseconds)")
    }

    private static let derivedWords: [Text] = [
        "takeBack", "approved", "counted", "wall", "period", "speech", "clock-end",
    ]

    /// Throws if a client's ID has the form of an ID that the server derives. An event with such an ID would
    /// block the retraction or the approval of another event.
    package static func checkIsNotDerived(_ id: Text) throws(ContentError) {
        guard derivedWords.contains(where: { id.begins(with: "\($0):") }) else { return }
        throw ContentError(problems: [
            .init(
                pointer: "/id",
                detail:
                    "ids that begin with takeBack:, approved:, counted:, wall:, period:, speech: or "
                    + "clock-end: are the server's own")
        ])
    }

    private static func derived(_ word: Text, _ id: Text) -> Text {
        if let own = try? EventBody.id("\(word):\(id)") { return own }
        return "\(word):\(Text(hexadecimal: SHA256.hash(Array(id.utf8))))"
    }
}
