import GRDB
import Journal

extension JournalError {
    init(opening path: String, _ error: any Error) {
        self.init(error, path: path)
        if case .storage(let code, let message) = self {
            let reason = code == 0 ? message : "\(message) (SQLite \(code))"
            self = .unusable(path: path, reason: reason)
        }
    }

    init(_ error: any Error, path: String) {
        switch error {
        case let error as JournalError: self = error
        case let error as Unreadable: self = .damaged(path: path, reason: "\(error)")
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT:
                self = .damaged(path: path, reason: error.message ?? "it can't be read")
            default:
                self = .storage(
                    code: error.extendedResultCode.rawValue,
                    message: error.message ?? "unknown error")
            }
        default: self = .storage(code: 0, message: "\(path): \(error)")
        }
    }
}
