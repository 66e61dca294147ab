public import Stage
import Texts
import Wire

/// Writes a room's whole state as a JSON document, the snapshot (`docs/snapshot.md`), and reads it again.
///
/// The document has the number of the form, the configuration in the form of the API, and the room's
/// state under `room`, the only required key. Other missing keys have their defaults,
/// and unknown keys are ignored. So snapshots of all earlier forms stay readable.
public enum Snapshot {
    /// The form of new snapshots.
    public static let form: Int64 = 2

    /// The readable forms; 1 is the form of version 0.1.
    public static let readable: ClosedRange<Int64> = 1...2

    /// Returns the snapshot of a room.
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

    /// Restores the room from a snapshot in this form. Throws if the form is not known or the bytes
    /// are not a snapshot.
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

/// The reason why bytes are not a readable snapshot.
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
