public import Journal
public import Texts

extension SettingsLog {
    /// Writes a setting. It builds on the newest version unless `basis` says otherwise.
    @discardableResult
    public func put(
        _ name: Text, _ value: Text = "{}", of room: Text? = "main", basis: Int64? = nil,
        needed: [Text] = [], noting note: AuditNote? = nil
    ) throws(JournalError) -> SettingsVerdict {
        var newest = basis ?? 0
        if basis == nil { newest = try settings().version }
        return try change(
            SettingsChange(
                room: room, basis: newest, writes: [.init(name, .put(value), basis: newest)],
                needed: needed, note: note))
    }

    /// Removes a setting, with a tombstone.
    @discardableResult
    public func remove(
        _ name: Text, of room: Text? = "main", basis: Int64? = nil, noting note: AuditNote? = nil
    ) throws(JournalError) -> SettingsVerdict {
        var newest = basis ?? 0
        if basis == nil { newest = try settings().version }
        return try change(
            SettingsChange(
                room: room, basis: newest, writes: [.init(name, .remove, basis: newest)],
                note: note))
    }

    /// All settings, as `room/name=value`.
    public func settingWords() throws(JournalError) -> Set<Text> {
        Set(try settings().settings.map { "\($0.room ?? "")/\($0.name)=\($0.value)" })
    }
}
