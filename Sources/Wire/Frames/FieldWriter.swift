import Stage
import Texts
import Timeline

/// Takes the fields of a node, each with its value of now and of before, and writes those that are
/// wanted in some form.
///
/// Every form in which frames are sent is such a writer, and what it is given comes from one place
/// (`NodeFields`), so that no two forms can drift apart. A new node is given as its own past.
protocol FieldWriter {
    mutating func hundredths(_ key: StaticString, _ now: Hundredths, _ before: Hundredths)
    mutating func thousandths(_ key: StaticString, _ now: Thousandths, _ before: Thousandths)
    /// A number that only some nodes of the kind have.
    mutating func optional(_ key: StaticString, _ now: Thousandths?, _ before: Thousandths?)
    mutating func integer(_ key: StaticString, _ now: Int, _ before: Int)
    /// A span of time.
    mutating func seconds(_ key: StaticString, _ now: Duration, _ before: Duration)
    /// A text of this node's own.
    mutating func text(_ key: StaticString, _ now: Text, _ before: Text)
    /// A text that others are likely to have too: a name, the address of a picture.
    mutating func name(_ key: StaticString, _ now: Text?, _ before: Text?)
    /// True, or absent.
    mutating func flag(_ key: StaticString, _ now: Bool, _ before: Bool)
    mutating func texts(_ key: StaticString, _ now: [Text], _ before: [Text])
    mutating func numbers(_ key: StaticString, _ now: [Thousandths]?, _ before: [Thousandths]?)
}
