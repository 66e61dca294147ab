public import Stage

/// A line that can't be read.
public struct LineError: Error, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
}

/// A line's event that could not be taken, because something was full.
public struct LineRefused: CustomStringConvertible {
    public let line: Int
    public let refusal: Refusal

    public var description: String { "line \(line): not taken: \(refusal.explanation)" }
}
