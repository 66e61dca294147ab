public import Texts
public import Timeline

/// The drawable content of the board of leaders in a frame: a sender's row, or the board's title.
public struct LeaderContent: Hashable, Sendable {
    /// The row; nil: the node is the title.
    public var row: Row?
    /// The title's text; nil: the node is a row.
    public var text: Text?

    public struct Row: Hashable, Sendable {
        /// From 1.
        public var place: Int
        public var name: Text
        /// The URL of a picture.
        public var avatar: Text?
        /// The shown sum.
        public var value: Hundredths
        /// The instant at which the row appeared.
        public var born: Instant
        /// The instant at which the place last became smaller; nil: it never did.
        public var rose: Instant?
        /// 0 to 65,535.
        public var seed: Int
    }

    /// A sample row; `FieldTable` lists its fields.
    package static let example = LeaderContent(
        row: Row(place: 1, name: "", value: Hundredths(0), born: .zero, seed: 0))
}
