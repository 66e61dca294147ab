import Stage

/// An event on its way into a room, and who wants to know what became of it.
struct Submission {
    let room: LiveRoom
    /// The id its sender gave it, which makes it safe to repeat.
    let id: String?
    let kind: Event.Kind
    let completion: (Result<Acceptance, Problem>) -> Void
}

/// What became of a submission that was not refused.
struct Acceptance {
    let receipt: Receipt
    /// The same event had been recorded before; this is the answer it got then.
    let isRepeat: Bool
}
