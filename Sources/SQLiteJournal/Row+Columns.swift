import Foundation
import GRDB
import Texts

/// Reads the columns of a SQLite row with checks of type and range. GRDB's own subscripts would trap on a damaged
/// value, or convert it.
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
