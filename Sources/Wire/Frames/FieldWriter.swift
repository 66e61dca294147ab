import Stage
import Texts
import Timeline

/// The interface of a writer of frames in one form, which receives each field of a node with its current and its
/// earlier value.
///
/// Each form of frames has such a writer, and all of them receive the fields from one place
/// (`NodeFields`), so that no two forms can drift apart. For a new node, the earlier values are its
/// own.
protocol FieldWriter {
    mutating func hundredths(_ key: StaticString, _ now: Hundredths, _ before: Hundredths)
    mutating func thousandths(_ key: StaticString, _ now: Thousandths, _ before: Thousandths)
    /// A number that only some nodes of the kind have.
    mutating func optional(_ key: StaticString, _ now: Thousandths?, _ before: Thousandths?)
    /// A number with two decimals that only some nodes of the kind have.
    mutating func optional(_ key: StaticString, _ now: Hundredths?, _ before: Hundredths?)
    mutating func integer(_ key: StaticString, _ now: Int, _ before: Int)
    /// A span of time.
    mutating func seconds(_ key: StaticString, _ now: Duration, _ before: Duration)
    /// A text that belongs to this node only.
    mutating func text(_ key: StaticString, _ now: Text, _ before: Text)
    /// A text that other nodes are likely to have too: a name, or the address of a picture.
    mutating func name(_ key: StaticString, _ now: Text?, _ before: Text?)
    /// True, or absent.
    mutating func flag(_ key: StaticString, _ now: Bool, _ before: Bool)
    mutating func texts(_ key: StaticString, _ now: [Text], _ before: [Text])
    mutating func numbers(_ key: StaticString, _ now: [Thousandths]?, _ before: [Thousandths]?)
    /// A whole number that only some nodes of the kind have, such as a room time in microseconds.
    mutating func optional(_ key: StaticString, _ now: Int?, _ before: Int?)
    /// A number of seconds that only some nodes of the kind have, at least 0.
    mutating func seconds(_ key: StaticString, _ now: Double?, _ before: Double?)
    mutating func flourish(_ key: StaticString, _ now: Flourish?, _ before: Flourish?)
}
