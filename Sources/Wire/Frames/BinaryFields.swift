import Stage
import Texts
import Timeline

/// Writes the fields of one node in their binary form: a mask that says which are there, and their
/// values.
struct BinaryFields: FieldWriter {
    var buffer = BinaryBuffer()
    /// Whether all fields that the node has are written, or those that changed.
    var isWhole = false
    private var mask: UInt16 = 0
    private var bit: UInt16 = 1
    private var maskPlace = 0
    private var names = BinaryNames()

    /// Begins a message to those that have the frame `shown`.
    mutating func begin(after shown: Frame?) {
        buffer.reset()
        names.begin(after: shown)
    }

    /// Ends the message. (A frame that is still held here could not be written over in place.)
    mutating func end() {
        names.end()
    }

    /// Leaves room for the mask, which is known when the fields have been written.
    mutating func openMask() {
        maskPlace = buffer.bytes.count
        buffer.byte(0)
        buffer.byte(0)
        mask = 0
        bit = 1
    }

    /// Returns whether any field was written.
    mutating func closeMask() -> Bool {
        buffer.set(mask, at: maskPlace)
        return mask != 0
    }

    /// Notes in the mask whether the next field is written; returns that.
    private mutating func notes(_ isWanted: Bool) -> Bool {
        if isWanted { mask |= bit }
        // A sixteenth field leaves none for a seventeenth, which the tests would show.
        bit <<= 1
        return isWanted
    }

    // MARK: Fields

    mutating func hundredths(_ key: StaticString, _ now: Hundredths, _ before: Hundredths) {
        if notes(isWhole || now != before) { buffer.integer(now.units) }
    }

    mutating func thousandths(_ key: StaticString, _ now: Thousandths, _ before: Thousandths) {
        if notes(isWhole || now != before) { buffer.integer(now.units) }
    }

    mutating func optional(_ key: StaticString, _ now: Thousandths?, _ before: Thousandths?) {
        guard notes(isWhole ? now != nil : now != before) else { return }
        if let now { buffer.presentInteger(now.units) } else { buffer.byte(0) }
    }

    mutating func integer(_ key: StaticString, _ now: Int, _ before: Int) {
        if notes(isWhole || now != before) { buffer.integer(Int64(now)) }
    }

    /// Microseconds. The form came after others: its length stands before it.
    mutating func seconds(_ key: StaticString, _ now: Duration, _ before: Duration) {
        guard notes(isWhole || now != before) else { return }
        var value = BinaryBuffer()
        value.natural(UInt64(now.microseconds))
        buffer.natural(UInt64(value.bytes.count))
        for byte in value.bytes { buffer.byte(byte) }
    }

    mutating func text(_ key: StaticString, _ now: Text, _ before: Text) {
        if notes(isWhole || now != before) { buffer.text(now) }
    }

    mutating func name(_ key: StaticString, _ now: Text?, _ before: Text?) {
        guard notes(isWhole ? now != nil : now != before) else { return }
        guard let now else { return buffer.byte(0) }
        if let number = names.number(of: now) {
            buffer.natural(UInt64(number + 2))
        } else {
            buffer.byte(1)
            buffer.text(now)
        }
    }

    mutating func flag(_ key: StaticString, _ now: Bool, _ before: Bool) {
        if notes(isWhole ? now : now != before) { buffer.byte(now ? 1 : 0) }
    }

    mutating func texts(_ key: StaticString, _ now: [Text], _ before: [Text]) {
        guard notes(isWhole || now != before) else { return }
        buffer.natural(UInt64(now.count))
        for text in now { buffer.text(text) }
    }

    mutating func numbers(_ key: StaticString, _ now: [Thousandths]?, _ before: [Thousandths]?) {
        guard notes(isWhole ? now != nil : now != before) else { return }
        guard let now else { return buffer.byte(0) }
        buffer.natural(UInt64(now.count + 1))
        for number in now { buffer.integer(number.units) }
    }
}
