public import Texts

/// What is wrong with the content of a document that is good JSON: every field, not just the first.
public struct ContentError: Error, Hashable, Sendable, CustomStringConvertible {
    public let problems: [Problem]

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

    public init(problems: [Problem]) {
        self.problems = problems
    }

    public var description: String {
        problems.map { "\($0.pointer.isEmpty ? "the document" : $0.pointer.string): \($0.detail)" }
            .joined(separator: "; ")
    }
}
