import Synchronization
public import Texts

/// A value that a log keeps beside the events, such as a key, a source, a shared file, or the suspension of a room.
public struct Setting: Hashable, Sendable {
    /// Nil: the setting concerns all rooms.
    public let room: Text?
    /// The name within the room, such as `suspension` or `key/4k2x`. It has no space.
    public let name: Text
    public let value: Text
    /// The change that wrote the value. A log counts its changes from 1.
    public let version: Int64

    public init(room: Text?, name: Text, value: Text, version: Int64) {
        self.room = room
        self.name = name
        self.value = value
        self.version = version
    }
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

/// A change of the settings of one room. A log makes all of it or none of it.
public struct SettingsChange: Hashable, Sendable {
    public struct Write: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            case put(Text)
            /// Leaves a tombstone: a later write that builds on an older version is refused.
            case remove
            /// Leaves nothing. For names that no later change uses.
            case forget
        }

        public let name: Text
        public let kind: Kind
        /// The newest version of this setting that the writer knows. The log refuses the change if the setting
        /// has a newer one. Nil: the write replaces every version.
        public let basis: Int64?

        public init(_ name: Text, _ kind: Kind, basis: Int64?) {
            self.name = name
            self.kind = kind
            self.basis = basis
        }
    }

    public let room: Text?
    /// The newest version of all settings that the writer knows. The log refuses the change if the room was erased
    /// later.
    public let basis: Int64
    public var writes: [Write]
    /// Settings that the room must have.
    public var needed: [Text]
    public var note: AuditNote?
    /// The log neither counts the change nor tells it to other servers.
    public var isQuiet: Bool

    public init(
        room: Text?, basis: Int64, writes: [Write], needed: [Text] = [], note: AuditNote? = nil,
        isQuiet: Bool = false
    ) {
        self.room = room
        self.basis = basis
        self.writes = writes
        self.needed = needed
        self.note = note
        self.isQuiet = isQuiet
    }
}

/// The answer of a log to a change.
public enum SettingsVerdict: Hashable, Sendable {
    /// The number of the change; of a quiet change, the number of the newest.
    case made(version: Int64)
    /// A setting has a newer version than the basis of the change.
    case conflict(name: Text)
    /// A needed setting does not exist.
    case missing(name: Text)
    /// The room was erased after the version that the change builds on.
    case roomErased
}

extension SettingsChange {
    /// Returns the reason to refuse the change; nil if the log accepts it.
    ///
    /// - Parameters:
    ///   - erased: The version at which the room was erased last.
    ///   - stored: The version of a setting or tombstone, and whether the setting exists; nil: there is neither.
    public func refusal(
        erased: Int64, _ stored: (Text) throws -> (version: Int64, exists: Bool)?
    ) rethrows -> SettingsVerdict? {
        if basis < erased { return .roomErased }
        for name in needed where try stored(name)?.exists != true { return .missing(name: name) }
        for write in writes {
            guard let basis = write.basis, let stored = try stored(write.name) else { continue }
            if stored.version > basis { return .conflict(name: write.name) }
        }
        return nil
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

/// A log that keeps settings. It decides the order of changes.
public protocol SettingsLog: AuditLog {
    /// True if other servers change the settings too.
    var sharesSettings: Bool { get }

    func settings() throws(JournalError) -> SettingsState

    /// Makes a change, or says why not. After an error, the log may have made the change.
    func change(_ change: SettingsChange) throws(JournalError) -> SettingsVerdict

    /// Passes on every change, on any thread. A log that is not shared passes a change on before `change` returns.
    var settingsChannel: SettingsChannel { get }
}
