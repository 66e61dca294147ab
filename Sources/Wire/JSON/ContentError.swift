public import Texts

/// What is wrong with the content of a document that is good JSON: every field, not just the first,
/// up to `mostProblems`.
public struct ContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// So many are named, which no person reads to the end: the others are counted.
    public static let mostProblems = 100

    public let problems: [Problem]
    /// How many there are beside `problems`.
    public let unlistedCount: Int

    /// One field and what is wrong with it.
    public struct Problem: Hashable, Sendable {
        /// Where the field is: a JSON pointer (RFC 6901).
        public let pointer: Text
        /// What is wrong and what would be right, for a person.
        public let detail: String

        public init(pointer: Text, detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    public init(problems: [Problem], unlistedCount: Int = 0) {
        self.problems = problems
        self.unlistedCount = unlistedCount
    }

    public var description: String {
        let listed = problems.map {
            "\($0.pointer.isEmpty ? "the document" : $0.pointer.string): \($0.detail)"
        }
        let others = unlistedCount > 0 ? ["and \(unlistedCount) more"] : []
        return (listed + others).joined(separator: "; ")
    }
}
