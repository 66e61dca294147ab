public import Stage
import Texts
import Timeline

/// Writes frames in their JSON form for viewers, into a buffer that is reused.
public struct FrameJSON {
    private var fields = Fields()
    private var difference = FrameDifference()

    public init() {}

    /// The last frame written.
    public var bytes: [UInt8] { fields.json.bytes }

    /// Writes all nodes on the stage: `{"type":"frame","seq":1,"time":0,"full":true,"nodes":[…]}`.
    public mutating func writeFull(_ frame: Frame, seq: Int64) {
        open(frame, seq: seq)
        fields.json.raw(",\"full\":true,\"nodes\":[")
        let nodes = frame.nodes.span
        for index in nodes.indices {
            if index > 0 { fields.json.raw(",") }
            write(nodes[index])
        }
        fields.json.raw("]}")
    }

    /// Writes the changes from `shown` to `frame`:
    /// `{"type":"frame","seq":2,"time":62500,"nodes":[{"id":"gifts/0","x":-126}],"removed":[…]}`.
    ///
    /// A new node is whole; a key that a node no longer has is null. If a reader could not derive
    /// the drawing order, the whole frame is written.
    public mutating func writeDelta(_ frame: Frame, from shown: Frame, seq: Int64) {
        difference.find(from: shown, to: frame)
        guard difference.tellsOrder(of: frame) else { return writeFull(frame, seq: seq) }
        open(frame, seq: seq)
        fields.json.raw(",\"nodes\":[")
        fields.separator = ""
        let (nodes, earlier) = (frame.nodes.span, shown.nodes.span)
        for index in nodes.indices {
            if let origin = difference.origins[index] {
                writeChanges(of: nodes[index], since: earlier[origin])
            } else {
                fields.json.raw(fields.separator)
                write(nodes[index])
                fields.separator = ","
            }
        }
        fields.json.raw("]")
        if !difference.removed.isEmpty { writeRemoved(from: shown) }
        fields.json.raw("}")
    }

    private mutating func open(_ frame: Frame, seq: Int64) {
        fields.json.reset()
        fields.json.raw("{\"type\":\"frame\",\"seq\":")
        fields.json.integer(seq)
        fields.json.raw(",\"time\":")
        fields.json.integer(frame.time.microseconds)
    }

    private mutating func write(_ node: Node) {
        fields.json.raw("{\"id\":")
        fields.json.string(node.id)
        fields.json.raw(",\"kind\":\"")
        fields.json.raw(node.kind.name)
        fields.json.raw("\"")
        fields.isWhole = true
        node.writeFields(since: node, to: &fields)
        fields.json.raw("}")
    }

    private mutating func writeChanges(of node: Node, since before: Node) {
        fields.isWhole = false
        fields.unopened = node.id
        node.writeFields(since: before, to: &fields)
        guard fields.unopened == nil else {
            fields.unopened = nil
            return
        }
        fields.json.raw("}")
        fields.separator = ","
    }

    private mutating func writeRemoved(from shown: Frame) {
        fields.json.raw(",\"removed\":[")
        for (index, place) in difference.removed.enumerated() {
            if index > 0 { fields.json.raw(",") }
            fields.json.string(shown.nodes[place].id)
        }
        fields.json.raw("]")
    }
}

extension JSONWriter {
    fileprivate mutating func flourish(_ flourish: Flourish) {
        raw("{\"tier\":")
        integer(Int64(flourish.tier))
        raw(",\"seed\":")
        integer(Int64(flourish.seed))
        raw(",\"born\":")
        integer(flourish.born.microseconds)
        member(",\"popped\":", flourish.popped?.microseconds)
        member(",\"rose\":", flourish.rose?.microseconds)
        member(",\"left\":", flourish.left?.microseconds)
        member(",\"roll\":", flourish.roll.map(Int64.init))
        raw("}")
    }

    private mutating func member(_ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        raw(name)
        integer(value)
    }
}

/// The writer of a node's fields as JSON members.
private struct Fields: FieldWriter {
    var json = JSONWriter()
    /// True to write all fields that the node has, false to write only the changed fields.
    var isWhole = false
    /// The text before the next node.
    var separator: StaticString = ""
    /// The node's ID until its first member is written.
    var unopened: Text?

    private mutating func open(_ key: StaticString) {
        if let id = unopened {
            unopened = nil
            json.raw(separator)
            json.raw("{\"id\":")
            json.string(id)
        }
        json.raw(",\"")
        json.raw(key)
        json.raw("\":")
    }

    mutating func hundredths(_ key: StaticString, _ now: Hundredths, _ before: Hundredths) {
        guard isWhole || now != before else { return }
        open(key)
        json.number(now)
    }

    mutating func thousandths(_ key: StaticString, _ now: Thousandths, _ before: Thousandths) {
        guard isWhole || now != before else { return }
        open(key)
        json.number(now)
    }

    mutating func optional(_ key: StaticString, _ now: Thousandths?, _ before: Thousandths?) {
        write(key, now, before) { $0.number($1) }
    }

    mutating func optional(_ key: StaticString, _ now: Hundredths?, _ before: Hundredths?) {
        write(key, now, before) { $0.number($1) }
    }

    mutating func integer(_ key: StaticString, _ now: Int, _ before: Int) {
        guard isWhole || now != before else { return }
        open(key)
        json.integer(Int64(now))
    }

    mutating func seconds(_ key: StaticString, _ now: Duration, _ before: Duration) {
        guard isWhole || now != before else { return }
        open(key)
        json.number(now.seconds)
    }

    mutating func text(_ key: StaticString, _ now: Text, _ before: Text) {
        guard isWhole || now != before else { return }
        open(key)
        json.string(now)
    }

    mutating func name(_ key: StaticString, _ now: Text?, _ before: Text?) {
        write(key, now, before) { $0.string($1) }
    }

    mutating func flag(_ key: StaticString, _ now: Bool, _ before: Bool) {
        write(key, now ? true : nil, before ? true : nil) { $0.bool($1) }
    }

    mutating func texts(_ key: StaticString, _ now: [Text], _ before: [Text]) {
        guard isWhole || now != before else { return }
        open(key)
        json.list(now, "[", "]") { $0.string($1) }
    }

    mutating func numbers(_ key: StaticString, _ now: [Thousandths]?, _ before: [Thousandths]?) {
        write(key, now, before) { writer, numbers in
            writer.list(numbers, "[", "]") { $0.number($1) }
        }
    }

    mutating func optional(_ key: StaticString, _ now: Int?, _ before: Int?) {
        write(key, now, before) { $0.integer(Int64($1)) }
    }

    mutating func seconds(_ key: StaticString, _ now: Double?, _ before: Double?) {
        write(key, now, before) { $0.number($1) }
    }

    mutating func flourish(_ key: StaticString, _ now: Flourish?, _ before: Flourish?) {
        write(key, now, before) { $0.flourish($1) }
    }

    /// Writes null for a key that the node no longer has; a key that a whole node lacks is left
    /// out.
    private mutating func write<Value: Equatable>(
        _ key: StaticString, _ now: Value?, _ before: Value?,
        _ body: (inout JSONWriter, Value) -> Void
    ) {
        guard isWhole ? now != nil : now != before else { return }
        open(key)
        if let now { body(&json, now) } else { json.raw("null") }
    }
}
