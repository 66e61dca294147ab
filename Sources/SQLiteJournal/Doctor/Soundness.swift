import Foundation
import GRDB
import Journal

/// Everything that is wrong with a journal's file, a line each.
enum Soundness {
    /// The versions whose rows have checksums.
    static let readable = FirstSchema.version + 1...Schema.version

    /// Nothing if the journal is sound. `isServed`: a server may be writing it; what is read is as it
    /// was at one moment.
    static func findings(in path: String, isServed: Bool = false) -> [String] {
        do {
            var configuration = GRDB.Configuration()
            configuration.readonly = isServed
            configuration.busyMode = .timeout(2)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            // No transaction for what nobody writes: a damaged file does not end one.
            return try isServed ? queue.read(findings) : queue.unsafeRead(findings)
        } catch {
            return [told(error)]
        }
    }

    private static func findings(_ db: Database) throws -> [String] {
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
            return ["it is no journal"]
        }
        var findings = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter {
            !$0.utf8.elementsEqual("ok".utf8)
        }
        let version = try version(of: db)
        guard readable.contains(version) else { return findings }
        do {
            try Verification(db: db, version: version, report: { findings.append("\($0)") }).run()
        } catch {
            findings.append(told(error))
        }
        return findings
    }

    static func version(of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    static func told(_ error: any Error) -> String {
        switch error {
        case JournalError.damaged(let path, let reason): "\(path): \(reason)"
        case let error as DatabaseError: error.message ?? "\(error)"
        default: "\(error)"
        }
    }
}
