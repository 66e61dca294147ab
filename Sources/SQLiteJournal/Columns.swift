import Foundation
import GRDB
import Texts

/// What is wrong with a row: it is not as it was written.
struct RowFault: Error, CustomStringConvertible {
    let description: String

    /// SQLite keeps any type in any column.
    static func wrongType(_ column: String, _ type: String) -> RowFault {
        RowFault(description: "its \(column) is no \(type)")
    }

    static func outOfBounds(_ column: String) -> RowFault {
        RowFault(description: "its \(column) is none that was ever written")
    }

    static let altered = RowFault(description: "its checksum does not agree: it has been altered")
    static let unlinked = RowFault(
        description: "it does not follow the one before: something between is gone")
    static let unfound = RowFault(
        description: "it is not found where it has to be: the file's tree is damaged")
}

/// Columns as they were written: one that is not what it should be is damage, which GRDB's own
/// subscripts would trap on or read as something else.
extension Row {
    /// The value of a column. To look it up by its place is quicker than by its name.
    private func value(_ column: String, _ place: Int?) -> DatabaseValue {
        if let place { self[place] } else { self[column] }
    }

    /// The numbers that are written: adding two of them can't overflow.
    static let numbers: ClosedRange<Int64> = 0...9_007_199_254_740_991

    func integer(
        _ column: String, at place: Int? = nil, in range: ClosedRange<Int64> = numbers
    ) throws(RowFault) -> Int64 {
        guard let value = try integerIfAny(column, at: place, in: range) else {
            throw .wrongType(column, "whole number")
        }
        return value
    }

    func text(_ column: String, at place: Int? = nil) throws(RowFault) -> Text {
        guard let value = try textIfAny(column, at: place) else {
            throw .wrongType(column, "text")
        }
        return value
    }

    func data(_ column: String, at place: Int? = nil) throws(RowFault) -> Data {
        guard case .blob(let data) = value(column, place).storage else {
            throw .wrongType(column, "blob")
        }
        return data
    }

    func digest(_ column: String, at place: Int? = nil) throws(RowFault) -> Digest {
        guard let digest = Digest(try data(column, at: place)) else {
            throw .wrongType(column, "hash")
        }
        return digest
    }

    /// Nil if the column is empty.
    func integerIfAny(
        _ column: String, at place: Int? = nil, in range: ClosedRange<Int64> = numbers
    ) throws(RowFault) -> Int64? {
        switch value(column, place).storage {
        case .null: return nil
        case .int64(let value):
            guard range.contains(value) else { throw .outOfBounds(column) }
            return value
        default: throw .wrongType(column, "whole number")
        }
    }

    /// A checksum: any number.
    func sum(at place: Int? = nil) throws(RowFault) -> Int64? {
        try integerIfAny("sum", at: place, in: .min ... .max)
    }

    /// Nil if the column is empty.
    func textIfAny(_ column: String, at place: Int? = nil) throws(RowFault) -> Text? {
        switch value(column, place).storage {
        case .null: nil
        case .string(let value): Text(value)
        default: throw .wrongType(column, "text")
        }
    }

    /// Throws if the column `sum` is not that of `seal`.
    func check(_ seal: Seal, at place: Int? = nil) throws(RowFault) {
        guard try sum(at: place) == seal.sum else { throw .altered }
    }
}

/// Something in the journal that can't be read.
struct Unreadable: Error, CustomStringConvertible {
    /// What it is, such as `event 2 of room main`.
    let subject: String
    let cause: RowFault
    var description: String { "\(subject): \(cause)" }

    /// Does `read` and says of what its error speaks.
    static func naming<Value>(
        _ subject: @autoclosure () -> String, _ read: () throws(RowFault) -> Value
    ) throws(Unreadable) -> Value {
        do throws(RowFault) {
            return try read()
        } catch {
            throw Unreadable(subject: subject(), cause: error)
        }
    }
}
