import Stage
public import Texts

/// A part of a room's configuration: the stage's, or a widget's.
public struct ConfigurationSection: Sendable {
    public let key: Text
    /// A sentence for a person.
    public let meaning: String
    public let settings: [SettingDescription]
    /// Whether its keys are whatever one likes, each with these settings.
    public let isOfEntries: Bool
    /// Reads the section of a document, if it is there.
    let read: @Sendable (inout ObjectReader, inout Configuration) -> Void
    /// The section with every key.
    let write: @Sendable (Configuration) -> JSON

    /// `check` refuses values that do not go together; it is called with the section read.
    init<Root>(
        _ key: Text, _ path: any WritableKeyPath<Configuration, Root> & Sendable,
        _ meaning: String, _ settings: [Setting<Root>],
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

    /// A section of entries, each with some of these settings.
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
