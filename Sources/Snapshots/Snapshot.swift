public import Stage
import Texts
import Wire

/// A room's whole state as bytes: `docs/snapshot.md`.
///
/// A JSON document of the form's number, the configuration as the API has it, and the room's state.
/// The form has no keys that must be there: one that is missing has its default, one that is not
/// known is passed over. So a snapshot of any earlier form is read for ever.
public enum Snapshot {
    /// The form in which snapshots are written.
    public static let form: Int64 = 2

    /// Forms that can be read; 1 is that of version 0.1.
    public static let readable: ClosedRange<Int64> = 1...2

    /// The bytes of a room.
    public static func write(_ room: Room) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"form\":")
        writer.integer(form)
        writer.raw(",\"config\":")
        writer.value(ConfigurationDocument.write(room.configuration))
        writer.raw(",\"room\":")
        writer.state(room.state)
        writer.raw("}")
        return writer.bytes
    }

    /// The room of these bytes, which were written in the form of this number.
    public static func read(_ bytes: [UInt8], form: Int64) throws(SnapshotError) -> Room {
        guard readable.contains(form) else { throw .unknownForm(form) }
        var document: JSON
        do throws(JSONSyntaxError) {
            document = try JSON(parsing: bytes)
        } catch {
            throw .unreadable("\(error)")
        }
        if form == 1 { document = FirstForm.converted(document) }
        guard case .object? = document["room"] else { throw .unreadable("it has no room") }
        let configuration = ConfigurationDocument.recall(document["config"] ?? .object([]))
        return Room(
            configuration: configuration, state: document["room"]?.state ?? .fields([]))
    }
}

/// Why some bytes are no snapshot.
public enum SnapshotError: Error, Hashable, CustomStringConvertible {
    /// A newer version wrote it.
    case unknownForm(Int64)
    case unreadable(String)

    public var description: String {
        switch self {
        case .unknownForm(let form): "this version does not know the form \(form)"
        case .unreadable(let reason): reason
        }
    }
}
