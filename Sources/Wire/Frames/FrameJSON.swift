public import Stage
import Timeline

/// Frames in their JSON form.
extension JSONWriter {
    /// Writes everything on the stage:
    /// `{"type":"frame","seq":1,"time":0,"full":true,"nodes":[…]}`.
    public mutating func fullFrame(_ frame: Frame, seq: Int64) {
        openFrame(frame, seq: seq)
        raw(",\"full\":true,\"nodes\":")
        list(frame.nodes, "[", "]") { writer, node in writer.node(node) }
        raw("}")
    }

    /// Writes what of `frame` differs from `shown`:
    /// `{"type":"frame","seq":2,"time":62500,"nodes":[{"id":"gifts/0","x":-126}],"removed":[…]}`.
    ///
    /// A new node stands whole; a key that a node no longer has is null. Returns whether anything
    /// differs; where nothing does, nothing is written.
    public mutating func deltaFrame(_ frame: Frame, from shown: Frame, seq: Int64) -> Bool {
        let difference = FrameDifference(from: shown, to: frame)
        if difference.isEmpty { return false }
        openFrame(frame, seq: seq)
        raw(",\"nodes\":")
        list(difference.changed, "[", "]") { writer, change in
            if let before = change.before {
                writer.changes(from: before, to: change.now)
            } else {
                writer.node(change.now)
            }
        }
        if !difference.removed.isEmpty {
            raw(",\"removed\":")
            list(difference.removed, "[", "]") { writer, id in writer.string(id) }
        }
        raw("}")
        return true
    }

    private mutating func openFrame(_ frame: Frame, seq: Int64) {
        raw("{\"type\":\"frame\",\"seq\":")
        integer(seq)
        raw(",\"time\":")
        integer(frame.time.microseconds)
    }

    private mutating func node(_ node: Node) {
        let layout = node.layout
        raw("{\"id\":")
        string(node.id)
        raw(",\"kind\":\"")
        raw(layout.kind)
        raw("\"")
        for field in layout.fields {
            if let value = field.value(node) { member(field.key, value) }
        }
        raw("}")
    }

    private mutating func changes(from before: Node, to now: Node) {
        raw("{\"id\":")
        string(now.id)
        for field in now.layout.fields {
            let value = field.value(now)
            if value != field.value(before) { member(field.key, value) }
        }
        raw("}")
    }

    private mutating func member(_ key: StaticString, _ value: Field.Value?) {
        raw(",\"")
        raw(key)
        raw("\":")
        switch value {
        case .hundredths(let number): self.number(number)
        case .thousandths(let number): self.number(number)
        case .integer(let integer): self.integer(Int64(integer))
        case .text(let text): string(text)
        case .flag: raw("true")
        case .texts(let texts): list(texts, "[", "]") { $0.string($1) }
        case .thousandthsList(let numbers): list(numbers, "[", "]") { $0.number($1) }
        case nil: raw("null")
        }
    }
}
