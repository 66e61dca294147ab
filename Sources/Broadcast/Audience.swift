import RoomRuntime
import Stage
package import Texts
package import Transport

/// The viewers of one room, with the frames and notices that each was sent.
///
/// A frame is encoded once for all viewers that have the same previous frame and the same form.
package final class Audience {
    // The fields that every frame needs come first, as in `RoomTimeline`.

    package private(set) var viewers: [Viewer] = []
    package var frames = FrameHistory()
    private var encoded = EncodedFrameCache()
    /// The room's `transitions` at the last search for files that will be needed soon.
    var foreseenTransitions: UInt64?
    /// True after the first frame to a viewer that counts, since the server's start.
    var hasBeenServed = false
    /// `isBeingServed` is true while a frame is being sent to many viewers outside of a tick. `isToBeServedAgain` is
    /// true if the newest frame must be sent to all of them after that.
    var isBeingServed = false
    var isToBeServedAgain = false

    /// True if a connected viewer reports that it is visible and counts.
    package var hasVisibleViewer: Bool { visibleCount > 0 }
    private var visibleCount = 0
    /// `voice` is this server's candidate for the room's audio output; nil: no viewer is visible. `speaker` is the
    /// viewer that plays the room's audio; nil: no viewer of this server does.
    package private(set) var voice: Viewer?
    package private(set) var speaker: Viewer?
    /// The candidates for the audio output by their audio priority minus 1, each list with the oldest first.
    private var heard: [[Viewer]] = [[], []]
    /// The number of overlays that are hidden or have not reported that they are visible.
    package var hiddenCount: Int { viewers.count { $0.counts } - visibleCount }
    /// The files that all viewers have been told to load in advance.
    package private(set) var upcomingFiles: [Text] = []
    /// The notices that will be sent to all viewers together.
    package private(set) var notices: [Message] = []
    /// True while a notice is being sent to many viewers.
    package private(set) var isBeingTold = false
    /// The time of the last notice, on the monotonic clock.
    private var toldNanoseconds: UInt64 = 0

    /// The number of the oldest frame that a viewer has.
    var oldestSent: Int64 {
        var oldest = frames.seq
        for viewer in viewers where viewer.sentSeq > 0 { oldest = min(oldest, viewer.sentSeq) }
        return oldest
    }

    package func add(_ viewer: Viewer) {
        viewer.audienceIndex = viewers.count
        viewers.append(viewer)
    }

    package func remove(_ viewer: Viewer) {
        setVisibility(of: viewer, isVisible: false)
        let last = viewers.removeLast()
        guard last !== viewer else { return }
        last.audienceIndex = viewer.audienceIndex
        viewers[viewer.audienceIndex] = last
    }

    /// Updates a viewer's visibility and the number of visible viewers.
    func setVisibility(of viewer: Viewer, isVisible: Bool) {
        guard viewer.isVisible != isVisible else { return }
        viewer.isVisible = isVisible
        if viewer.counts { visibleCount += isVisible ? 1 : -1 }
    }

    /// Chooses the server's candidate for the audio output after a viewer has changed: the oldest active viewer, else
    /// the oldest visible one.
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

    /// Makes the candidate the audio output if `isHeard`; otherwise no viewer of this server is. Returns the viewers
    /// that start or stop playing the audio.
    package func settleSpeaker(isHeard: Bool) -> [(viewer: Viewer, isSpeaker: Bool)] {
        let before = speaker
        speaker = isHeard ? voice : nil
        guard before !== speaker else { return [] }
        let old = before.flatMap { has($0) ? ($0, false) : nil }
        return [old, speaker.map { ($0, true) }].compactMap(\.self)
    }

    /// The index of a viewer among the candidates of its priority, or the index at which to insert it.
    private func place(of viewer: Viewer, _ loudness: Int) -> Int {
        let others = heard[loudness - 1]
        var (low, high) = (0, others.count)
        while low < high {
            let middle = (low + high) / 2
            if others[middle].number < viewer.number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Updates the files that will be needed soon; returns true if the viewers must be told.
    func foresee(_ files: [Text]) -> Bool {
        guard files != upcomingFiles else { return false }
        upcomingFiles = files
        return !files.isEmpty
    }

    private func has(_ viewer: Viewer) -> Bool {
        viewer.audienceIndex < viewers.count && viewers[viewer.audienceIndex] === viewer
    }

    /// Encodes the newest frame for a viewer, and for other viewers with the same previous frame.
    func prepare(for viewer: Viewer, with encoder: FrameEncoder) {
        if !viewer.isBehind, viewer.sentSeq < frames.seq { _ = message(for: viewer, encoder) }
    }

    /// Sends a viewer its notices and then the newest frame. Returns the number of frames sent: 0 or 1.
    func serve(_ viewer: Viewer, with encoder: FrameEncoder) -> Int {
        guard !viewer.isBehind, viewer.sendNotices(), viewer.sentSeq < frames.seq else { return 0 }
        guard viewer.send(message(for: viewer, encoder)) else { return 0 }
        viewer.sentSeq = frames.seq
        viewer.measured.note(frames.newestTime, wanted: viewer.rate)
        return 1
    }

    /// The maximum number of notices that wait. If more come, the oldest is dropped.
    private static let noticeLimit = 16

    /// Adds a notice for all viewers. Returns true if it must be sent now; false if it waits and is sent together with
    /// others.
    package func add(_ notice: Message, atNanoseconds now: UInt64, everyNanoseconds pause: UInt64)
        -> Bool
    {
        if notices.count == Self.noticeLimit { notices.removeFirst() }
        notices.append(notice)
        return notices.count == 1 && !isBeingTold && now >= toldNanoseconds + pause
    }

    /// Puts the waiting notices into the queue of every viewer. They are sent before the next frame.
    func beginTelling() {
        guard let first = notices.first else { return }
        let message = notices.count == 1 ? first : Message(joining: notices)
        notices.removeAll()
        isBeingTold = true
        for viewer in viewers { viewer.enqueue(message) }
    }

    /// Starts the pause before the next notice. It begins after the last send, because sending to thousands of viewers
    /// takes longer than the pause.
    func endTelling(atNanoseconds now: UInt64) {
        isBeingTold = false
        toldNanoseconds = now
    }

    private func message(for viewer: Viewer, _ encoder: FrameEncoder) -> Message {
        encoded.message(of: frames, since: viewer.sentSeq, as: viewer.form, by: encoder)
    }
}
