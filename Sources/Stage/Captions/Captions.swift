public import Texts
import Timeline

/// The captions, each slot in a row of its own.
///
/// Source: the CADisplayLink label effects; see `docs/behaviour.md` for where they differ and why.
struct Captions: Widget {
    /// By row.
    private var lines: [CaptionLine] = []

    /// Shows a caption; it takes the place of another in its slot at once.
    mutating func show(
        _ caption: Caption, id: Text, seq: Int64, at instant: Instant,
        in context: inout RoomContext
    ) throws(Refusal) {
        if let index = index(of: caption.slot) {
            if !lines[index].isFading {
                context.note(.left(.replaced), of: lines[index].id, at: instant)
            }
            lines[index] = CaptionLine(
                caption, id: id, row: lines[index].row, seq: seq, at: instant)
            context.note(.entered, of: id, at: instant)
            return
        }
        if let refusal = refusal(of: caption.slot, pending: 0, in: context) { throw refusal }
        // Sorted by row, the first that is not in its place leaves the lowest row free.
        let row = lines.indices.first { lines[$0].row != $0 } ?? lines.count
        lines.insert(CaptionLine(caption, id: id, row: row, seq: seq, at: instant), at: row)
        context.note(.entered, of: id, at: instant)
    }

    /// Fades the caption in `slot` out, from now on.
    mutating func delete(
        _ slot: Text, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) {
        guard let index = index(of: slot) else { throw .noSuchCaption(slot) }
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

    func contains(_ slot: Text) -> Bool { index(of: slot) != nil }

    /// So many bytes the texts of all that are shown may have: a full frame has them three times.
    static let mostBytes = 32_768
    /// No caption is longer.
    private static let longest = 16_000

    /// Whether a caption that is sent would be refused, while `pending` others are on their way.
    func refusal(of caption: Caption, pending: Int, in context: RoomContext) -> Refusal? {
        if let refusal = refusal(of: caption.slot, pending: pending, in: context) {
            return refusal
        }
        var bytes = caption.text.byteCount + pending * Self.longest
        for line in lines where line.slot != caption.slot { bytes += line.text.byteCount }
        return bytes <= Self.mostBytes ? nil : .captionsTooLong(limit: Self.mostBytes)
    }

    var byteEstimate: Int { lines.reduce(0) { $0 + $1.byteEstimate } }

    /// Whether one of this slot would be refused, while `pending` others are on their way.
    func refusal(of slot: Text, pending: Int, in context: RoomContext) -> Refusal? {
        let limit = context.configuration.captions.max
        return lines.count + pending < limit || contains(slot) ? nil : .captionsFull(limit: limit)
    }

    private func index(of slot: Text) -> Int? {
        lines.firstIndex { $0.slot == slot }
    }

    // MARK: Widget

    var due: Instant? { lines.lazy.compactMap(\.due).min() }

    var isEmpty: Bool { lines.isEmpty }

    func isMoving(at instant: Instant) -> Bool {
        lines.contains { $0.isMoving(at: instant) }
    }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        guard let index = lines.firstIndex(where: { $0.due.map { $0 <= instant } ?? false }) else {
            return
        }
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
        for line in lines where !line.isFading {
            context.note(.left(reason), of: line.id, at: instant)
        }
        lines = []
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.captions.enabled {
            clear(at: instant, in: &context, because: .disabled)
        }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        for line in lines {
            nodes.append(line.node(at: instant, context.configuration.captions))
        }
    }

    var shown: [Overview.ShownCaption] {
        lines.map { .init(id: $0.id, slot: $0.slot, text: $0.text) }
    }
}

extension Captions: Restorable {
    func save(to state: inout StateWriter) {
        state.put("lines", parts: lines)
    }

    init(_ state: StateReader) {
        for line: CaptionLine in state.parts("lines").sorted(by: { $0.row < $1.row })
        where line.row != lines.last?.row && !contains(line.slot) {
            lines.append(line)
        }
    }
}

extension Refusal {
    /// `limit` captions are shown already.
    public static func captionsFull(limit: Int) -> Refusal {
        .full("\(limit) captions are shown already.")
    }

    /// The captions that are shown would have more than `limit` bytes in all.
    public static func captionsTooLong(limit: Int) -> Refusal {
        .full("The captions that are shown would have more than \(limit) bytes in all.")
    }

    public static func noSuchCaption(_ slot: Text) -> Refusal {
        .missing("No caption is shown in the slot \"\(slot)\".")
    }
}
