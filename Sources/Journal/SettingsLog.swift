import Synchronization
public import Texts

/// The interface of a log that stores settings, decides the order of their changes, and passes the changes on.
public protocol SettingsLog: AuditLog {
    /// True if other servers change the settings too.
    var sharesSettings: Bool { get }

    func settings() throws(JournalError) -> SettingsState

    /// Makes a change, or says why not. After an error, the log may have made the change.
    func change(_ change: SettingsChange) throws(JournalError) -> SettingsVerdict

    /// Passes on every change, on any thread. A log that is not shared passes a change on before `change` returns.
    var settingsChannel: SettingsChannel { get }
}

/// All settings of a log at one instant.
public struct SettingsState: Hashable, Sendable {
    /// The newest change.
    public let version: Int64
    public let settings: [Setting]
    /// Files whose settings are damaged: `NAME of room ROOM`. Servers have no such file until a client uploads it
    /// again.
    public let damagedFiles: [Text]

    public init(version: Int64, settings: [Setting], damagedFiles: [Text] = []) {
        self.version = version
        self.settings = settings
        self.damagedFiles = damagedFiles
    }
}

/// One change, as a log tells it to its servers.
public struct SettingsRecord: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The new values by name; nil: the setting was removed.
        case changed([Text: Text?])
        /// The room was erased with all its settings.
        case erased
    }

    public let version: Int64
    public let room: Text?
    public let kind: Kind

    public init(version: Int64, room: Text?, kind: Kind) {
        self.version = version
        self.room = room
        self.kind = kind
    }

    /// The record of a change that a log made.
    public init(_ change: SettingsChange, version: Int64) {
        let values = change.writes.map { write -> (Text, Text?) in
            if case .put(let value) = write.kind { (write.name, value) } else { (write.name, nil) }
        }
        self.init(
            version: version, room: change.room,
            kind: .changed(Dictionary(values) { _, last in last }))
    }
}

/// News about settings, from a log to its server.
public enum SettingsNews: Hashable, Sendable {
    /// Records come in the order of their versions.
    case record(SettingsRecord)
    /// At this instant, the newest change had this version.
    case newest(version: Int64)
    /// Records may be missing.
    case missed
}

/// Passes news of a log's settings on to its server.
public final class SettingsChannel: Sendable {
    private let follower = Mutex<(@Sendable (SettingsNews) -> Void)?>(nil)

    public init() {}

    public func follow(_ received: @escaping @Sendable (SettingsNews) -> Void) {
        follower.withLock { $0 = received }
    }

    public func tell(_ news: SettingsNews) { follower.withLock(\.self)?(news) }
}
