/// The error for a damaged row of the SQLite journal, for example with a wrong checksum or type of a column.
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

/// A `RowFault` with the name of the damaged data.
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
