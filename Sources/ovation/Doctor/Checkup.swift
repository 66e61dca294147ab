import Foundation
import Journal
import SQLiteJournal
import Texts
import Wire

/// The checks of `ovation doctor` beside the journal's integrity, such as its size and age, the clock, the permissions,
/// the disk and the server. Each returns lines with advice about the problems found.
struct Checkup {
    struct Line: Equatable {
        let isFine: Bool
        let text: String

        static func fine(_ text: String) -> Line { Line(isFine: true, text: text) }
        static func look(_ text: String) -> Line { Line(isFine: false, text: text) }
    }

    let directory: String
    let keepDays: Int
    let now: WallTime

    private static let secondMicroseconds: Int64 = 1_000_000
    private static let dayMicroseconds: Int64 = 86_400 * secondMicroseconds

    /// Reports the size of the journal, its age, and how many events are due for deletion.
    func contents(_ doctor: JournalDoctor) -> [Line] {
        guard let facts = doctor.facts() else { return [] }
        var lines: [Line] = [.fine("journal: \(facts.summary)")]
        lines += doctor.notes().map { .look("journal: \($0)") }
        guard let oldest = facts.oldest else { return lines + clock(facts) }
        let age = Units.time(seconds: max(0, since(oldest)))
        lines.append(.fine("oldest event: \(oldest.text), \(age) ago"))
        let limit = WallTime(
            microseconds: now.microseconds - Int64(keepDays) * Self.dayMicroseconds)
        let count = doctor.eventCount(before: limit) ?? 0
        lines.append(
            .fine(
                count == 0
                    ? "to be forgotten: nothing is older than \(keepDays) days"
                    : "to be forgotten: \(count) event\(count == 1 ? "" : "s") of more than "
                        + "\(keepDays) days ago; a server forgets them bit by bit, or keeps them "
                        + "longer with --keep-days"))
        return lines + clock(facts)
    }

    private func since(_ instant: WallTime) -> Int64 {
        (now.microseconds - instant.microseconds) / Self.secondMicroseconds
    }

    /// Compares the wall clock with the time of the journal's last write.
    func clock(_ facts: JournalFacts) -> [Line] {
        guard let written = facts.written else { return [] }
        let seconds = since(written)
        if seconds < -60 {
            return [
                .look(
                    "clock: it says \(now.text), but the journal was written "
                        + "\(Units.time(seconds: -seconds)) after that. Set the clock "
                        + "(timedatectl set-ntp true); until it is right nothing is forgotten")
            ]
        }
        if seconds > 7 * 86_400 {
            return [
                .look(
                    "clock: the journal was last written \(Units.time(seconds: seconds)) ago. If "
                        + "that is so, start the server once with --accept-clock; else set the clock. "
                        + "Until then nothing is forgotten by that time")
            ]
        }
        return [.fine("clock: it agrees with the journal")]
    }

    /// Checks if other users can read the files.
    func permissions() -> [Line] {
        var open: [String] = []
        var owners: Set<uid_t> = []
        for name in ["", "/journal.sqlite", "/journal.sqlite-wal", "/lock", "/admin-key"] {
            var status = stat()
            guard stat(directory + name, &status) == 0 else { continue }
            owners.insert(status.st_uid)
            if status.st_mode & 0o077 != 0 { open.append(directory + name) }
        }
        if owners.count > 1 {
            return [
                .look(
                    "permissions: files in \(directory) belong to different users. Make them the "
                        + "server's: chown -R ovation: \(directory)")
            ]
        }
        if let first = open.first {
            return [
                .look(
                    "permissions: others may read \(first). chmod go= \(open.joined(separator: " "))"
                )
            ]
        }
        return [.fine("permissions: for the server's user alone")]
    }

    /// Checks if the disk has free space.
    func disk() -> [Line] {
        var disk = statvfs()
        guard statvfs(directory, &disk) == 0 else { return [] }
        let free = Int(disk.f_bavail) * Int(disk.f_frsize)
        let all = Int(disk.f_blocks) * Int(disk.f_frsize)
        if free < min(256 << 20, all / 50) {
            return [
                .look(
                    "disk: \(Units.bytes(free)) are free. Once it is full events are refused: make "
                        + "room, or keep events for fewer days (--keep-days)")
            ]
        }
        return [.fine("disk: \(Units.bytes(free)) are free")]
    }

    /// Reports the status of the server that uses the journal. If none runs, checks if a server could have
    /// its port.
    func server(isServed: Bool, port: UInt16, ask: () throws -> JSON) -> [Line] {
        guard isServed else {
            return isFree(port)
                ? [.fine("server: none is running here; port \(port) is free")]
                : [
                    .look(
                        "server: none is running here, and port \(port) is in use by another "
                            + "program. See which: ss -ltnp 'sport = :\(port)', or give the server "
                            + "another --port")
                ]
        }
        guard let answer = try? ask(), case .number(let port) = answer["port"],
            case .string(let version) = answer["version"],
            case .array(let faults) = answer["faults"]
        else {
            return [
                .look(
                    "server: one has this journal, but does not answer. Look at its log, and start "
                        + "it again if it stays so")
            ]
        }
        let running = "server: \(version) runs on port \(Int(port))"
        if faults.isEmpty { return [.fine(running)] }
        return faults.map { fault in
            guard case .string(let text) = fault else { return .look(running) }
            return .look("\(running), and says: \(text)")
        }
    }

    private func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
