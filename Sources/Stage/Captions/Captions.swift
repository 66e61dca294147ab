public import Texts
import Timeline

/// The widget that shows captions, which are texts that appear letter by letter, each slot in a row of its own.
///
/// Pictures are in `docs/widgets.md`, rules for the corner cases in `docs/behaviour.md`.
struct Captions: Widget {
    private var lines = NamedRows<CaptionLine>()

    /// Shows a caption; it replaces the current caption of its slot at once.
    mutating func show(
        _ caption: Caption, id: Text, seq: Int64, at instant: Instant,
        in context: inout RoomContext
    ) throws(Refusal) {
        if let index = lines.index(of: caption.slot) {
            if !lines[index].isFading {
                context.note(.left(.replaced), of: lines[index].id, at: instant)
            }
            lines[index] = CaptionLine(
                caption, id: id, row: lines[index].row, seq: seq, at: instant)
            context.note(.entered, of: id, at: instant)
            return
        }
        if let refusal = refusal(of: caption.slot, pending: 0, in: context) { throw refusal }
        lines.add { CaptionLine(caption, id: id, row: $0, seq: seq, at: instant) }
        context.note(.entered, of: id, at: instant)
    }

    /// Starts the fade-out of the caption in `slot`.
    mutating func delete(
        _ slot: Text, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) {
        guard let index = lines.index(of: slot) else { throw .noSuchCaption(slot) }
        guard !lines[index].isFading else { return }
        startFading(index, at: instant, &context, because: .dismissed)
    }

    private mutating func startFading(
        _ index: Int, at instant: Instant, _ context: inout RoomContext,
        because reason: Milestone.Reason
    ) {
        lines[index].startFading(at: instant)
        context.note(.left(reason), of: lines[index].id, at: instant)
    }

    /// Removes the caption of a retracted event at once.
    mutating func takeBack(_ id: Text, at instant: Instant, in context: inout RoomContext) {
        guard let index = lines.elements.firstIndex(where: { $0.id == id }) else { return }
        if !lines[index].isFading { context.note(.left(.takenBack), of: id, at: instant) }
        lines.remove(at: index)
    }

    func contains(_ slot: Text) -> Bool { lines.contains(slot) }

    /// The maximum bytes of all shown texts together; a full frame contains each text three times.
    static let mostBytes = 32_768
    /// The maximum bytes of one caption's text.
    private static let longest = 16_000

    /// Returns why a caption would be refused; nil if it would not. `pending` counts accepted
    /// captions that are not applied yet.
    func refusal(of caption: Caption, pending: Int, in context: RoomContext) -> Refusal? {
        if let refusal = refusal(of: caption.slot, pending: pending, in: context) {
            return refusal
        }
        let bytes =
            caption.text.byteCount + pending * Self.longest + byteCount(but: caption.slot)
        return bytes <= Self.mostBytes ? nil : .captionsTooLong(limit: Self.mostBytes)
    }

    /// Returns the bytes of the texts that are shown in slots other than `slot`.
    func byteCount(but slot: Text) -> Int {
        lines.elements.reduce(0) { $0 + ($1.slot == slot ? 0 : $1.text.byteCount) }
    }

    var byteEstimate: Int { lines.byteEstimate }

    /// Returns why a caption would find no row for its slot; nil if it finds one. `pending` counts
    /// accepted captions that are not applied yet.
    func refusal(of slot: Text, pending: Int, in context: RoomContext) -> Refusal? {
        let limit = context.configuration.captions.max
        return lines.hasRow(for: slot, pending: pending, limit: limit)
            ? nil : .captionsFull(limit: limit)
    }

    // MARK: Widget

    var due: Instant? { lines.elements.lazy.compactMap(\.due).min() }

    var isEmpty: Bool { lines.isEmpty }

    func isMoving(at instant: Instant) -> Bool {
        lines.elements.containsInPlace { $0.isMoving(at: instant) }
    }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        let due = lines.elements.firstIndex { $0.due.map { $0 <= instant } ?? false }
        guard let index = due else { return }
        if lines[index].isFading {
            lines.remove(at: index)
        } else {
            startFading(index, at: instant, &context, because: .played)
        }
    }

    mutating func admit(at instant: Instant, in context: inout RoomContext) {}
    mutating func skip(at instant: Instant, in context: inout RoomContext) {}

    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {
        for line in lines.elements where !line.isFading {
            context.note(.left(reason), of: line.id, at: instant)
        }
        lines = NamedRows()
    }

    mutating func dropBlocked(
        by entry: BlockEntries, at instant: Instant, in context: inout RoomContext
    ) {
        for index in lines.elements.indices
        where !lines[index].isFading && lines[index].isBlocked(by: entry) {
            startFading(index, at: instant, &context, because: .skipped)
        }
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.captions.enabled {
            clear(at: instant, in: &context, because: .disabled)
        }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        lines.elements.forEachInPlace {
            nodes.append($0.node(at: instant, context.configuration.captions))
        }
    }

    var shown: [CaptionSummary] {
        lines.elements.map { .init(id: $0.id, slot: $0.slot, text: $0.text) }
    }
}

extension Captions: AddressedWidget {
    mutating func take(
        _ event: Event, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome {
        switch event.kind {
        case .caption(let caption, _):
            guard context.configuration.captions.enabled else { return .skipped(.disabled) }
            try show(caption, id: event.id, seq: event.seq, at: instant, in: &context)
            return .shown
        case .deleteCaption(let slot):
            try delete(slot, at: instant, in: &context)
            return .applied
        default: preconditionFailure("it is for another widget")
        }
    }

    func refusal(of kind: Event.Kind, pending: Int, in context: RoomContext) -> Refusal? {
        switch kind {
        case .caption(let caption, _):
            context.configuration.captions.enabled
                ? refusal(of: caption, pending: pending, in: context) : nil
        case .deleteCaption(let slot): contains(slot) ? nil : .noSuchCaption(slot)
        default: nil
        }
    }
}

extension Captions: Restorable {
    func save(to state: inout StateWriter) {
        state.put("lines", parts: lines.elements)
    }

    init(_ state: StateReader) {
        lines = NamedRows(restoring: state.parts("lines"))
    }
}

extension Refusal {
    /// Refuses a caption because `limit` captions are shown already.
    public static func captionsFull(limit: Int) -> Refusal {
        .full("\(limit) captions are shown already.")
    }

    /// Refuses a caption with which the shown captions would have more than `limit` bytes.
    public static func captionsTooLong(limit: Int) -> Refusal {
        .full("The captions that are shown would have more than \(limit) bytes in all.")
    }

    public static func noSuchCaption(_ slot: Text) -> Refusal {
        .missing("No caption is shown in the slot \"\(slot)\".")
    }
}
