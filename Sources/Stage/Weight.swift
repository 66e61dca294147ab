import Texts

// What the form of a snapshot (docs/snapshot.md) takes for each thing: its texts, and about as much
// again as its keys and numbers do.

extension Text? {
    fileprivate var weight: Int { self.map { $0.byteCount + 12 } ?? 0 }
}

extension Person: Weighed {
    var byteEstimate: Int { 20 + id.weight + name.byteCount + avatar.weight }
}

extension Present: Weighed {
    var byteEstimate: Int { 20 + id.weight + name.byteCount + image.weight }
}

extension Gift: Weighed {
    var byteEstimate: Int { 40 + sender.byteEstimate + present.byteEstimate }
}

extension Combo: Weighed {
    var byteEstimate: Int { 40 + id.byteCount + sender.byteEstimate + present.byteEstimate }
}

extension TickerCard.Waiting: Weighed {
    var byteEstimate: Int { 10 + id.byteCount + gift.byteEstimate }
}

extension Call: Weighed {
    var byteEstimate: Int { 20 + id.byteCount + person.byteEstimate }
}

extension Caption: Weighed {
    var byteEstimate: Int { 100 + slot.byteCount + text.byteCount }
}

extension Event.Kind {
    /// About how many bytes the event can make a snapshot larger by, and takes in a log.
    public var byteEstimate: Int {
        switch self {
        case .gift(let gift, _): gift.byteEstimate
        case .call(let person, _): 20 + person.byteEstimate
        case .caption(let caption, _): caption.byteEstimate
        case .counter(let name, let update):
            150 + name.byteCount + update.format.prefix.byteCount
                + update.format.suffix.byteCount
        case .configure: 2000
        case .dismiss, .tap, .deleteCounter, .deleteCaption, .deleteCombo, .moveCombo, .control,
            .skip:
            50
        }
    }
}

extension Room {
    /// So many bytes a room may take, about; beyond them it refuses what would make it grow.
    public static let byteLimit = 16 << 20

    /// About how many bytes its snapshot takes, in time that does not depend on how many wait.
    public var byteEstimate: Int { 1150 + widgetBytes }
}
