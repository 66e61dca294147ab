public import Texts

/// A change of one room's settings, which the log makes completely or refuses.
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
