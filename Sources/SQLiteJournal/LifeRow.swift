import GRDB
import Texts

/// A row of the SQLite table `life`: when an event's item or its alert entered the stage or left it, when
/// the item was first sent to a viewer, or when a moderator hid the message of the alert.
struct LifeRow {
    enum Step: Int64 {
        case entered = 1
        case left = 2
        case sent = 3
        case alertEntered = 4
        case alertLeft = 5
        case messageHidden = 6
    }

    let room: Int64
    let id: Text
    let step: Step
    /// Room time in microseconds; for `sent`, wall time in microseconds since 1970.
    let time: Int64
    /// The reason for leaving.
    let detail: Text?

    private var seal: Seal {
        var seal = Seal()
        seal.add(room)
        seal.add(id)
        seal.add(step.rawValue)
        seal.add(time)
        seal.add(detail)
        return seal
    }

    /// Writes the row. For `sent`, an existing row stays, because the first time counts.
    func write(_ db: Database) throws {
        let sql =
            step == .sent
            ? "INSERT OR IGNORE INTO life VALUES (?, ?, ?, ?, ?, ?)"
            : "INSERT OR REPLACE INTO life VALUES (?, ?, ?, ?, ?, ?)"
        try db.run(sql) {
            $0.add(room)
            $0.add(id)
            $0.add(step.rawValue)
            $0.add(time)
            $0.add(detail)
            $0.add(seal.sum)
        }
    }

    init(room: Int64, id: Text, step: Step, time: Int64, detail: Text? = nil) {
        self.room = room
        self.id = id
        self.step = step
        self.time = time
        self.detail = detail
    }

    init(_ row: Row, room: Int64) throws(RowFault) {
        guard let step = Step(rawValue: try row.integer("step", at: 2)) else {
            throw .wrongType("step", "step")
        }
        self.init(
            room: room, id: try row.text("id", at: 1), step: step,
            time: try row.integer("time", at: 3), detail: try row.textIfAny("detail", at: 4))
        try row.check(seal, at: 5)
    }
}
