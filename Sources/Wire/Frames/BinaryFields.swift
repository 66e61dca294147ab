import Stage
import Texts
import Timeline

/// Writes a node's fields in the binary form of frames, as a mask of the fields that are present, and their values.
struct BinaryFields: FieldWriter {
    var buffer = BinaryBuffer()
    /// True to write all fields that the node has, false to write only the changed fields.
    var isWhole = false
    private var mask: UInt16 = 0
    private var bit: UInt16 = 1
    private var maskPlace = 0
    private var names = BinaryNames()

    /// Begins a message to readers that have the frame `shown`.
    mutating func begin(after shown: Frame?) {
        buffer.reset()
        names.begin(after: shown)
    }

    /// Ends the message and releases the frame, so that the frame can be overwritten in place.
    mutating func end() {
        names.end()
    }

    /// Reserves the bytes of the mask, which is complete once the fields are written.
    mutating func openMask() {
        maskPlace = buffer.bytes.count
        buffer.byte(0)
        buffer.byte(0)
        mask = 0
        bit = 1
    }

    /// Writes the mask; returns true if a field was written.
    mutating func closeMask() -> Bool {
        buffer.set(mask, at: maskPlace)
        return mask != 0
    }

    /// Records in the mask if the next field is written, and returns `isWanted`.
    private mutating func notes(_ isWanted: Bool) -> Bool {
        if isWanted { mask |= bit }
        // The mask has 16 bits; the tests would show a seventeenth field.
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

    /// Writes microseconds. This form is newer than the first forms, so its length comes before it,
    /// with which old readers can skip it.
    mutating func seconds(_ key: StaticString, _ now: Duration, _ before: Duration) {
        guard notes(isWhole || now != before) else { return }
        withLength { $0.natural(UInt64(now.microseconds)) }
    }

    /// Writes a value behind its length.
    private mutating func withLength(_ write: (inout BinaryBuffer) -> Void) {
        var value = BinaryBuffer()
        write(&value)
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

    mutating func optional(_ key: StaticString, _ now: Int?, _ before: Int?) {
        guard notes(isWhole ? now != nil : now != before) else { return }
        guard let now else { return buffer.byte(0) }
        withLength { $0.integer(Int64(now)) }
    }

    mutating func seconds(_ key: StaticString, _ now: Double?, _ before: Double?) {
        guard notes(isWhole ? now != nil : now != before) else { return }
        guard let now else { return buffer.byte(0) }
        // A clock shows no time near the largest value.
        let microseconds = min((now * 1e6).rounded(), 0x1p62)
        withLength { $0.natural(UInt64(microseconds)) }
    }

    mutating func optional(_ key: StaticString, _ now: Hundredths?, _ before: Hundredths?) {
        guard notes(isWhole ? now != nil : now != before) else { return }
        guard let now else { return buffer.byte(0) }
        withLength { $0.integer(now.units) }
    }

    mutating func flourish(_ key: StaticString, _ now: Flourish?, _ before: Flourish?) {
        guard notes(isWhole ? now != nil : now != before) else { return }
        guard let now else { return buffer.byte(0) }
        withLength { value in
            value.byte(UInt8(now.tier))
            value.natural(UInt64(now.seed))
            value.natural(UInt64(now.born.microseconds))
            let instants = [now.popped, now.rose, now.left]
            var parts = UInt8(0)
            for (bit, instant) in instants.enumerated() where instant != nil { parts |= 1 << bit }
            if now.roll != nil { parts |= 8 }
            value.byte(parts)
            for case let instant? in instants {
                value.integer((instant - now.born).microseconds)
            }
            if let roll = now.roll { value.natural(UInt64(roll)) }
        }
    }
}
