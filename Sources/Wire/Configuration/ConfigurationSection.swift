import Stage
public import Texts

/// A section of a room's configuration, such as the stage's or a widget's, with its settings.
public struct ConfigurationSection: Sendable {
    public let key: Text
    /// A description in one sentence, for a person.
    public let meaning: String
    public let settings: [SettingDescription]
    /// True if clients choose the section's keys and each key has these settings.
    public let isOfEntries: Bool
    /// Reads the section from a document, if the document has it.
    let read: @Sendable (inout ObjectReader, inout Configuration) -> Void
    /// Returns the section with every key.
    let write: @Sendable (Configuration) -> JSON

    /// Creates a section. `check` refuses conflicting values; it is called after the section is
    /// read.
    init<Root>(
        _ key: Text, _ path: any WritableKeyPath<Configuration, Root> & Sendable,
        _ meaning: String, _ settings: [ConfigurationSetting<Root>],
        check: @escaping @Sendable (Root, inout ObjectReader) -> Void = { _, _ in }
    ) {
        self.key = key
        self.meaning = meaning
        self.settings = settings.map(\.description)
        isOfEntries = false
        read = { reader, configuration in
            if let json = reader.take(key) {
                var section = reader.nested(json, at: key)
                for setting in settings { setting.read(&section, &configuration[keyPath: path]) }
                reader.adopt(section)
            }
            check(configuration[keyPath: path], &reader)
        }
        write = { configuration in
            let root = configuration[keyPath: path]
            return .object(settings.map { .init($0.key, $0.write(root)) })
        }
    }

    /// Creates a section of entries, each with some of these settings.
    init(
        _ key: Text, _ meaning: String, entries settings: [SettingDescription],
        read: @escaping @Sendable (inout ObjectReader, inout Configuration) -> Void,
        write: @escaping @Sendable (Configuration) -> JSON
    ) {
        self.key = key
        self.meaning = meaning
        self.settings = settings
        self.read = read
        self.write = write
        isOfEntries = true
    }
}
