public import Texts
import Wire

/// Reads access keys, sources and suspensions in the forms of older logs, and returns them as settings with names and
/// values.
public enum FormerSettings {
    public typealias Entry = (name: Text, value: Text)

    /// Returns the setting for an access key, a source, or the ignored deliveries of a source; nil
    /// for an unknown form.
    public static func access(id: Text, digest: [UInt8], details: Text) -> Entry? {
        guard let json = try? JSON(parsing: Array(details.utf8)) else { return nil }
        if case .string(let kind) = json["source"] { return ("source/\(kind)", details) }
        if case .string(let kind) = json["passed"] { return ("passed/\(kind)", details) }
        let digest = JSON.Member("digest", .string(Text(hexadecimal: digest)))
        let value = JSON.object([digest] + json.members)
        return ("key/\(id)", Text(decoding: value.encoded))
    }

    /// Returns the settings for the suspension and the retention of a room.
    public static func standing(details: Text) -> [Entry] {
        guard let json = try? JSON(parsing: Array(details.utf8)) else { return [] }
        return (["suspension", "keepDays"] as [Text]).compactMap { name in
            guard let value = json[name], value != .null else { return nil }
            return (name, Text(decoding: value.encoded))
        }
    }
}
