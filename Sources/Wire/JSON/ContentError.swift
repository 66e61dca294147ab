public import Texts

/// The problems with the content of a valid JSON document, with every wrong field and not just the first, up to
/// `mostProblems`.
public struct ContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The maximum number of named problems; more problems are only counted.
    public static let mostProblems = 100

    public let problems: [Problem]
    /// The number of problems that are not in `problems`.
    public let unlistedCount: Int

    /// One field and the problem with it.
    public struct Problem: Hashable, Sendable {
        /// The place of the field: a JSON pointer (RFC 6901).
        public let pointer: Text
        /// The problem and its solution, in words for a person.
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
