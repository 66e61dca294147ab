import Timeline

/// The captions, each slot in a row of its own.
///
/// Source: the CADisplayLink label effects; see `docs/behaviour.md` for where they differ and why.
struct Captions: Widget {
    /// By row.
    private var lines: [CaptionLine] = []

    /// Shows a caption; it takes the place of another in its slot at once.
    mutating func show(
        _ caption: Caption, seq: Int64, at instant: Instant, in conditions: Conditions
    ) throws(Refusal) {
        if let index = index(of: caption.slot) {
            lines[index] = CaptionLine(caption, row: lines[index].row, seq: seq, at: instant)
            return
        }
        let limit = conditions.configuration.captions.max
        guard lines.count < limit else { throw .captionsFull(limit: limit) }
        // Sorted by row, the first that is not in its place leaves the lowest row free.
        let row = lines.indices.first { lines[$0].row != $0 } ?? lines.count
        lines.insert(CaptionLine(caption, row: row, seq: seq, at: instant), at: row)
    }

    /// Fades the caption in `slot` out, from now on.
    mutating func delete(_ slot: String, at instant: Instant) throws(Refusal) {
        guard let index = index(of: slot) else { throw .noSuchCaption(slot) }
        lines[index].startFading(at: instant)
    }

    private func index(of slot: String) -> Int? {
        lines.firstIndex { $0.slot == slot }
    }

    // MARK: Widget

    var due: Instant? { lines.lazy.compactMap(\.due).min() }

    func isMoving(at instant: Instant) -> Bool {
        lines.contains { $0.isMoving(at: instant) }
    }

    mutating func performDue(at instant: Instant, in conditions: Conditions) {
        guard let index = lines.firstIndex(where: { $0.due.map { $0 <= instant } ?? false }) else {
            return
        }
        if lines[index].isFading {
            lines.remove(at: index)
        } else {
            lines[index].startFading(at: instant)
        }
    }

    mutating func admit(at instant: Instant, in conditions: Conditions) {}
    mutating func skip(at instant: Instant, in conditions: Conditions) {}

    mutating func clear() {
        lines = []
    }

    mutating func conform(at instant: Instant, to conditions: Conditions) {
        if !conditions.configuration.captions.enabled { clear() }
    }

    func sample(at instant: Instant, in conditions: Conditions, into nodes: inout [Node]) {
        for line in lines {
            nodes.append(line.node(at: instant, conditions.configuration.captions))
        }
    }
}
