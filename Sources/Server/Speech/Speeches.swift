import Access
import Assets
import Cluster
import History
import LiveRooms
import Logging
import RoomRuntime
import Speech
import Stage
import Texts
import Timeline
import Transport
import Webhooks

/// Speaks the messages of alerts: it runs the command, stores the sound file, and records the speech as an event.
///
/// At most two programs run at once, and at most one for each room. Belongs to the event loop's thread.
final class Speeches: ResultReceiver {
    private let source: SpeechSource
    private let rooms: Rooms
    private let assets: Assets
    private let intake: Intake
    private let logger: Logger
    private let threads: [BackgroundThread]
    private let results: Mailbox<Spoken>
    private let programs = RunningPrograms()
    /// The messages that are being spoken or stored, by room.
    private var inProgress: [Text: AwaitedSpeech] = [:]
    /// The rooms that wait for a free thread, in the order of their turns.
    private var waiting: [Text] = []
    /// The indices of the threads that run no command.
    private var idleThreads: [Int]
    private var faultNanoseconds: UInt64?
    private var cleaningNanoseconds: UInt64 = 0

    private struct Spoken: Sendable {
        let room: Text
        let message: AwaitedSpeech
        let thread: Int
        let file: Result<[UInt8], SpeechFault>
    }

    private static let mostAtOnce = 2
    /// The least time between two log lines about faults of the command.
    private static let faultPauseNanoseconds: UInt64 = 60_000_000_000
    private static let mostSeconds = 60.0
    private static let cleaningPauseNanoseconds: UInt64 = 60_000_000_000

    init(
        _ source: SpeechSource, rooms: Rooms, assets: Assets, intake: Intake, logger: Logger,
        wake: @escaping @Sendable () -> Void
    ) {
        self.source = source
        self.rooms = rooms
        self.assets = assets
        self.intake = intake
        self.logger = logger
        let count = if case .command = source { Self.mostAtOnce } else { 0 }
        threads = (0..<count).map { BackgroundThread(name: "speech-\($0)") }
        idleThreads = Array(threads.indices)
        results = Mailbox(wake: wake)
    }

    var isIdle: Bool { inProgress.isEmpty }

    // MARK: Asking

    /// Starts the speech of the next message in a room. If settings or the source allow no speech, it records a speech
    /// of 0 seconds.
    func speak(in room: LiveRoom) {
        guard !intake.isClosed, room.residency.takesOwnEvents, inProgress[room.name] == nil
        else { return }
        let settings = room.timeline.configuration.speech
        for awaited in room.timeline.base.awaitedSpeeches {
            guard room.pendingEvents[EventID.speech(of: awaited.event)] == nil else { continue }
            guard settings.speaks(worth: awaited.worth), let text = SpokenText(awaited.message)
            else {
                record(nil, of: awaited.event, in: room)
                continue
            }
            switch source {
            case .clients: return
            case .none: record(nil, of: awaited.event, in: room)
            case .command(let command):
                return begin(awaited, text, settings, in: room.name, with: command)
            }
        }
    }

    /// Starts the speeches of all rooms with waiting alerts, for example after a restart. Deletes old speeches.
    func speakDue() {
        for room in rooms.all where room.timeline.base.awaitsSpeech { speak(in: room) }
        let now = LoopTimer.now
        guard now - cleaningNanoseconds > Self.cleaningPauseNanoseconds else { return }
        cleaningNanoseconds = now
        assets.removeOldSpeeches()
    }

    private func begin(
        _ message: AwaitedSpeech, _ text: SpokenText, _ settings: SpeechConfiguration,
        in room: Text, with command: SpeechCommand
    ) {
        guard let thread = idleThreads.popLast() else {
            if !waiting.contains(room) { waiting.append(room) }
            return
        }
        inProgress[room] = message
        let voice = settings.voice(for: text.script.map { Text($0.rawValue) })
        threads[thread].run { [results, programs, speed = settings.wordsPerMinute] in
            let file = command.speak(
                text, voice: voice.string, wordsPerMinute: speed, among: programs)
            results.put(Spoken(room: room, message: message, thread: thread, file: file))
        }
    }

    /// Ends the running programs, before the server ends.
    func stop() { programs.end() }

    // MARK: Results

    func deliver() {
        for spoken in results.takeAll() {
            idleThreads.append(spoken.thread)
            switch spoken.file {
            case .success(let bytes): store(bytes, spoken)
            case .failure(let fault):
                report(fault.detail)
                end(spoken, with: nil)
            }
            startWaiting()
        }
    }

    private func startWaiting() {
        let names = waiting
        waiting = []
        for name in names {
            if let room = rooms.existing(name) { speak(in: room) }
        }
    }

    /// Returns the room if its alert still waits for this message. The room may have been deleted and made again.
    private func room(awaiting spoken: Spoken) -> LiveRoom? {
        guard let room = rooms.existing(spoken.room), room.residency.takesOwnEvents,
            room.timeline.base.awaitedSpeeches.contains(spoken.message)
        else { return nil }
        return room
    }

    private func store(_ bytes: [UInt8], _ spoken: Spoken) {
        guard let room = room(awaiting: spoken) else { return end(spoken, with: nil) }
        do {
            try assets.receiveSpeech(
                bytes, for: spoken.room, mostSeconds: Self.mostSeconds,
                needed: room.timeline.base.speechFiles
            ) { [self] file in
                if file == nil {
                    report("It wrote no WAV or Ogg file of at most 60 seconds that can be stored.")
                }
                end(spoken, with: file)
            }
        } catch {
            report("Its file can't be stored.")
            end(spoken, with: nil)
        }
    }

    private func end(_ spoken: Spoken, with file: (url: Text, seconds: Double)?) {
        inProgress[spoken.room] = nil
        if let room = room(awaiting: spoken) {
            record(file, of: spoken.message.event, in: room)
            // After a refusal, `speakDue` tries again.
            let id = EventID.speech(of: spoken.message.event)
            if room.pendingEvents[id] == nil { return }
        } else if let file, rooms.existing(spoken.room) == nil {
            // In a room that exists, another server's speech may have the same file.
            assets.removeSpeech(file.url, of: spoken.room)
        }
        if let room = rooms.existing(spoken.room) { speak(in: room) }
    }

    private func record(_ file: (url: Text, seconds: Double)?, of event: Text, in room: LiveRoom) {
        let duration = Duration(seconds: file?.seconds ?? 0)
        intake.accept(
            Submission(
                room: room, id: EventID.speech(of: event),
                kind: .speech(of: event, src: file?.url ?? "", duration: duration),
                admission: .server
            ) { _ in })
    }

    private func report(_ detail: String) {
        let now = LoopTimer.now
        if let last = faultNanoseconds, now - last < Self.faultPauseNanoseconds { return }
        faultNanoseconds = now
        logger.warning("a message was not spoken, because of the speech command: \(detail)")
    }
}
