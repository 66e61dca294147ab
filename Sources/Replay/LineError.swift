public import Stage

/// The error for an input line of `simulate` or `import` that can't be read.
public struct LineError: Error, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
}

/// The refusal of a line's event, because the room had no space for it.
public struct LineRefused: CustomStringConvertible {
    public let line: Int
    public let refusal: Refusal

    public var description: String { "line \(line): not taken: \(refusal.explanation)" }
}
