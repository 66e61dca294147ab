import Foundation
import GRDB
import Texts

/// The error for a row of the journal that is not as it was written, such as a column of the wrong type.
struct RowFault: Error, CustomStringConvertible {
    let description: String

    /// A column has a value of another type, which SQLite permits.
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

/// Reads columns with checks of type and range. A wrong value is damage, which GRDB's own subscripts would trap on
/// or convert.
extension Row {
    /// Returns the value of a column. The lookup by index is faster than the one by name.
    private func value(_ column: String, _ place: Int?) -> DatabaseValue {
        if let place { self[place] } else { self[column] }
    }

    /// The range of stored numbers. The sum of two of them cannot overflow.
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

    /// Returns nil if the column is empty.
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

    /// Reads the checksum of a row, which can be any number.
    func sum(at place: Int? = nil) throws(RowFault) -> Int64? {
        try integerIfAny("sum", at: place, in: .min ... .max)
    }

    /// Returns nil if the column is empty.
    func textIfAny(_ column: String, at place: Int? = nil) throws(RowFault) -> Text? {
        switch value(column, place).storage {
        case .null: nil
        case .string(let value): Text(value)
        default: throw .wrongType(column, "text")
        }
    }

    /// Throws if the column `sum` differs from the checksum of `seal`.
    func check(_ seal: Seal, at place: Int? = nil) throws(RowFault) {
        guard try sum(at: place) == seal.sum else { throw .altered }
    }
}

/// An error for data in the journal that cannot be read.
struct Unreadable: Error, CustomStringConvertible {
    /// The name of the data, such as `event 2 of room main`.
    let subject: String
    let cause: RowFault
    var description: String { "\(subject): \(cause)" }

    /// Runs `read`, and adds the subject to its error.
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
