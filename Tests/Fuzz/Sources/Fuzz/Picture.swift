import Stage
import Texts
import Timeline

@testable import Replay
@testable import Wire

/// A room that plays lines of events, and compares its frames in both forms at some instants.
struct Picture {
    /// The largest number of frames, so that one input does not take too long.
    private static let mostFrames = 400

    private var playback: Playback
    private var shown: Frame?
    private var seq: Int64 = 0
    private var json = FrameJSON()
    private var binary = FrameBinary()
    private var fromJSON = JSONNodes()
    private var fromBinary = BinaryNodes()

    /// The room after the last line.
    var room: Room { playback.room }

    init(of configuration: Configuration) {
        playback = Playback(configuration: configuration)
    }

    mutating func feed(_ line: [UInt8]) {
        var room: Room?
        _ = try? playback.feed(line) { before, instant in
            before.advance(to: instant)
            room = before
        }
        if var room { look(at: &room) }
        var after = playback.room
        look(at: &after)
        checkOverview(of: after)
    }

    /// Compares frames until the room rests, or up to the limit.
    mutating func finish() {
        var room = playback.room
        while seq < Self.mostFrames, room.isMoving || room.due != nil {
            let step = room.now + Duration(microseconds: 73_000 + 10_007 * (seq % 40))
            room.advance(to: room.isMoving ? step : room.due ?? step)
            look(at: &room)
        }
    }

    private mutating func look(at room: inout Room) {
        guard seq < Self.mostFrames else { return }
        var frame = Frame()
        room.sample(into: &frame)
        seq += 1
        if let shown, seq % 8 != 1, frame.time >= shown.time {
            json.writeDelta(frame, from: shown, seq: seq)
            binary.writeDelta(frame, seq: seq, from: shown, seq: seq - 1)
        } else {
            json.writeFull(frame, seq: seq)
            binary.writeFull(frame, seq: seq)
        }
        shown = frame
        fromJSON.take(json.bytes)
        fromBinary.take(binary.bytes)
        precondition(fromJSON.nodes == fromBinary.nodes, "two forms, two pictures")
        precondition(fromJSON.nodes.count == frame.nodes.count, "another number of nodes")
    }

    private func checkOverview(of room: Room) {
        var look = LookAhead(room)
        var stepsLeft = 2_000_000
        _ = look.run {
            stepsLeft -= 1
            return stepsLeft > 0
        }
        let overview = OverviewDocument.write(room.overview, expected: look.entries)
        precondition((try? JSON(parsing: overview.encoded)) != nil, "an overview that is no JSON")
    }
}

/// A picture built from JSON frames.
private struct JSONNodes {
    private(set) var nodes: [[UInt8]: [Text: JSON]] = [:]

    mutating func take(_ bytes: [UInt8]) {
        guard let frame = try? JSON(parsing: bytes) else { fatalError("a frame that is no JSON") }
        if frame["full"] == .bool(true) { nodes = [:] }
        if case .array(let removed)? = frame["removed"] {
            for case .string(let id) in removed {
                precondition(nodes.removeValue(forKey: Array(id.utf8)) != nil, "gone twice")
            }
        }
        guard case .array(let changes)? = frame["nodes"] else {
            fatalError("a frame without nodes")
        }
        for change in changes {
            guard case .string(let id)? = change["id"] else { fatalError("a node without an id") }
            var node = nodes[Array(id.utf8)] ?? [:]
            for member in change.members {
                node[member.key] = member.value == .null ? nil : member.value
            }
            nodes[Array(id.utf8)] = node
        }
    }
}
