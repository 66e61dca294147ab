import Stage
import Texts
import Timeline

/// The table of names that a binary frame may refer to by number, instead of repeating them. They are the names of the
/// readers' frame, node by node and field by field, then the names that the message itself adds.
struct BinaryNames: FieldWriter {
    private var names: [Text] = []
    /// The frame whose names are not collected yet, because most messages need no names.
    private var ungathered: Frame?
    /// The numbers of the first `numberedCount` names, filled by a search among many names.
    private var numbers: [Text: Int] = [:]
    private var numberedCount = 0

    mutating func begin(after shown: Frame?) {
        names.removeAll(keepingCapacity: true)
        if numberedCount > 0 {
            numbers.removeAll(keepingCapacity: true)
            numberedCount = 0
        }
        ungathered = shown
    }

    mutating func end() {
        ungathered = nil
    }

    /// Returns the number of a known name. A new name returns nil and gets the next number.
    mutating func number(of name: Text) -> Int? {
        if let frame = ungathered {
            ungathered = nil
            for node in frame.nodes { node.writeFields(since: node, to: &self) }
        }
        if let number = known(name) { return number }
        names.append(name)
        return nil
    }

    /// Up to this many names are searched one by one.
    private static let few = 16

    private mutating func known(_ name: Text) -> Int? {
        if names.count <= Self.few { return names.firstIndex(of: name) }
        // Of equal names, the first counts.
        for number in numberedCount..<names.count where numbers[names[number]] == nil {
            numbers[names[number]] = number
        }
        numberedCount = names.count
        return numbers[name]
    }

    mutating func name(_ key: StaticString, _ now: Text?, _ before: Text?) {
        if let now { names.append(now) }
    }

    mutating func hundredths(_ key: StaticString, _ now: Hundredths, _ before: Hundredths) {}
    mutating func thousandths(_ key: StaticString, _ now: Thousandths, _ before: Thousandths) {}
    mutating func optional(_ key: StaticString, _ now: Thousandths?, _ before: Thousandths?) {}
    mutating func optional(_ key: StaticString, _ now: Int?, _ before: Int?) {}
    mutating func optional(_ key: StaticString, _ now: Hundredths?, _ before: Hundredths?) {}
    mutating func integer(_ key: StaticString, _ now: Int, _ before: Int) {}
    mutating func seconds(_ key: StaticString, _ now: Duration, _ before: Duration) {}
    mutating func text(_ key: StaticString, _ now: Text, _ before: Text) {}
    mutating func flag(_ key: StaticString, _ now: Bool, _ before: Bool) {}
    mutating func texts(_ key: StaticString, _ now: [Text], _ before: [Text]) {}
    mutating func numbers(
        _ key: StaticString, _ now: [Thousandths]?, _ before: [Thousandths]?
    ) {}
    mutating func seconds(_ key: StaticString, _ now: Double?, _ before: Double?) {}
    mutating func flourish(_ key: StaticString, _ now: Flourish?, _ before: Flourish?) {}
}
