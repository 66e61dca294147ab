import Access
import Assets
import Logging
import RoomRuntime
import Speech
import Stage
import Texts
import Timeline
import Transport

/// Speaks the messages of alerts: it runs the command, stores the sound file, and records the speech as an event.
///
/// At most two programs run at once, and one of them for a room. Belongs to the event loop's thread.
final class Speeches: ResultReceiver {
    private let source: SpeechSource
    private let rooms: Rooms
    private let assets: Assets
    private let intake: Intake
    private let logger: Logger
    private let threads: [BackgroundThread]
    private let results: Mailbox<Spoken>
    /// The events whose messages are being spoken or stored, by room.
    private var inProgress: [Text: Text] = [:]
    /// The rooms that wait for a free thread, in the order of their turns.
    private var waiting: [Text] = []
    /// The indices of the threads that run no command.
    private var idleThreads: [Int]
    private var faultNanoseconds: UInt64?

    private struct Spoken: Sendable {
        let room: Text
        let event: Text
        let thread: Int
        let file: Result<[UInt8], SpeechFault>
    }

    private static let mostAtOnce = 2
    /// The least time between two log lines about faults of the command.
    private static let faultPauseNanoseconds: UInt64 = 60_000_000_000
    private static let mostSeconds = 60.0

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
        guard !intake.isClosed else { return }
        for awaited in room.timeline.base.awaitedSpeeches {
            guard room.pendingEvents[EventID.speech(of: awaited.event)] == nil else { continue }
            let settings = room.timeline.configuration.speech
            guard settings.speaks(worth: awaited.worth), let text = SpokenText(awaited.message)
            else {
                record(nil, of: awaited.event, in: room)
                continue
            }
            switch source {
            case .clients: return
            case .none: record(nil, of: awaited.event, in: room)
            case .command(let command):
                return begin(awaited.event, text, settings, in: room.name, with: command)
            }
        }
    }

    /// Starts the speeches of all rooms with waiting alerts, for example after a restart.
    func speakDue() {
        for room in rooms.all where room.timeline.base.awaitsSpeech { speak(in: room) }
    }

    private func begin(
        _ event: Text, _ text: SpokenText, _ settings: SpeechConfiguration, in room: Text,
        with command: SpeechCommand
    ) {
        guard inProgress[room] == nil else { return }
        guard let thread = idleThreads.popLast() else {
            if !waiting.contains(room) { waiting.append(room) }
            return
        }
        inProgress[room] = event
        let voice = settings.voice(for: text.script.map { Text($0.rawValue) })
        threads[thread].run { [results, speed = settings.wordsPerMinute] in
            let file = command.speak(text, voice: voice.string, wordsPerMinute: speed)
            results.put(Spoken(room: room, event: event, thread: thread, file: file))
        }
    }

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

    private func store(_ bytes: [UInt8], _ spoken: Spoken) {
        do {
            try assets.receiveSpeech(bytes, for: spoken.room) { [self] result in
                guard let file = result, file.seconds <= Self.mostSeconds else {
                    report("It wrote no WAV or Ogg file of at most 60 seconds that can be stored.")
                    return end(spoken, with: nil)
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
        guard let room = rooms.existing(spoken.room) else { return }
        if room.timeline.base.awaitedSpeeches.contains(where: { $0.event == spoken.event }) {
            record(file, of: spoken.event, in: room)
        }
        speak(in: room)
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
