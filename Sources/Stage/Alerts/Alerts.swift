public import Texts
import Timeline

/// The widget that shows alerts, such as those of big gifts and raids, one at a time, each with its message and its
/// speech.
struct Alerts: Widget {
    private var shown: ShownAlert?
    /// The waiting alerts in the order of their arrival, or as users moved them.
    private var waiting: [Alert] = []
    /// The end of the pause after the last alert; nil without a pause.
    private var pauseEnd: Instant?
    /// The instant at which the next alert stops waiting for its speech; nil if none does.
    private var wakesAt: Instant?

    // MARK: Arrivals

    /// Returns true if an alert of this worth would start or wait. `startsAtOnce`: it does not wait for a speech.
    func hasRoom(
        forWorth worth: Int64, startsAtOnce: Bool, in context: RoomContext
    ) -> Bool {
        let configuration = context.configuration.alerts
        guard configuration.enabled else { return false }
        if waiting.count < configuration.queueLimit { return true }
        if startsAtOnce, waiting.isEmpty, mayStart(in: context) { return true }
        guard configuration.order == .worth else { return false }
        return waiting.contains { $0.worth < worth }
    }

    /// Starts or queues an alert and returns the outcome; nil if there is no place for it.
    mutating func receive(
        _ alert: Alert, at instant: Instant, in context: inout RoomContext
    ) -> Outcome? {
        guard
            hasRoom(
                forWorth: alert.worth, startsAtOnce: alert.readyAt != nil, in: context)
        else {
            note(.dropped, of: alert, at: instant, &context)
            return nil
        }
        waiting.append(alert)
        admit(at: instant, in: &context)
        if shown?.alert.id == alert.id { return .shown }
        if waiting.count > context.configuration.alerts.queueLimit {
            dropLast(at: instant, &context)
        }
        let order = context.configuration.alerts.order
        let place = places(by: order).firstIndex { waiting[$0].id == alert.id }
        guard let place else { return nil }
        note(.queued(position: place + 1), of: alert, at: instant, &context)
        return .queued(position: place + 1)
    }

    /// Drops the alert that is the last in the order.
    private mutating func dropLast(at instant: Instant, _ context: inout RoomContext) {
        let last = places(by: context.configuration.alerts.order).last!
        note(.left(.replaced), of: waiting.remove(at: last), at: instant, &context)
    }

    /// Returns the indices of the waiting alerts, the next first.
    private func places(by order: AlertsConfiguration.Order) -> [Int] {
        switch order {
        case .arrival: Array(waiting.indices)
        case .worth:
            waiting.indices.sorted {
                (waiting[$1].worth, $0) < (waiting[$0].worth, $1)
            }
        }
    }

    private func next(by order: AlertsConfiguration.Order) -> Int? {
        switch order {
        case .arrival: waiting.indices.first
        case .worth:
            waiting.indices.max { (waiting[$0].worth, $1) < (waiting[$1].worth, $0) }
        }
    }

    private func mayStart(in context: RoomContext) -> Bool {
        !context.isHeld && shown == nil && pauseEnd == nil
    }

    // MARK: Updates

    /// Updates the titles and amounts of a combo's alerts after a later gift.
    mutating func update(combo: Text, count: Int?, amount: Text?) {
        if shown?.alert.combo == combo { shown!.alert.update(count: count, amount: amount) }
        for index in waiting.indices where waiting[index].combo == combo {
            waiting[index].update(count: count, amount: amount)
        }
    }

    /// Records that a cue was made for an event before its alert.
    mutating func hear(_ event: Text) {
        if let index = index(of: event) { waiting[index].isHeard = true }
    }

    /// Gives a waiting alert its speech. A nil `recording` means that no speech comes. The first speech counts.
    mutating func receive(
        _ recording: Alert.Recording?, of event: Text, at instant: Instant,
        in context: inout RoomContext
    ) {
        guard let index = index(of: event) else { return }
        waiting[index].receive(recording)
        admit(at: instant, in: &context)
    }

    /// Hides the message of the alert on the stage, also in later replays of its event, and stops its speech.
    mutating func hideShownMessage(at instant: Instant, in context: inout RoomContext) {
        if let alert = shown?.alert { hideMessages(of: alert.original, at: instant, in: &context) }
    }

    /// Hides the message of an event in its alert and in the alerts of its replays.
    private mutating func hideMessages(
        of original: Text, at instant: Instant, in context: inout RoomContext
    ) {
        if let alert = shown?.alert, alert.original == original {
            shown!.hideMessage(at: instant, &context)
            noteHiding(of: alert, at: instant, &context)
        }
        for index in waiting.indices where waiting[index].original == original {
            waiting[index].hideMessage()
            noteHiding(of: waiting[index], at: instant, &context)
        }
        admit(at: instant, in: &context)
    }

    /// Records that the message is hidden, for the event of the alert and for the event that it replays.
    private func noteHiding(of alert: Alert, at instant: Instant, _ context: inout RoomContext) {
        note(.messageHidden, of: alert, at: instant, &context)
        guard alert.original != alert.id else { return }
        context.note(.messageHidden, of: alert.original, rule: alert.rule, at: instant)
    }

    /// Hides the message of the alert with this ID, also in later replays of its event, and stops its speech.
    mutating func hideMessage(
        of id: Text, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) {
        let event = Self.event(of: id)
        let alert = shown?.alert.id == event ? shown?.alert : index(of: event).map { waiting[$0] }
        guard let alert else { throw .noSuchAlert(id) }
        hideMessages(of: alert.original, at: instant, in: &context)
    }

    /// Removes the alerts with a blocked sender, gift or title, and hides blocked messages.
    mutating func dropBlocked(
        by entry: BlockEntries, at instant: Instant, in context: inout RoomContext
    ) {
        if let shown {
            let isBlocked = shown.alert.isBlocked(by: entry)
            if isBlocked || shown.alert.hasMessageBlocked(by: entry) {
                self.shown!.hideMessage(at: instant, &context)
            }
            if isBlocked { skip(at: instant, in: &context) }
        }
        for index in waiting.indices.reversed() {
            if waiting[index].isBlocked(by: entry) {
                note(.left(.dismissed), of: waiting.remove(at: index), at: instant, &context)
            } else if waiting[index].hasMessageBlocked(by: entry) {
                waiting[index].hideMessage()
            }
        }
    }

    /// Returns the event's ID for an ID of the event or of the alert's node.
    private static func event(of id: Text) -> Text {
        let prefix: Text = "alert/"
        return id.begins(with: prefix) ? Text(decoding: id.utf8.dropFirst(prefix.byteCount)) : id
    }

    private func index(of event: Text) -> Int? { waiting.firstIndex { $0.id == event } }

    // MARK: The queue

    func waits(_ event: Text) -> Bool { index(of: event) != nil }

    /// Removes an alert from the queue.
    mutating func takeOut(
        _ event: Text, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) {
        guard let index = index(of: event) else { throw .noSuchAlert(event) }
        note(.left(.dismissed), of: waiting.remove(at: index), at: instant, &context)
        admit(at: instant, in: &context)
    }

    /// Moves a waiting alert to `place`, counted from 1, or to the end.
    mutating func move(
        _ event: Text, to place: Int, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) {
        guard context.configuration.alerts.order == .arrival else { throw .alertsInOrderOfWorth }
        guard let index = index(of: event) else { throw .noSuchAlert(event) }
        let alert = waiting.remove(at: index)
        waiting.insert(alert, at: min(place - 1, waiting.count))
        admit(at: instant, in: &context)
    }

    // MARK: Widget

    var isEmpty: Bool { shown == nil && waiting.isEmpty }

    var due: Instant? {
        if let shown { return shown.due }
        if let pauseEnd { return pauseEnd }
        return wakesAt
    }

    func isMoving(at instant: Instant) -> Bool { shown?.fade.isMoving(at: instant) ?? false }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        guard let current = shown else {
            pauseEnd = nil
            return admit(at: instant, in: &context)
        }
        if let speechAt = current.speechAt, speechAt <= instant {
            shown!.speak(at: instant, &context)
        } else if current.fade.isLeaving {
            end(at: instant, context)
        } else {
            shown!.fade.startLeaving()
            note(.left(.played), of: current.alert, at: instant, &context)
        }
    }

    private mutating func end(at instant: Instant, _ context: RoomContext) {
        shown = nil
        pauseEnd = instant + context.configuration.alerts.gap
        wakesAt = nil
    }

    mutating func admit(at instant: Instant, in context: inout RoomContext) {
        wakesAt = nil
        let configuration = context.configuration.alerts
        guard mayStart(in: context), let next = next(by: configuration.order) else { return }
        waiting[next].beginWait(at: instant)
        guard let readyAt = waiting[next].readyAt, readyAt <= instant else {
            wakesAt = waiting[next].readyAt
            return
        }
        let alert = waiting.remove(at: next)
        shown = ShownAlert(alert, at: instant, fade: configuration.fade)
        note(.entered, of: alert, at: instant, &context)
        let giftSound = alert.isHeard ? nil : alert.giftSound
        context.cue(
            .alert, of: alert.id, own: alert.sound ?? giftSound,
            isOfGift: alert.sound == nil && giftSound != nil, at: instant)
    }

    mutating func skip(at instant: Instant, in context: inout RoomContext) {
        guard let current = shown else { return }
        if !current.fade.isLeaving {
            note(.left(.skipped), of: current.alert, at: instant, &context)
        }
        shown!.hush(at: instant, &context)
        shown!.leave(at: instant, fade: context.configuration.alerts.fade)
    }

    /// Makes the alert with this node ID leave.
    mutating func skip(_ node: Text, at instant: Instant, in context: inout RoomContext) {
        if let shown, shown.nodeID == node { skip(at: instant, in: &context) }
    }

    /// Removes the alert of a retracted event at once.
    mutating func takeBack(_ id: Text, at instant: Instant, in context: inout RoomContext) {
        if shown?.alert.id == id {
            remove(at: instant, because: .takenBack, &context)
        } else if let index = index(of: id) {
            note(.left(.takenBack), of: waiting.remove(at: index), at: instant, &context)
            admit(at: instant, in: &context)
        }
    }

    private mutating func remove(
        at instant: Instant, because reason: Milestone.Reason, _ context: inout RoomContext
    ) {
        guard let current = shown else { return }
        if !current.fade.isLeaving { note(.left(reason), of: current.alert, at: instant, &context) }
        shown!.hush(at: instant, &context)
        end(at: instant, context)
    }

    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {
        remove(at: instant, because: reason, &context)
        for alert in waiting { note(.left(reason), of: alert, at: instant, &context) }
        waiting = []
        wakesAt = nil
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.alerts.enabled {
            clear(at: instant, in: &context, because: .disabled)
        }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        if let shown { nodes.append(shown.node(at: instant, context.configuration.alerts)) }
    }

    /// Records a step of an alert. If it alone shows its event, the step is that of the event, too.
    private func note(
        _ step: Milestone.Step, of alert: Alert, at instant: Instant, _ context: inout RoomContext
    ) {
        context.note(step, of: alert.id, rule: alert.rule, at: instant)
        guard alert.isAlone else { return }
        switch step {
        case .entered, .left: context.note(step, of: alert.id, at: instant)
        case .queued, .dropped, .messageHidden: break
        }
    }

    // MARK: Overview

    var byteEstimate: Int { waiting.reduce(shown?.byteEstimate ?? 0) { $0 + $1.byteEstimate } }

    var waitingCount: Int { waiting.count }

    var shownAlert: AlertSummary? { shown.map { AlertSummary($0) } }

    /// Returns the first `most` waiting alerts, the next first.
    func waitingAlerts(_ most: Int, by order: AlertsConfiguration.Order) -> [WaitingAlertSummary] {
        places(by: order).prefix(most).map { index in
            let alert = waiting[index]
            return .init(event: alert.id, rule: alert.rule, title: alert.title)
        }
    }

    /// Returns the files of the next `most` alerts, in the order of their start.
    func upcomingFiles(_ most: Int, by order: AlertsConfiguration.Order) -> [Text] {
        places(by: order).prefix(most).flatMap { index in
            [waiting[index].sound ?? waiting[index].giftSound, waiting[index].recording?.src]
                .compactMap(\.self)
        }
    }

    /// The addresses of the speeches that the shown and the waiting alerts play.
    var speechFiles: Set<Text> {
        var files = Set<Text>()
        if let file = shown?.alert.recording?.src { files.insert(file) }
        waiting.forEachInPlace { alert in
            if let file = alert.recording?.src { files.insert(file) }
        }
        return files
    }

    /// True if an alert waits for its speech.
    var awaitsSpeech: Bool { waiting.containsInPlace { $0.awaitedMessage != nil } }

    /// The messages that waiting alerts wait for, the next first.
    func awaitedSpeeches(by order: AlertsConfiguration.Order) -> [AwaitedSpeech] {
        places(by: order).compactMap { index in
            let alert = waiting[index]
            return alert.awaitedMessage.map {
                AwaitedSpeech(event: alert.id, message: $0, worth: alert.worth)
            }
        }
    }
}

extension Alerts: AddressedWidget {
    mutating func take(
        _ event: Event, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome {
        switch event.kind {
        case .deleteAlert(let id): try takeOut(id, at: instant, in: &context)
        case .moveAlert(let id, let place): try move(id, to: place, at: instant, in: &context)
        case .hideMessage(let id): try hideMessage(of: id, at: instant, in: &context)
        case .speech(let id, let src, let duration):
            let recording = Alert.Recording(src: src, duration: duration)
            receive(duration > .zero ? recording : nil, of: id, at: instant, in: &context)
        default: preconditionFailure("it is for another widget")
        }
        return .applied
    }

    func refusal(of kind: Event.Kind, pending: Int, in context: RoomContext) -> Refusal? {
        switch kind {
        case .deleteAlert(let id): waits(id) ? nil : .noSuchAlert(id)
        case .moveAlert(let id, _):
            context.configuration.alerts.order == .worth
                ? .alertsInOrderOfWorth : waits(id) ? nil : .noSuchAlert(id)
        case .hideMessage(let id):
            waits(Self.event(of: id)) || shown?.alert.id == Self.event(of: id)
                ? nil : .noSuchAlert(id)
        default: nil
        }
    }
}

extension Alerts: Restorable {
    func save(to state: inout StateWriter) {
        state.put("shown", shown)
        state.put("waiting", parts: waiting)
        state.put("pause", pauseEnd)
        state.put("wakes", wakesAt)
    }

    init(_ state: StateReader) {
        shown = state.part("shown")
        for alert: Alert in state.parts("waiting") where index(of: alert.id) == nil {
            waiting.append(alert)
        }
        guard shown == nil else { return }
        pauseEnd = state.future("pause")
        wakesAt = pauseEnd == nil ? state.future("wakes") : nil
    }
}

extension Refusal {
    /// Refuses an event because its alert is not shown and does not wait.
    public static func noSuchAlert(_ id: Text) -> Refusal {
        .missing("No alert of the event \"\(id)\" waits.")
    }

    /// Refuses to move an alert because worth decides their order.
    static let alertsInOrderOfWorth = Refusal.conflict(
        "The alerts wait in the order of their worth. Set alerts.order to \"arrival\" to move them."
    )
}
