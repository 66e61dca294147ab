import Access
import ArgumentParser
import Journal
import RedisJournal
import SQLiteJournal
import Server
import Texts
import Wire

/// The command `ovation doctor`, which checks a journal, gives advice, and saves the undamaged part of a damaged
/// journal.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a journal, and save the intact part of a damaged one.",
        discussion: """
            Reads the whole journal, and reports damaged and missing files, rooms and events; then its \
            size and age, the events that would be deleted, the server that uses it, and whether \
            permissions, clock and disk are right. A line about a problem begins with "!" and says \
            what to do. The journal is never changed, and a server may have it open. --repair writes \
            the intact part to a file beside the journal, and lists the missing parts; the server must \
            be stopped.

            With --redis, reads the log that servers share, and reports its damaged and missing parts.

            Exits 0 if the journal is whole, 64 after wrong arguments, 65 if it is damaged (also if it \
            could be repaired), 66 if there is no journal, and 69 if it can't be read at all, or if \
            --repair is given while a server has it open.
            """)

    @Option(name: .customLong("data"), help: "The directory of the journal.")
    var dataDirectory = "./ovation-data"

    @Option(
        name: .customLong("redis"),
        help: "Check the log that servers share: redis://[:password@]host[:port][/prefix].",
        transform: RedisOption.address)
    var address: RedisAddress?

    @Flag(help: "Write the intact part to journal.sqlite.repaired.")
    var repair = false

    @Option(help: "The server's --port, to see whether it is free.")
    var port: UInt16 = 8080

    @Option(help: "The server's --keep-days, to see which events would be deleted.")
    var keepDays = 30

    func validate() throws {
        if repair, address != nil {
            throw ValidationError(
                "--repair is for a file: Redis has files of its own.")
        }
    }

    func run() throws {
        do {
            if let address { return try look(at: address) }
            let doctor = try JournalDoctor(directory: dataDirectory)
            let findings = doctor.examine()
            if findings.isEmpty { put("  \(dataDirectory)/journal.sqlite is whole.") }
            for finding in findings { put("! \(finding)") }
            for line in checkup(doctor) { put((line.isFine ? "  " : "! ") + line.text) }
            if findings.isEmpty { return }
            if repair {
                try write(doctor)
            } else {
                put(
                    """

                    Put a backup in its place (ovation restore), or see with --repair what can be \
                    saved.
                    """)
            }
            throw ExitCode(65)
        } catch let error as JournalError {
            complain("\(error)")
            if case .missing = error { throw ExitCode(66) }
            throw ExitCode(69)
        }
    }

    private func look(at address: RedisAddress) throws {
        let checkup = try SharedCheckup(RedisHistory(address))
        for finding in checkup.findings { put("! \(finding)") }
        put("  rooms: \(checkup.roomCount), with \(checkup.eventCount) events that were read")
        put("  files: \(checkup.fileCount), with \(checkup.fileByteCount) bytes")
        if !checkup.findings.isEmpty { throw ExitCode(65) }
        put("  \(address) is whole.")
    }

    private func checkup(_ doctor: JournalDoctor) -> [Checkup.Line] {
        let checkup = Checkup(directory: dataDirectory, keepDays: keepDays, now: .now)
        return checkup.contents(doctor)
            + checkup.server(isServed: doctor.isServed, port: port) {
                let question = JSON.object([.init("do", .string("status"))]).encoded
                return try JSON(parsing: LocalSocket.ask(question, in: dataDirectory))
            } + checkup.permissions() + checkup.disk()
    }

    private func write(_ doctor: JournalDoctor) throws {
        let lost = try doctor.repair()
        put("")
        put("What is whole is in \(doctor.repairedPath). What is not in there:")
        for line in lost.isEmpty ? ["nothing"] : lost { put("  " + line) }
        put(
            """

            To go on with it, move journal.sqlite, journal.sqlite-wal and journal.sqlite-shm away
            and give it the name journal.sqlite.
            """)
    }

    private func put(_ line: String) {
        StandardStream.write(Array((line + "\n").utf8))
    }
}
