import Foundation
import GRDB
import GRDBSQLite
import Texts

/// Binds Swift values to the parameters of an SQL statement, in order.
///
/// GRDB's own arguments allocate a box and a closure for each value. This adds half of the time that SQLite
/// itself needs to write the row.
struct Binding {
    fileprivate let statement: SQLiteStatement
    private var place: Int32 = 0
    /// True after a long value, whose copy SQLite would keep until the next use of the statement.
    fileprivate private(set) var hasLongValue = false

    private static let longBytes = 4096

    fileprivate init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    /// Makes SQLite copy the bytes (`SQLITE_TRANSIENT`).
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    mutating func add(_ number: Int64?) {
        place += 1
        if let number {
            sqlite3_bind_int64(statement, place, number)
        } else {
            sqlite3_bind_null(statement, place)
        }
    }

    mutating func add(_ text: Text?) {
        place += 1
        guard var string = text?.string else {
            sqlite3_bind_null(statement, place)
            return
        }
        string.withUTF8 { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(
                    statement, place, $0.baseAddress, Int32(clamping: $0.count), Self.copied)
            }
        }
    }

    mutating func add(_ data: Data) {
        place += 1
        if data.count >= Self.longBytes { hasLongValue = true }
        data.withUnsafeBytes { bytes in
            _ = sqlite3_bind_blob(
                statement, place, bytes.baseAddress, Int32(clamping: bytes.count), Self.copied)
        }
    }

    mutating func add(_ digest: Digest) {
        place += 1
        withUnsafeBytes(of: (digest.first.littleEndian, digest.second.littleEndian)) { bytes in
            _ = sqlite3_bind_blob(
                statement, place, bytes.baseAddress, Int32(bytes.count), Self.copied)
        }
    }
}

extension Database {
    /// Runs a statement that returns no rows; `bind` binds its parameters.
    func run(_ sql: String, _ bind: (inout Binding) -> Void) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        var binding = Binding(statement)
        bind(&binding)
        let isDone = sqlite3_step(statement) == SQLITE_DONE
        let code = sqlite3_reset(statement)
        if binding.hasLongValue { sqlite3_clear_bindings(statement) }
        guard isDone else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }, sql: sql)
        }
    }

    /// Runs `body` in one transaction, which is rolled back if `body` or the commit fails.
    ///
    /// GRDB's own transactions parse their BEGIN and COMMIT statements each time.
    func transact(_ body: (Database) throws -> Void) throws {
        try run("BEGIN IMMEDIATE") { _ in }
        do {
            try body(self)
            // SQLite may have rolled the transaction back by itself.
            guard isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
            try run("COMMIT") { _ in }
        } catch {
            if isInsideTransaction { try? run("ROLLBACK") { _ in } }
            throw error
        }
    }
}
