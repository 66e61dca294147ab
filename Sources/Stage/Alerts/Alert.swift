import Texts
import Timeline

/// An alert that waits or is shown, with its words, its place in the order, and its speech.
struct Alert: Hashable, Sendable {
    /// The ID of the event.
    let id: Text
    /// The ID of the event that the event shows again; its own ID if it is no replay.
    let original: Text
    /// The name of the rule.
    let rule: Text
    /// The ID of the combo that the gift joined; nil if it joined none.
    let combo: Text?
    /// True if the event is shown by this alert alone.
    let isAlone: Bool
    private let words: AlertTitle
    private(set) var title: Text
    private(set) var message: Text?
    private(set) var amount: Text?
    let senderID: Text?
    let name: Text
    let avatar: Text?
    let image: Text?
    /// 0 to 4.
    let tier: Int
    let seed: Int
    /// 0 to 10¹⁸.
    let worth: Int64
    private let ownDuration: Duration
    /// The rule's sound.
    let sound: Text?
    /// The gift's sound.
    let giftSound: Text?
    /// True if a cue was made for the event before the alert.
    var isHeard: Bool
    private(set) var speech: Speech

    /// The spoken message of an alert.
    enum Speech: Hashable, Sendable {
        /// The alert has no speech.
        case silent
        /// The speech is not known yet. `since` is the instant at which the alert could have started without it; nil
        /// before.
        case awaited(message: Text, since: Instant?)
        case ready(Recording, message: Text)
    }

    /// A recorded speech.
    struct Recording: Hashable, Sendable {
        /// A file of this server.
        let src: Text
        let duration: Duration
    }

    /// The maximum time for which an alert waits for its speech.
    static let longestWait = Duration(seconds: 3)
    /// The time from the start of an alert to its speech.
    static let speechDelay = Duration(seconds: 0.5)
    /// The time that an alert stays on the stage after its speech, including the delay before it.
    private static let margin = Duration(seconds: 1)

    init(_ rule: AlertRule, _ subject: AlertSubject, isAlone: Bool, isHeard: Bool) {
        id = subject.id
        original = subject.original ?? subject.id
        self.rule = rule.name
        combo = isAlone ? nil : subject.combo
        self.isAlone = isAlone
        words = AlertTitle(
            template: rule.title, sender: subject.sender.name, gift: subject.facts.item?.name,
            months: subject.facts.months, kind: subject.facts.kind, title: subject.title)
        amount = subject.amount
        title = words.text(count: subject.facts.count, amount: subject.amount)
        message = rule.showsMessage ? subject.message : nil
        senderID = subject.sender.id
        name = subject.sender.name
        avatar = subject.sender.avatar
        image = rule.image ?? subject.facts.item?.image
        tier = rule.tier ?? subject.tier
        seed = subject.seed
        worth = subject.facts.worth
        ownDuration = rule.duration
        sound = rule.sound
        giftSound = subject.facts.item?.sound
        self.isHeard = isHeard
        speech =
            if rule.speaks, let message = subject.message {
                .awaited(message: message, since: nil)
            } else {
                .silent
            }
    }

    /// Updates the title and the amount after a later gift of the same combo.
    mutating func update(count: Int?, amount: Text?) {
        self.amount = amount
        title = words.text(count: count, amount: amount)
    }

    /// Hides the message of a waiting alert and drops its speech.
    mutating func hideMessage() {
        hideText()
        speech = .silent
    }

    mutating func hideText() { message = nil }

    /// Returns true if the sender is blocked, or if the gift's name or the event's title has a blocked word.
    func isBlocked(by entry: BlockEntries) -> Bool {
        entry.blocks(Person(id: senderID, name: name))
            || [words.gift, words.title].contains { $0.map(entry.blocks) ?? false }
    }

    /// Returns true if the alert shows or speaks a message with a blocked word.
    func hasMessageBlocked(by entry: BlockEntries) -> Bool {
        [message, spokenMessage].contains { $0.map(entry.blocks) ?? false }
    }

    private var spokenMessage: Text? {
        switch speech {
        case .silent: nil
        case .awaited(let message, _), .ready(_, let message): message
        }
    }

    // MARK: Speech

    /// The duration on the stage.
    var duration: Duration {
        guard let recording else { return ownDuration }
        return max(ownDuration, recording.duration + Self.margin)
    }

    /// The message of the awaited speech; nil if the alert waits for no speech.
    var awaitedMessage: Text? { if case .awaited(let message, _) = speech { message } else { nil } }

    /// The recorded speech, once it is known.
    var recording: Recording? {
        if case .ready(let recording, _) = speech { recording } else { nil }
    }

    /// Sets the speech if the alert waits for it. A nil `recording` means that no speech comes.
    mutating func receive(_ recording: Recording?) {
        guard case .awaited(let message, _) = speech else { return }
        speech = recording.map { .ready($0, message: message) } ?? .silent
    }

    /// Begins the wait for the speech, unless it has begun.
    mutating func beginWait(at instant: Instant) {
        if case .awaited(let message, nil) = speech {
            speech = .awaited(message: message, since: instant)
        }
    }

    /// The instant at which the alert may start, with or without its speech: nil if the wait has not begun.
    var readyAt: Instant? {
        switch speech {
        case .silent, .ready: .zero
        case .awaited(_, let since): since.map { $0 + Self.longestWait }
        }
    }
}

extension Alert: Weighed {
    var byteEstimate: Int {
        260 + 2 * id.byteCount + rule.byteCount + combo.byteEstimate + words.byteEstimate
            + title.byteCount + message.byteEstimate + amount.byteEstimate + senderID.byteEstimate
            + name.byteCount
            + avatar.byteEstimate + image.byteEstimate + sound.byteEstimate
            + giftSound.byteEstimate + (recording?.src).byteEstimate + spokenMessage.byteEstimate
            + (original == id ? 0 : original.byteCount)
    }
}

extension Alert: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        state.put("original", original, unless: id)
        state.put("rule", rule)
        state.put("combo", combo)
        state.put("alone", isAlone)
        state.put("words", words)
        state.put("title", title)
        state.put("message", message)
        state.put("amount", amount)
        state.put("sender", senderID)
        state.put("name", name)
        state.put("avatar", avatar)
        state.put("image", image)
        state.put("tier", tier)
        state.put("seed", seed)
        state.put("worth", worth: worth == 0 ? nil : worth)
        state.put("duration", ownDuration)
        state.put("sound", sound)
        state.put("giftSound", giftSound)
        state.put("heard", isHeard)
        switch speech {
        case .silent: break
        case .awaited(let message, let since):
            state.put("speaks", message)
            state.put("since", since)
        case .ready(let recording, let message):
            state.put("spoken", message, unless: self.message)
            state.put("speech", recording.src)
            state.put("speechDuration", recording.duration)
        }
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let rule = state.text("rule"),
            let words: AlertTitle = state.part("words")
        else { return nil }
        self.id = id
        original = state.text("original") ?? id
        self.rule = rule
        self.words = words
        combo = state.text("combo")
        isAlone = state.flag("alone")
        title = state.text("title") ?? ""
        message = state.text("message")
        amount = state.text("amount")
        senderID = state.text("sender")
        name = state.text("name") ?? ""
        avatar = state.text("avatar")
        image = state.text("image")
        tier = state.whole("tier", in: 0...TierThresholds.count, or: 0)
        seed = state.seed("seed")
        worth = state.worth("worth") ?? 0
        let span = Self.shortest...Self.longest
        ownDuration = min(
            max(state.duration("duration") ?? .zero, span.lowerBound), span.upperBound)
        sound = state.text("sound")
        giftSound = state.text("giftSound")
        isHeard = state.flag("heard")
        if let src = state.text("speech") {
            let duration = min(state.duration("speechDuration") ?? .zero, Self.longest)
            speech = .ready(
                Recording(src: src, duration: duration),
                message: state.text("spoken") ?? message ?? "")
        } else if let message = state.text("speaks") {
            speech = .awaited(
                message: message, since: state.has("since") ? state.past("since") : nil)
        } else {
            speech = .silent
        }
    }

    private static let shortest = Duration(seconds: 1)
    private static let longest = Duration(seconds: 60)
}
