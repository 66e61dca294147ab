import Snapshots
import Stage
import Texts
import Timeline

@testable import Wire

extension Target {
    /// Reads a room's state in either form. The room that it makes must be written so that it can be read again,
    /// and must continue.
    static let snapshot = Target("snapshot", seeds: seeds) { bytes in
        var bytes = bytes
        let form: Int64 = bytes.takeFirst() % 2 == 0 ? 2 : 1
        do throws(SnapshotError) {
            let room = try Snapshot.read(bytes, form: form)
            run(room)
        } catch {
            precondition(!"\(error)".isEmpty, "refused without a reason")
        }
    }

    /// The states of a room with all kinds of events, at several instants.
    private static var seeds: [[UInt8]] {
        var seeds = [
            Array(" {}".utf8),
            Array(#" {"form":2,"config":{},"room":{"now":1000,"held":true}}"#.utf8),
            Array(#"!{"room":{"now":{"microseconds":5}}}"#.utf8),
        ]
        var picture = Picture(of: Configuration())
        for line in Samples.lines {
            picture.feed(Array(line.utf8))
            seeds.append([0] + Snapshot.write(picture.room))
        }
        return seeds
    }

    private static func run(_ read: Room) {
        let written = Snapshot.write(read)
        guard let again = try? Snapshot.read(written, form: Snapshot.form) else {
            fatalError("what was written is not read again")
        }
        precondition(Snapshot.write(again) == written, "read otherwise")
        var room = read
        _ = room.takeMilestones()
        for line in Samples.lines {
            guard let json = try? JSON(parsing: Array(line.utf8)),
                let entry = try? EventLine(json), case .event(let kind) = entry.action
            else { continue }
            room.advance(to: room.now + Duration(microseconds: 700_000))
            let event = Event(seq: 1, id: "e\(entry.at.microseconds)", kind: kind)
            _ = try? room.apply(event, at: room.now)
            var frame = Frame()
            _ = room.sample(into: &frame)
            var writer = FrameJSON()
            writer.writeFull(frame, seq: 1)
            _ = room.overview
        }
        _ = room.byteEstimate
    }
}
