import ArgumentParser
import Journal
import SQLiteJournal

/// `ovation doctor`: what is wrong with a journal, and what can be saved of it.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look whether a journal is whole, and save what is.",
        discussion: """
            Reads all of it, and says what is altered or gone: the file, the room, the event. The \
            journal itself is never changed, and no server may have it open. --repair writes what \
            is whole to a file beside it, and lists what is not in there.

            Exits 0 where the journal is whole, 64 where it is used wrongly, 65 where it is \
            damaged (also if it could be repaired), 66 where there is none, and 69 where it can't be \
            read at all, or a server has it.
            """)

    @Option(name: .customLong("data"), help: "The directory of the journal.")
    var dataDirectory = "./ovation-data"

    @Flag(help: "Write what is whole to journal.sqlite.repaired.")
    var repair = false

    func run() throws {
        do {
            let doctor = try JournalDoctor(directory: dataDirectory)
            let findings = doctor.examine()
            if findings.isEmpty {
                put("\(dataDirectory)/journal.sqlite is whole.")
                return
            }
            findings.forEach(put)
            if repair { try write(doctor) }
            throw ExitCode(65)
        } catch let error as JournalError {
            complain("\(error)")
            if case .missing = error { throw ExitCode(66) }
            throw ExitCode(69)
        }
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
