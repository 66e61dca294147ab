import Stage
import Texts
import Timeline
import Transport

/// Those who watch a room, and what they have been sent.
///
/// A frame is encoded once for all viewers that were last sent the same one in the same form.
final class Audience {
    // What every frame asks for comes first, as in `LiveRoom`.

    private(set) var viewers: [Viewer] = []
    var frames = FrameHistory()
    private var encoded = EncodedFrame()
    /// The room's `transitions` when files that will be needed soon were last looked up.
    var foreseenTransitions: UInt64?
    /// True after the first frame to a viewer that counts, since the server's start.
    var hasBeenServed = false
    /// Whether some are still to be sent a frame that others were, outside of a tick, and whether all
    /// are then to be sent the newest.
    var isBeingServed = false
    var isToBeServedAgain = false

    /// Whether anybody is connected who says that they can see.
    var hasVisibleViewer: Bool { visibleCount > 0 }
    private var visibleCount = 0
    /// The one viewer that would be heard if there were no other server, and the one that is.
    private(set) var voice: Viewer?
    private(set) var speaker: Viewer?
    /// Those that may be heard by their loudness, less one, the oldest first.
    private var heard: [[Viewer]] = [[], []]
    /// How many overlays say that they can't be seen, or have not said that they can.
    var hiddenCount: Int { viewers.count { $0.counts } - visibleCount }
    /// The files that all have been told will be needed soon.
    private(set) var upcomingFiles: [Text] = []
    /// What all are to be told, in a moment.
    private(set) var notices: [Message] = []
    /// Whether some are still to be told what others were.
    private(set) var isBeingTold = false
    /// When they were last told something, on the monotonic clock.
    private var toldNanoseconds: UInt64 = 0

    /// The oldest of the frames that viewers have.
    var oldestSent: Int64 {
        var oldest = frames.seq
        for viewer in viewers where viewer.sentSeq > 0 { oldest = min(oldest, viewer.sentSeq) }
        return oldest
    }

    /// The first instant after all frames that have been shown.
    var earliestInstant: Instant {
        frames.seq == 0 ? .zero : frames.newestTime + Duration(microseconds: 1)
    }

    func add(_ viewer: Viewer) {
        viewer.audienceIndex = viewers.count
        viewers.append(viewer)
    }

    func remove(_ viewer: Viewer) {
        setVisibility(of: viewer, isVisible: false)
        let last = viewers.removeLast()
        guard last !== viewer else { return }
        last.audienceIndex = viewer.audienceIndex
        viewers[viewer.audienceIndex] = last
    }

    /// Notes whether one of the viewers says that it can be seen.
    func setVisibility(of viewer: Viewer, isVisible: Bool) {
        guard viewer.isVisible != isVisible else { return }
        viewer.isVisible = isVisible
        if viewer.counts { visibleCount += isVisible ? 1 : -1 }
    }

    /// Chooses anew after a viewer has changed who would be heard: the oldest that is active, else the oldest
    /// that is visible.
    func settleVoice(of viewer: Viewer) {
        let loudness = has(viewer) ? viewer.loudness : 0
        if viewer.heardLoudness != loudness {
            if viewer.heardLoudness > 0 {
                heard[viewer.heardLoudness - 1].remove(at: place(of: viewer, viewer.heardLoudness))
            }
            if loudness > 0 { heard[loudness - 1].insert(viewer, at: place(of: viewer, loudness)) }
            viewer.heardLoudness = loudness
        }
        voice = heard[1].first ?? heard[0].first
    }

    /// That one is the speaker, unless another server has one that comes before it (`isHeard`). Returns those who
    /// become the speaker or are it no more.
    func settleSpeaker(isHeard: Bool) -> [(viewer: Viewer, isSpeaker: Bool)] {
        let before = speaker
        speaker = isHeard ? voice : nil
        guard before !== speaker else { return [] }
        let old = before.flatMap { has($0) ? ($0, false) : nil }
        return [old, speaker.map { ($0, true) }].compactMap(\.self)
    }

    /// Where a viewer stands, or would stand, among those of a loudness.
    private func place(of viewer: Viewer, _ loudness: Int) -> Int {
        let others = heard[loudness - 1]
        var (low, high) = (0, others.count)
        while low < high {
            let middle = (low + high) / 2
            if others[middle].number < viewer.number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Notes which files will be needed soon; returns whether they are to be told.
    func foresee(_ files: [Text]) -> Bool {
        guard files != upcomingFiles else { return false }
        upcomingFiles = files
        return !files.isEmpty
    }

    private func has(_ viewer: Viewer) -> Bool {
        viewer.audienceIndex < viewers.count && viewers[viewer.audienceIndex] === viewer
    }

    /// Encodes what a viewer lacks, for it and those that lack the same.
    func prepare(for viewer: Viewer, with encoder: FrameEncoder) {
        if !viewer.isBehind, viewer.sentSeq < frames.seq { _ = message(for: viewer, encoder) }
    }

    /// Sends a viewer what it lacks, the newest state first and last. Returns how many frames went
    /// out: 0 or 1.
    func serve(_ viewer: Viewer, with encoder: FrameEncoder) -> Int {
        guard !viewer.isBehind, viewer.sendNotices(), viewer.sentSeq < frames.seq else { return 0 }
        guard viewer.send(message(for: viewer, encoder)) else { return 0 }
        viewer.sentSeq = frames.seq
        viewer.measured.note(frames.newestTime, wanted: viewer.rate)
        return 1
    }

    /// So many notices are kept for all; the oldest is lost if more come in a moment.
    private static let noticeLimit = 16

    /// Adds something that all are to be told which is not a frame. Returns whether they are to be
    /// told now: what follows at once is told in a moment, all in one.
    func add(_ notice: Message, atNanoseconds now: UInt64, everyNanoseconds pause: UInt64) -> Bool {
        if notices.count == Self.noticeLimit { notices.removeFirst() }
        notices.append(notice)
        return notices.count == 1 && !isBeingTold && now >= toldNanoseconds + pause
    }

    /// Lays what all are to be told ready for each; it goes out before any frame.
    func beginTelling() {
        guard let first = notices.first else { return }
        let message = notices.count == 1 ? first : Message(joining: notices)
        notices.removeAll()
        isBeingTold = true
        for viewer in viewers { viewer.enqueue(message) }
    }

    /// All have been told: to tell thousands takes longer than the pause, which begins now.
    func endTelling(atNanoseconds now: UInt64) {
        isBeingTold = false
        toldNanoseconds = now
    }

    private func message(for viewer: Viewer, _ encoder: FrameEncoder) -> Message {
        encoded.message(of: frames, to: viewer.sentSeq, as: viewer.form, by: encoder)
    }
}
