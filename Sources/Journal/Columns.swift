import GRDB
import Texts

/// Columns as they were written: SQLite keeps any type in any column, and one that is not what it
/// should be is damage, which GRDB's own subscripts would trap on or read as something else.
extension Row {
    /// A column of another type than it was written with.
    struct WrongType: Error, CustomStringConvertible {
        let column: String
        let type: String
        var description: String { "its \(column) is no \(type)" }
    }

    func integer(_ column: String) throws(WrongType) -> Int64 {
        guard let value = try integerIfAny(column) else {
            throw WrongType(column: column, type: "whole number")
        }
        return value
    }

    func text(_ column: String) throws(WrongType) -> Text {
        guard let value = try textIfAny(column) else {
            throw WrongType(column: column, type: "text")
        }
        return value
    }

    /// Nil where the column is empty.
    func integerIfAny(_ column: String) throws(WrongType) -> Int64? {
        switch (self[column] as DatabaseValue).storage {
        case .null: nil
        case .int64(let value): value
        default: throw WrongType(column: column, type: "whole number")
        }
    }

    /// Nil where the column is empty.
    func textIfAny(_ column: String) throws(WrongType) -> Text? {
        switch (self[column] as DatabaseValue).storage {
        case .null: nil
        case .string(let value): Text(value)
        default: throw WrongType(column: column, type: "text")
        }
    }
}

/// Something in the journal that can't be read.
struct Unreadable: Error, CustomStringConvertible {
    /// What it is, such as `event 2 of room main`.
    let subject: String
    let cause: Row.WrongType
    var description: String { "\(subject): \(cause)" }

    /// Does `read` and says of what its error speaks.
    static func naming<Value>(
        _ subject: @autoclosure () -> String, _ read: () throws(Row.WrongType) -> Value
    ) throws(Unreadable) -> Value {
        do throws(Row.WrongType) {
            return try read()
        } catch {
            throw Unreadable(subject: subject(), cause: error)
        }
    }
}
